/* memcpy moves all bytes, also those that no field has, and memset sets them. */
#include <string.h>
#include "check.h"
struct holes { char c; int i; short s; long l; char last; };
static struct holes a, b;
static void mix_bytes(const void* p, unsigned n) {
  const unsigned char* bytes = p;
  for (unsigned i = 0; i < n; ++i) mix(bytes[i]);
}
int main(void) {
  struct holes x, y;
  memset(&x, 0xa5, sizeof x);
  for (unsigned i = 0; i < sizeof y; ++i) ((unsigned char*)&y)[i] = i * 37;
  memcpy(&a, &y, sizeof a);
  memmove(&b, &x, sizeof b);
  mix_bytes(&a, sizeof a), mix_bytes(&b, sizeof b), mix(memcmp(&a, &y, sizeof a) == 0);
  memcpy(&x, &a, sizeof x);
  mix_bytes(&x, sizeof x);
  return done();
}
