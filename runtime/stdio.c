/* stdio.h: output goes to --show-output, one write after another as the threads do them; a single
 * printf shows at most TEXT - 1 characters. Input is at its end, files cannot be opened.
 *
 * stdio.h is not included: stdin, stdout and stderr are constants here, so that naming one of them
 * is no shared access. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "internal.h"

#define TEXT 1024u
#define BLOCK 256u
#define EOF (-1)

typedef struct _IO_FILE FILE;

static const char files[4] = {0, 1, 2, 3};
FILE* const stdin = (FILE*)&files[0];
FILE* const stdout = (FILE*)&files[1];
FILE* const stderr = (FILE*)&files[2];

int vsnprintf(char* restrict out, size_t size, const char* restrict format, va_list arguments);

static void need(const FILE* file) {
  if (file == NULL) __overtake_fail("null-dereference", "output to a FILE that is NULL");
}

/* Shows `size` bytes that may be shared. */
static void show(const char* bytes, size_t size) {
  char copy[BLOCK];
  while (size > 0) {
    const size_t part = size < BLOCK ? size : BLOCK;
    __builtin_memcpy(copy, bytes, part);
    __overtake_print(copy, part);
    bytes += part;
    size -= part;
  }
}

static void show_character(char c) { __overtake_print(&c, 1); }

static void show_string(const char* text) {
  char copy[BLOCK];
  size_t length = 0;
  for (char c = *text; c != '\0'; c = *++text) {
    copy[length++] = c;
    if (length == BLOCK) {
      __overtake_print(copy, length);
      length = 0;
    }
  }
  __overtake_print(copy, length);
}

int vprintf(const char* restrict format, va_list arguments) {
  char text[TEXT];
  const int length = vsnprintf(text, TEXT, format, arguments);
  __overtake_print(text, (size_t)length < TEXT ? (size_t)length : TEXT - 1);
  return length;
}

int printf(const char* restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vprintf(format, arguments);
  va_end(arguments);
  return length;
}

int vfprintf(FILE* restrict file, const char* restrict format, va_list arguments) {
  need(file);
  return vprintf(format, arguments);
}

int fprintf(FILE* restrict file, const char* restrict format, ...) {
  need(file);
  va_list arguments;
  va_start(arguments, format);
  const int length = vprintf(format, arguments);
  va_end(arguments);
  return length;
}

int dprintf(int file, const char* restrict format, ...) {
  (void)file;
  va_list arguments;
  va_start(arguments, format);
  const int length = vprintf(format, arguments);
  va_end(arguments);
  return length;
}

int puts(const char* text) {
  show_string(text);
  show_character('\n');
  return 1;
}

int fputs(const char* restrict text, FILE* restrict file) {
  need(file);
  show_string(text);
  return 1;
}

int putchar(int c) {
  show_character((char)c);
  return (unsigned char)c;
}

int fputc(int c, FILE* file) {
  need(file);
  return putchar(c);
}

int putc(int c, FILE* file) { return fputc(c, file); }
int putchar_unlocked(int c) { return putchar(c); }
int putc_unlocked(int c, FILE* file) { return fputc(c, file); }

size_t fwrite(const void* restrict from, size_t size, size_t count, FILE* restrict file) {
  need(file);
  show(from, size * count);
  return size == 0 ? 0 : count;
}

static long write_to(int file, const void* from, size_t size) {
  if (file < 0) {
    errno = EBADF;
    return -1;
  }
  show(from, size);
  return (long)size;
}

long write(int file, const void* from, size_t size) { return write_to(file, from, size); }

long __overtake_cancellable_write(int file, const void* from, size_t size) {
  __overtake_cancellation_point();
  return write_to(file, from, size);
}

void perror(const char* text) {
  if (text != NULL && *text != '\0') {
    show_string(text);
    show_string(": ");
  }
  show_string(strerror(errno));
  show_character('\n');
}

int fflush(FILE* file) {
  (void)file;
  return 0;
}

int fclose(FILE* file) {
  need(file);
  return 0;
}

int setvbuf(FILE* restrict file, char* restrict buffer, int mode, size_t size) {
  (void)buffer;
  (void)mode;
  (void)size;
  need(file);
  return 0;
}

void setbuf(FILE* restrict file, char* restrict buffer) {
  (void)buffer;
  need(file);
}

int fileno(FILE* file) {
  need(file);
  return (int)((const char*)file - files);
}

int ferror(FILE* file) {
  need(file);
  return 0;
}

void clearerr(FILE* file) { need(file); }

int feof(FILE* file) {
  need(file);
  return 1;
}

void flockfile(FILE* file) { need(file); }
void funlockfile(FILE* file) { need(file); }

/* Input: there is none. */
int getchar(void) { return EOF; }

int fgetc(FILE* file) {
  need(file);
  return EOF;
}

int getc(FILE* file) { return fgetc(file); }

char* fgets(char* restrict line, int size, FILE* restrict file) {
  (void)line;
  (void)size;
  need(file);
  return NULL;
}

size_t fread(void* restrict to, size_t size, size_t count, FILE* restrict file) {
  (void)to;
  (void)size;
  (void)count;
  need(file);
  return 0;
}

static long read_from(int file) {
  if (file >= 0) return 0;
  errno = EBADF;
  return -1;
}

long read(int file, void* to, size_t size) {
  (void)to;
  (void)size;
  return read_from(file);
}

long __overtake_cancellable_read(int file, void* to, size_t size) {
  (void)to;
  (void)size;
  __overtake_cancellation_point();
  return read_from(file);
}

long getline(char** restrict line, size_t* restrict size, FILE* restrict file) {
  (void)line;
  (void)size;
  need(file);
  return -1;
}

int scanf(const char* restrict format, ...) {
  (void)format;
  return EOF;
}

int fscanf(FILE* restrict file, const char* restrict format, ...) {
  (void)format;
  need(file);
  return EOF;
}

int __isoc99_scanf(const char* restrict format, ...) {
  (void)format;
  return EOF;
}

int __isoc99_fscanf(FILE* restrict file, const char* restrict format, ...) {
  (void)format;
  need(file);
  return EOF;
}

/* There is one file, in which nothing is kept. */
FILE* fopen(const char* restrict path, const char* restrict mode) {
  static const char null_device[] = "/dev/null";
  (void)mode;
  size_t i = 0;
  while (i < sizeof null_device && path[i] == null_device[i]) ++i;
  if (i == sizeof null_device) return (FILE*)&files[3];
  errno = ENOENT;
  return NULL;
}

/* All output has one destination. */
int dup2(int from, int to) {
  if (from >= 0 && from <= 2 && to >= 0) return to;
  errno = EBADF;
  return -1;
}

FILE* fdopen(int file, const char* mode) {
  (void)file;
  (void)mode;
  errno = ENOENT;
  return NULL;
}
