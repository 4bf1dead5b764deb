/* Anonymous memory from mmap: an object of zeros, which munmap gives back as a whole. There are no
 * files to be mapped, no memory at fixed addresses, and protection is not looked at. */
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>

#include "internal.h"

/* Defined nowhere: an execution that calls one is refused. */
void __overtake_unmodelled_mmap_at_a_fixed_address(void);
void __overtake_unmodelled_munmap_of_a_part(void);

void* mmap(void* address, size_t size, int protection, int flags, int file, off_t offset) {
  (void)address;
  (void)protection;
  (void)file;
  (void)offset;
  if ((flags & MAP_ANONYMOUS) == 0) {
    errno = EBADF;
    return MAP_FAILED;
  }
  if ((flags & MAP_FIXED) != 0) __overtake_unmodelled_mmap_at_a_fixed_address();
  if (size == 0) {
    errno = EINVAL;
    return MAP_FAILED;
  }
  void* object = __overtake_alloc(size);
  if (object != NULL) return object;
  errno = ENOMEM;
  return MAP_FAILED;
}

void* mmap64(void* address, size_t size, int protection, int flags, int file, off_t offset) {
  return mmap(address, size, protection, flags, file, offset);
}

int munmap(void* address, size_t size) {
  if (size == 0) {
    errno = EINVAL;
    return -1;
  }
  if (size < __overtake_object_size(address)) __overtake_unmodelled_munmap_of_a_part();
  __overtake_free(address);
  return 0;
}

int mprotect(void* address, size_t size, int protection) {
  (void)address;
  (void)size;
  (void)protection;
  return 0;
}

int madvise(void* address, size_t size, int advice) {
  (void)address;
  (void)size;
  (void)advice;
  return 0;
}

int mlock(const void* address, size_t size) {
  (void)address;
  (void)size;
  return 0;
}

int munlock(const void* address, size_t size) {
  (void)address;
  (void)size;
  return 0;
}
