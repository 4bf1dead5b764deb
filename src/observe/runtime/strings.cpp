// Functions of libc that read and write memory: gcc leaves their accesses to the runtime, and so do
// libraries that are not instrumented. What they did is written down right after they did it.
#include <string.h>
#include <strings.h>

#include "observe/runtime/interpose.h"
#include "observe/runtime/moves.h"

namespace overtake::observe {
namespace {

void note_read(Thread& t, const void* p, std::size_t bytes, std::uint64_t pc) {
  note_range(t, address_of(p), bytes, false, pc);
}
void note_write(Thread& t, const void* p, std::size_t bytes, std::uint64_t pc) {
  note_range(t, address_of(p), bytes, true, pc);
}

std::size_t length_of(const char* s, std::size_t most) {
  std::size_t n = 0;
  while (n < most && s[n] != 0) ++n;
  return n;
}

// How much of two texts a comparison looks at.
std::size_t compared(const char* a, const char* b, std::size_t most, bool fold) {
  const auto lower = [&](char c) {
    return fold && c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  };
  std::size_t n = 0;
  while (n < most && a[n] != 0 && lower(a[n]) == lower(b[n])) ++n;
  return n < most ? n + 1 : most;
}

constexpr std::size_t kAny = ~std::size_t{0};

}  // namespace
}  // namespace overtake::observe

using namespace overtake::observe;

// --- memory --------------------------------------------------------------------------------------

OVERTAKE_INTERPOSE(void*, memcpy, (void* to, const void* from, std::size_t bytes)) {
  Thread* t = active;
  if (OVERTAKE_LIKELY(t == nullptr)) {
    if (OVERTAKE_LIKELY(next_memcpy != nullptr)) return OVERTAKE_NEXT(memcpy)(to, from, bytes);
    copy_bytes(to, from, bytes);
    return to;
  }
  move_bytes(*t, to, from, bytes, OVERTAKE_PC());
  return to;
}
OVERTAKE_INTERPOSE(void*, mempcpy, (void* to, const void* from, std::size_t bytes)) {
  return static_cast<char*>(observe_memcpy(to, from, bytes)) + bytes;
}
OVERTAKE_INTERPOSE(void*, memmove, (void* to, const void* from, std::size_t bytes)) {
  Thread* t = active;
  if (t == nullptr) return OVERTAKE_NEXT(memmove)(to, from, bytes);
  move_bytes(*t, to, from, bytes, OVERTAKE_PC());
  return to;
}
OVERTAKE_INTERPOSE(void*, memset, (void* to, int value, std::size_t bytes)) {
  Thread* t = active;
  if (t == nullptr) {
    if (OVERTAKE_LIKELY(next_memset != nullptr)) return OVERTAKE_NEXT(memset)(to, value, bytes);
    fill_bytes(to, value, bytes);
    return to;
  }
  set_bytes(*t, to, value, bytes, OVERTAKE_PC());
  return to;
}
OVERTAKE_INTERPOSE(int, memcmp, (const void* a, const void* b, std::size_t bytes)) {
  Thread* t = active;
  if (t != nullptr) visible_step(*t);
  const int result = OVERTAKE_NEXT(memcmp)(a, b, bytes);
  if (t == nullptr) return result;
  std::size_t n = 0;
  while (n < bytes && static_cast<const char*>(a)[n] == static_cast<const char*>(b)[n]) ++n;
  n = n < bytes ? n + 1 : bytes;
  note_read(*t, a, n, OVERTAKE_PC());
  note_read(*t, b, n, OVERTAKE_PC());
  return result;
}
OVERTAKE_INTERPOSE(void*, memchr, (const void* s, int c, std::size_t bytes)) {
  Thread* t = active;
  if (t != nullptr) visible_step(*t);
  void* result = OVERTAKE_NEXT(memchr)(s, c, bytes);
  if (t != nullptr)
    note_read(*t, s, result != nullptr ? address_of(result) - address_of(s) + 1 : bytes,
              OVERTAKE_PC());
  return result;
}

// --- texts ---------------------------------------------------------------------------------------

