// switch with fall-through, goto, computed goto, loops with break and continue, the comma operator.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>

int classify(int c) {
  int score = 0;
  switch (c) {
    case 0: score += 1;  // falls through
    case 1 ... 3: score += 10; break;
    case -5: return -1;
    default: score = c > 100 ? 2 : 3;
  }
  return score;
}

int interpret(const unsigned char* program) {
  static void* const label[] = {&&halt, &&increment, &&twice};
  int x = 0;
  goto* label[*program++];
increment:
  x++;
  goto* label[*program++];
twice:
  x *= 2;
  goto* label[*program++];
halt:
  return x;
}

int main(void) {
  assert(classify(0) == 11 && classify(2) == 10 && classify(-5) == -1);
  assert(classify(101) == 2 && classify(7) == 3);
  assert(interpret((const unsigned char[]){1, 2, 1, 2, 0}) == 6);
  int n = 0;
  for (int i = 0, j = 10; i < j; i++, j--) {
    if (i == 1) continue;
    if (i == 4) break;
    n += j;
  }
  assert(n == 10 + 8 + 7);
again:
  if (++n < 30) goto again;
  do n--; while (n % 7 != 0);
  assert(n == 28);
}
