// The heap, and mapped memory: what is freed is forgotten, its next life is another object. What
// the allocator does inside is not watched, so an address that is used again would otherwise order
// threads that share nothing.
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "observe/runtime/interpose.h"

namespace overtake::observe {
namespace {

// For what dlsym allocates before the next malloc is known.
alignas(16) char early_memory[64 * 1024];
std::size_t early_used;
bool resolving;
bool freed_without_turn;  // then memory is also forgotten when it is handed out

void* early_allocate(std::size_t bytes) {
  const std::size_t at = (early_used + 15) / 16 * 16;
  if (at + bytes > sizeof(early_memory)) return nullptr;
  early_used = at + bytes;
  return early_memory + at;
}
bool is_early(const void* p) {
  return p >= early_memory && p < early_memory + sizeof(early_memory);
}

void* resolve(void*& known, const char* name) {
  if (known == nullptr && !resolving) {
    resolving = true;
    known = find_next(name);
    resolving = false;
  }
  return known;
}

void forget_block(void* p) {
  if (p == nullptr || !runtime.watching || is_early(p)) return;
  if (active == nullptr) {
    freed_without_turn = true;
    return;
  }
  runtime.watch.forget(address_of(p), malloc_usable_size(p));
}

void* handed_out(void* p) {
  if (OVERTAKE_UNLIKELY(freed_without_turn) && p != nullptr && active != nullptr)
    runtime.watch.forget(address_of(p), malloc_usable_size(p));
  return p;
}

}  // namespace
}  // namespace overtake::observe

using namespace overtake::observe;

#define OVERTAKE_HEAP(name) reinterpret_cast<decltype(&observe_##name)>(resolve(next_##name, #name))

OVERTAKE_INTERPOSE(void*, malloc, (std::size_t bytes)) {
  const auto next = OVERTAKE_HEAP(malloc);
  return next == nullptr ? early_allocate(bytes) : handed_out(next(bytes));
}

OVERTAKE_INTERPOSE(void*, calloc, (std::size_t count, std::size_t bytes)) {
  const auto next = OVERTAKE_HEAP(calloc);
  return next == nullptr ? early_allocate(count * bytes) : handed_out(next(count, bytes));
}

OVERTAKE_INTERPOSE(void, free, (void* p)) {
  if (p == nullptr || is_early(p)) return;
  const auto next = OVERTAKE_HEAP(free);
  forget_block(p);
  if (next != nullptr) next(p);
}

OVERTAKE_INTERPOSE(void*, realloc, (void* p, std::size_t bytes)) {
  const auto next = OVERTAKE_HEAP(realloc);
  if (is_early(p) || next == nullptr) {
    void* q = observe_malloc(bytes);
    if (q != nullptr && p != nullptr) {
      const auto left =
          static_cast<std::size_t>(early_memory + sizeof(early_memory) - static_cast<char*>(p));
      copy_bytes(q, p, bytes < left ? bytes : left);
    }
    return q;
  }
  const std::size_t before = p != nullptr && active != nullptr ? malloc_usable_size(p) : 0;
  const std::uint64_t old = address_of(p);
  void* q = next(p, bytes);
  if (before != 0 && address_of(q) != old && (q != nullptr || bytes == 0))
    runtime.watch.forget(old, before);
  return handed_out(q);
}

OVERTAKE_INTERPOSE(void*, memalign, (std::size_t alignment, std::size_t bytes)) {
  return handed_out(OVERTAKE_NEXT(memalign)(alignment, bytes));
}
OVERTAKE_INTERPOSE(void*, aligned_alloc, (std::size_t alignment, std::size_t bytes)) {
  return handed_out(OVERTAKE_NEXT(aligned_alloc)(alignment, bytes));
}
OVERTAKE_INTERPOSE(int, posix_memalign, (void** p, std::size_t alignment, std::size_t bytes)) {
  const int result = OVERTAKE_NEXT(posix_memalign)(p, alignment, bytes);
  if (result == 0) handed_out(*p);
  return result;
}

OVERTAKE_INTERPOSE(int, munmap, (void* p, std::size_t bytes)) {
  const int result = OVERTAKE_NEXT(munmap)(p, bytes);
  if (result == 0 && active != nullptr) runtime.watch.forget(address_of(p), bytes);
  return result;
}
