/* The malloc family. Objects are never placed where another one was, so nothing is seen of
 * programs that depend on the reuse of addresses (ABA). Every object is aligned to a page. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define PAGE 4096u

/* NULL if the executor has no room: for one object of more than 1 GiB, or too many objects. */
static void* allocate(size_t size) {
  void* object = __overtake_alloc_uninitialized(size);
  if (object == NULL) errno = ENOMEM;
  return object;
}

/* The smallest product that does not fit is as good as any other: it is refused. */
static size_t product(size_t count, size_t size) {
  size_t bytes;
  return __builtin_mul_overflow(count, size, &bytes) ? SIZE_MAX : bytes;
}

void* malloc(size_t size) { return allocate(size); }

void* calloc(size_t count, size_t size) {
  void* object = __overtake_alloc(product(count, size));
  if (object == NULL) errno = ENOMEM;
  return object;
}

void free(void* object) { __overtake_free(object); }

void* realloc(void* object, size_t size) {
  if (object == NULL) return allocate(size);
  if (size == 0) {
    __overtake_free(object);
    return NULL;
  }
  void* fresh = allocate(size);
  if (fresh == NULL) return NULL;
  const size_t old_size = __overtake_object_size(object);
  __builtin_memcpy(fresh, object, old_size < size ? old_size : size);
  __overtake_free(object);
  return fresh;
}

void* reallocarray(void* object, size_t count, size_t size) {
  return realloc(object, product(count, size));
}

static int is_power_of_two(size_t x) { return x != 0 && (x & (x - 1)) == 0; }

/* An alignment that is no power of two is no alignment: what comes of it (a null pointer, another
 * alignment) depends on the library. */
void* memalign(size_t alignment, size_t size) {
  if (!is_power_of_two(alignment))
    __overtake_fail("invalid-allocation", "the alignment is not a power of two");
  if (alignment > PAGE) {
    errno = ENOMEM;
    return NULL;
  }
  return allocate(size);
}

/* C11 wants a multiple of the alignment; libraries that insist on it return a null pointer. */
void* aligned_alloc(size_t alignment, size_t size) {
  if (is_power_of_two(alignment) && size % alignment != 0)
    __overtake_fail("invalid-allocation", "the size is not a multiple of the alignment");
  return memalign(alignment, size);
}

void* valloc(size_t size) { return allocate(size); }

int posix_memalign(void** object, size_t alignment, size_t size) {
  if (!is_power_of_two(alignment) || alignment % sizeof(void*) != 0) return EINVAL;
  if (alignment > PAGE) return ENOMEM;
  void* fresh = __overtake_alloc_uninitialized(size);
  if (fresh == NULL) return ENOMEM;
  *object = fresh;
  return 0;
}

size_t malloc_usable_size(void* object) {
  return object == NULL ? 0 : __overtake_object_size(object);
}

char* strdup(const char* text) {
  const size_t size = strlen(text) + 1;
  char* copy = allocate(size);
  __builtin_memcpy(copy, text, size);
  return copy;
}

char* strndup(const char* text, size_t limit) {
  const size_t length = strnlen(text, limit);
  char* copy = allocate(length + 1);
  __builtin_memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}
