// Jumps out of functions are not supported where cleanups would have to run.
// overtake: exit=2 stderr=setjmp.c:15:
// overtake: stderr=setjmp
#include <setjmp.h>

jmp_buf place;

void end(int* p) { *p = 1; }
void jump(void) { longjmp(place, 1); }
void (*jumps)(void) = jump;

int main(void) {
  __attribute__((cleanup(end))) int x = 0;
  if (setjmp(place) == 0)
    jumps();
  return x;
}
