#include <stdlib.h>
#include <string.h>

#include "check.h"
struct s {
  int a;
  char c;
  long l;
};
int main(void) {
  char a[40] = "the quick brown fox", b[40];
  memcpy(b, a, sizeof b), memmove(b + 2, b, 20), memset(b + 30, 'x', 5);
  for (int i = 0; i < 40; ++i) mix(b[i]);
  memmove(a, a + 4, 10);
  for (int i = 0; i < 20; ++i) mix(a[i]);
  struct s x = {1, 2, 3}, y;
  memcpy(&y, &x, sizeof y), mix(y.l), memset(&x, 0, sizeof x), mix(x.l), mix(x.a);
  y = x;
  memset(&y.a, 0xff, 4), mix(y.a);
  int n = 17;
  volatile int* vn = &n;
  char* h = malloc(*vn);
  memset(h, 7, *vn), memcpy(h + 3, a, *vn - 5);
  for (int i = 0; i < n; ++i) mix(h[i]);
  free(h);
  mix(strlen(a)), mix(strcmp(a, "zebra") < 0), mix(memcmp(a, b, 3) > 0), mix(strchr(a, 'b') - a),
      strcpy(b, "abc"), strcat(b, "def"), mix(strcmp(b, "abcdef")), mix(strncmp(b, "abx", 2));
  int* z = calloc(5, sizeof(int));
  z[3] = 4;
  z = realloc(z, 10 * sizeof(int));
  z[9] = 1;
  for (int i = 0; i < 5; ++i) mix(z[i]);
  free(z);
  struct s arr[3] = {{1}, {2}, {3}}, arr2[3];
  memcpy(arr2, arr, sizeof arr);
  mix(arr2[2].a);
  return done();
}
