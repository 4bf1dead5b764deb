/* A compute loop, run twice: compiled natively with -O0, and by the executor. */
unsigned collatz(unsigned limit) {
  unsigned longest = 0;
  for (unsigned i = 1; i < limit; i++) {
    unsigned length = 0;
    for (unsigned long n = i; n != 1; length++) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    if (length > longest) longest = length;
  }
  return longest;
}

/* A thread in the middle of ordinary work: a few calls deep, a few locals. */
volatile int shared;
static int leaf(int a, int b) { return shared + a * b; }
static int middle(int a) {
  int table[8];
  for (int i = 0; i < 8; i++) table[i] = leaf(a, i);
  return table[a % 8];
}

int run_collatz(void) { return (int)collatz(2000); }
int run_calls(void) { return middle(3); }
