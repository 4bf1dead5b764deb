#include "observe/core/pages.h"

#include <sys/mman.h>
#include <sys/syscall.h>

namespace overtake::observe {

void* map_pages(std::size_t bytes) {
  const long at = raw_syscall(SYS_mmap, 0, static_cast<long>(bytes), PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  // NOLINTNEXTLINE(performance-no-int-to-ptr): system calls return numbers
  return at < 0 && at > -4096 ? nullptr : reinterpret_cast<void*>(at);
}

void unmap_pages(void* pages, std::size_t bytes) {
  raw_syscall(SYS_munmap, reinterpret_cast<long>(pages), static_cast<long>(bytes));
}

void forget_pages(void* pages, std::size_t bytes) {
  raw_syscall(SYS_madvise, reinterpret_cast<long>(pages), static_cast<long>(bytes), MADV_DONTNEED);
}

}  // namespace overtake::observe
