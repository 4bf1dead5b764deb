/* wchar.h, as far as std::wstring needs it. */
#include <wchar.h>

#include "overtake.h"

wchar_t* wmemcpy(wchar_t* restrict to, const wchar_t* restrict from, size_t n) {
  for (size_t i = 0; i < n; ++i) to[i] = from[i];
  return to;
}

wchar_t* wmemmove(wchar_t* to, const wchar_t* from, size_t n) {
  return __builtin_memmove(to, from, n * sizeof *to);
}

wchar_t* wmemset(wchar_t* to, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; ++i) to[i] = c;
  return to;
}

int wmemcmp(const wchar_t* a, const wchar_t* b, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

wchar_t* wmemchr(const wchar_t* s, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (s[i] == c) return (wchar_t*)&s[i];
  return NULL;
}

size_t wcslen(const wchar_t* s) {
  size_t n = 0;
  while (s[n] != 0) ++n;
  return n;
}
