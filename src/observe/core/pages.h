// Memory from the system, without libc.
//
// What follows runs inside programs that it does not own: their malloc may be instrumented, or be
// the function that is being watched. So everything here lives in pages of its own, and asks the
// kernel directly. Pages that were never written cost address space only.
#pragma once

#include <cstddef>
#include <cstdint>

namespace overtake::observe {

inline long raw_syscall(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0,
                        long f = 0) {
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

// Zeroed pages; null if there are none.
void* map_pages(std::size_t bytes);
void unmap_pages(void* pages, std::size_t bytes);
// The pages are zero again, and cost nothing.
void forget_pages(void* pages, std::size_t bytes);

// An array that grows in place up to a fixed capacity. Never moved, zeroed.
template <class T>
class PageArray {
 public:
  bool reserve(std::size_t capacity) {
    data_ = static_cast<T*>(map_pages(capacity * sizeof(T)));
    capacity_ = data_ != nullptr ? capacity : 0;
    return data_ != nullptr;
  }
  void release() {
    if (data_ != nullptr) unmap_pages(static_cast<void*>(data_), capacity_ * sizeof(T));
    data_ = nullptr;
    capacity_ = 0;
  }
  // All zero.
  void forget() {
    if (data_ != nullptr) forget_pages(data_, capacity_ * sizeof(T));
  }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* data() { return data_; }
  std::size_t capacity() const { return capacity_; }

 private:
  T* data_ = nullptr;
  std::size_t capacity_ = 0;
};

}  // namespace overtake::observe
