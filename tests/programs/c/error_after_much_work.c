// An assertion that fails after sixty calls that compute a lot: found at once, and made short in reasonable time.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=11
#include <assert.h>
#include <stdio.h>
int main(void) {
  int length = 0;
  for (int i = 0; i < 60; ++i) {
    char text[16];
    length += snprintf(text, sizeof text, "%d\n", i);
  }
  assert(length == 0);  // fails
}
