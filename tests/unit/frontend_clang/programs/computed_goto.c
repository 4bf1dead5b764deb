#include "check.h"
static int run(const unsigned char* code) {
  static const void* const targets[] = {&&halt, &&push, &&add, &&mul, &&jump};
  int stack[16], sp = 0, steps = 0;
  goto* targets[*code];
push:
  stack[sp++] = code[1];
  code += 2;
  goto* targets[*code];
add:
  sp--;
  stack[sp - 1] += stack[sp];
  code++;
  goto* targets[*code];
mul:
  sp--;
  stack[sp - 1] *= stack[sp];
  code++;
  goto* targets[*code];
jump:
  code += code[1];
  if (++steps > 100) goto halt;
  goto* targets[*code];
halt:
  return stack[sp - 1];
}
int main(void) {
  unsigned char program[] = {1, 6, 1, 7, 3, 4, 3, 0, 1, 2, 2, 0};
  mix(run(program));
  void* there = program[0] ? &&yes : &&no;
  goto* there;
no:
  mix(1);
yes:
  mix(2);
  return done();
}
