/* string.h, the functions on strings. Comparisons and copies read each byte once. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <strings.h>

#include "internal.h"

size_t strlen(const char* text) {
  size_t length = 0;
  while (text[length] != '\0') ++length;
  return length;
}

size_t strnlen(const char* text, size_t limit) {
  size_t length = 0;
  while (length < limit && text[length] != '\0') ++length;
  return length;
}

/* Copies up to and including the terminator; returns the address of the copied terminator. */
char* stpcpy(char* restrict to, const char* restrict from) {
  for (;;) {
    const char c = *from++;
    *to = c;
    if (c == '\0') return to;
    ++to;
  }
}

char* strcpy(char* restrict to, const char* restrict from) {
  stpcpy(to, from);
  return to;
}

char* strncpy(char* restrict to, const char* restrict from, size_t limit) {
  size_t i = 0;
  for (; i < limit; ++i) {
    const char c = from[i];
    if (c == '\0') break;
    to[i] = c;
  }
  for (; i < limit; ++i) to[i] = '\0';
  return to;
}

char* strcat(char* restrict to, const char* restrict from) {
  stpcpy(to + strlen(to), from);
  return to;
}

char* strncat(char* restrict to, const char* restrict from, size_t limit) {
  char* end = to + strlen(to);
  size_t i = 0;
  for (; i < limit; ++i) {
    const char c = from[i];
    if (c == '\0') break;
    end[i] = c;
  }
  end[i] = '\0';
  return to;
}

int strncmp(const char* a, const char* b, size_t limit) {
  for (size_t i = 0; i < limit; ++i) {
    const unsigned char left = (unsigned char)a[i];
    const unsigned char right = (unsigned char)b[i];
    if (left != right) return left < right ? -1 : 1;
    if (left == '\0') return 0;
  }
  return 0;
}

int strcmp(const char* a, const char* b) { return strncmp(a, b, SIZE_MAX); }
int strcoll(const char* a, const char* b) { return strncmp(a, b, SIZE_MAX); }

int strncasecmp(const char* a, const char* b, size_t limit) {
  for (size_t i = 0; i < limit; ++i) {
    const int left = tolower((unsigned char)a[i]);
    const int right = tolower((unsigned char)b[i]);
    if (left != right) return left < right ? -1 : 1;
    if (left == '\0') return 0;
  }
  return 0;
}

int strcasecmp(const char* a, const char* b) { return strncasecmp(a, b, SIZE_MAX); }

char* strchrnul(const char* text, int wanted) {
  for (;; ++text) {
    const char c = *text;
    if (c == (char)wanted || c == '\0') return (char*)text;
  }
}

char* strchr(const char* text, int wanted) {
  for (;; ++text) {
    const char c = *text;
    if (c == (char)wanted) return (char*)text;
    if (c == '\0') return NULL;
  }
}

char* strrchr(const char* text, int wanted) {
  const char* last = NULL;
  for (;; ++text) {
    const char c = *text;
    if (c == (char)wanted) last = text;
    if (c == '\0') return (char*)last;
  }
}

char* index(const char* text, int wanted) { return strchr(text, wanted); }
char* rindex(const char* text, int wanted) { return strrchr(text, wanted); }

char* strstr(const char* text, const char* wanted) {
  const size_t length = strlen(wanted);
  for (;; ++text) {
    if (strncmp(text, wanted, length) == 0) return (char*)text;
    if (*text == '\0') return NULL;
  }
}

char* strcasestr(const char* text, const char* wanted) {
  const size_t length = strlen(wanted);
  for (;; ++text) {
    if (strncasecmp(text, wanted, length) == 0) return (char*)text;
    if (*text == '\0') return NULL;
  }
}

static int contains(const char* set, char wanted) {
  for (;; ++set) {
    const char c = *set;
    if (c == '\0') return 0;
    if (c == wanted) return 1;
  }
}

size_t strspn(const char* text, const char* set) {
  size_t length = 0;
  for (;; ++length) {
    const char c = text[length];
    if (c == '\0' || !contains(set, c)) return length;
  }
}

size_t strcspn(const char* text, const char* set) {
  size_t length = 0;
  for (;; ++length) {
    const char c = text[length];
    if (c == '\0' || contains(set, c)) return length;
  }
}

char* strpbrk(const char* text, const char* set) {
  text += strcspn(text, set);
  return *text == '\0' ? NULL : (char*)text;
}

char* strsep(char** rest, const char* delimiters) {
  char* token = *rest;
  if (token == NULL) return NULL;
  char* end = token + strcspn(token, delimiters);
  if (*end == '\0') {
    *rest = NULL;
  } else {
    *end = '\0';
    *rest = end + 1;
  }
  return token;
}

char* strtok_r(char* restrict text, const char* restrict delimiters, char** restrict rest) {
  char* token = text != NULL ? text : *rest;
  if (token == NULL) return NULL;
  token += strspn(token, delimiters);
  if (*token == '\0') {
    *rest = NULL;
    return NULL;
  }
  char* end = token + strcspn(token, delimiters);
  if (*end == '\0') {
    *rest = NULL;
  } else {
    *end = '\0';
    *rest = end + 1;
  }
  return token;
}

/* The hidden state is shared between threads, as in glibc: a program that calls strtok from two
 * threads gets what it asked for. */
char* strtok(char* restrict text, const char* restrict delimiters) {
  static char* rest;
  return strtok_r(text, delimiters, &rest);
}

char* strerror(int error) {
  switch (error) {
    case 0: return "Success";
    case EPERM: return "Operation not permitted";
    case EAGAIN: return "Resource temporarily unavailable";
    case ENOMEM: return "Cannot allocate memory";
    case EBUSY: return "Device or resource busy";
    case EINVAL: return "Invalid argument";
    case ERANGE: return "Numerical result out of range";
    case EDEADLK: return "Resource deadlock avoided";
    case ETIMEDOUT: return "Connection timed out";
    case ENOENT: return "No such file or directory";
    default: return "Unknown error";
  }
}

/* The POSIX and the GNU flavour. */
int __xpg_strerror_r(int error, char* buffer, size_t size) {
  const char* text = strerror(error);
  if (strlen(text) >= size) return ERANGE;
  strcpy(buffer, text);
  return 0;
}

char* strerror_r(int error, char* buffer, size_t size) {
  (void)buffer;
  (void)size;
  return strerror(error);
}

char* strsignal(int signal) {
  (void)signal;
  return "Signal";
}

size_t strxfrm(char* restrict to, const char* restrict from, size_t size) {
  const size_t length = strlen(from);
  if (length < size) strcpy(to, from);
  return length;
}