OVERTAKE_INTERPOSE(std::size_t, strlen, (const char* s)) {
  Thread* t = active;
  if (t != nullptr) visible_step(*t);
  const std::size_t n = OVERTAKE_NEXT(strlen)(s);
  if (t != nullptr) note_read(*t, s, n + 1, OVERTAKE_PC());
  return n;
}
OVERTAKE_INTERPOSE(std::size_t, strnlen, (const char* s, std::size_t most)) {
  Thread* t = active;
  if (t != nullptr) visible_step(*t);
  const std::size_t n = OVERTAKE_NEXT(strnlen)(s, most);
  if (t != nullptr) note_read(*t, s, n < most ? n + 1 : n, OVERTAKE_PC());
  return n;
}
OVERTAKE_INTERPOSE(char*, strcpy, (char* to, const char* from)) {
  Thread* t = active;
  if (t == nullptr) return OVERTAKE_NEXT(strcpy)(to, from);
  move_bytes(*t, to, from, length_of(from, kAny) + 1, OVERTAKE_PC());
  return to;
}
OVERTAKE_INTERPOSE(char*, stpcpy, (char* to, const char* from)) {
  Thread* t = active;
  if (t == nullptr) return OVERTAKE_NEXT(stpcpy)(to, from);
  const std::size_t n = length_of(from, kAny);
  move_bytes(*t, to, from, n + 1, OVERTAKE_PC());
  return to + n;
}
OVERTAKE_INTERPOSE(char*, strncpy, (char* to, const char* from, std::size_t most)) {
  Thread* t = active;
  if (t == nullptr) return OVERTAKE_NEXT(strncpy)(to, from, most);
  const std::size_t n = length_of(from, most);
  move_bytes(*t, to, from, n < most ? n + 1 : most, OVERTAKE_PC());
  if (n + 1 < most) set_bytes(*t, to + n + 1, 0, most - n - 1, OVERTAKE_PC());
  return to;
}
OVERTAKE_INTERPOSE(char*, strcat, (char* to, const char* from)) {
  Thread* t = active;
  if (t == nullptr) return OVERTAKE_NEXT(strcat)(to, from);
  const std::size_t n = length_of(to, kAny);
  note_read(*t, to, n + 1, OVERTAKE_PC());
  move_bytes(*t, to + n, from, length_of(from, kAny) + 1, OVERTAKE_PC());
  return to;
}
OVERTAKE_INTERPOSE(int, strcmp, (const char* a, const char* b)) {
  Thread* t = active;
  if (t != nullptr) visible_step(*t);
  const int result = OVERTAKE_NEXT(strcmp)(a, b);
  if (t == nullptr) return result;
  const std::size_t n = compared(a, b, kAny, false);
  note_read(*t, a, n, OVERTAKE_PC());
  note_read(*t, b, n, OVERTAKE_PC());
  return result;
}
OVERTAKE_INTERPOSE(int, strncmp, (const char* a, const char* b, std::size_t most)) {
  Thread* t = active;
  if (t != nullptr) visible_step(*t);
  const int result = OVERTAKE_NEXT(strncmp)(a, b, most);
  if (t == nullptr) return result;
  const std::size_t n = compared(a, b, most, false);
  note_read(*t, a, n, OVERTAKE_PC());
  note_read(*t, b, n, OVERTAKE_PC());
  return result;
}
OVERTAKE_INTERPOSE(int, strcasecmp, (const char* a, const char* b)) {
  Thread* t = active;
  if (t != nullptr) visible_step(*t);
  const int result = OVERTAKE_NEXT(strcasecmp)(a, b);
  if (t == nullptr) return result;
  const std::size_t n = compared(a, b, kAny, true);
  note_read(*t, a, n, OVERTAKE_PC());
  note_read(*t, b, n, OVERTAKE_PC());
  return result;
}
OVERTAKE_INTERPOSE(char*, strchr, (const char* s, int c)) {
  Thread* t = active;
  if (t != nullptr) visible_step(*t);
  char* result = OVERTAKE_NEXT(strchr)(s, c);
  if (t != nullptr)
    note_read(*t, s,
              (result != nullptr ? address_of(result) - address_of(s) : length_of(s, kAny)) + 1,
              OVERTAKE_PC());
  return result;
}
OVERTAKE_INTERPOSE(char*, strrchr, (const char* s, int c)) {
  Thread* t = active;
  if (t != nullptr) visible_step(*t);
  char* result = OVERTAKE_NEXT(strrchr)(s, c);
  if (t != nullptr) note_read(*t, s, length_of(s, kAny) + 1, OVERTAKE_PC());
  return result;
}
OVERTAKE_INTERPOSE(char*, strdup, (const char* s)) {
  Thread* t = active;
  if (t != nullptr) visible_step(*t);
  char* result = OVERTAKE_NEXT(strdup)(s);
  if (t == nullptr || result == nullptr) return result;
  const std::size_t n = length_of(s, kAny) + 1;
  note_read(*t, s, n, OVERTAKE_PC());
  note_write(*t, result, n, OVERTAKE_PC());
  return result;
}
