/* What the builtins with sizes (__builtin___memcpy_chk and its kin) call: the plain functions,
 * after a look at the size. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <string.h>

#include "internal.h"

int vsnprintf(char* restrict out, size_t size, const char* restrict format, va_list arguments);
int vprintf(const char* restrict format, va_list arguments);

static void need(size_t wanted, size_t size) {
  if (wanted > size) __overtake_fail("abort", "buffer overflow detected");
}

void* __memcpy_chk(void* to, const void* from, size_t n, size_t size) {
  need(n, size);
  return memcpy(to, from, n);
}

void* __memmove_chk(void* to, const void* from, size_t n, size_t size) {
  need(n, size);
  return memmove(to, from, n);
}

void* __mempcpy_chk(void* to, const void* from, size_t n, size_t size) {
  need(n, size);
  return mempcpy(to, from, n);
}

void* __memset_chk(void* to, int value, size_t n, size_t size) {
  need(n, size);
  return memset(to, value, n);
}

char* __strcpy_chk(char* to, const char* from, size_t size) {
  need(strlen(from) + 1, size);
  return strcpy(to, from);
}

char* __stpcpy_chk(char* to, const char* from, size_t size) {
  need(strlen(from) + 1, size);
  return stpcpy(to, from);
}

char* __strncpy_chk(char* to, const char* from, size_t n, size_t size) {
  need(n, size);
  return strncpy(to, from, n);
}

char* __stpncpy_chk(char* to, const char* from, size_t n, size_t size) {
  need(n, size);
  strncpy(to, from, n);
  return to + strnlen(to, n);
}

char* __strcat_chk(char* to, const char* from, size_t size) {
  need(strlen(to) + strlen(from) + 1, size);
  return strcat(to, from);
}

char* __strncat_chk(char* to, const char* from, size_t n, size_t size) {
  need(strlen(to) + strnlen(from, n) + 1, size);
  return strncat(to, from, n);
}

int __vsnprintf_chk(char* out, size_t n, int flag, size_t size, const char* format, va_list list) {
  (void)flag;
  need(n, size);
  return vsnprintf(out, n, format, list);
}

int __snprintf_chk(char* out, size_t n, int flag, size_t size, const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int length = __vsnprintf_chk(out, n, flag, size, format, list);
  va_end(list);
  return length;
}

int __vsprintf_chk(char* out, int flag, size_t size, const char* format, va_list list) {
  (void)flag;
  const int length = vsnprintf(out, size, format, list);
  if (size != SIZE_MAX) need((size_t)length + 1, size);
  return length;
}

int __sprintf_chk(char* out, int flag, size_t size, const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int length = __vsprintf_chk(out, flag, size, format, list);
  va_end(list);
  return length;
}

int __vprintf_chk(int flag, const char* format, va_list list) {
  (void)flag;
  return vprintf(format, list);
}

int __printf_chk(int flag, const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int length = __vprintf_chk(flag, format, list);
  va_end(list);
  return length;
}

int __vfprintf_chk(void* file, int flag, const char* format, va_list list) {
  (void)flag;
  if (file == NULL) __overtake_fail("null-dereference", "output to a FILE that is NULL");
  return vprintf(format, list);
}

int __fprintf_chk(void* file, int flag, const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int length = __vfprintf_chk(file, flag, format, list);
  va_end(list);
  return length;
}
