// overtake check accounts.c --model sc
// An array of structs: one of two deposits is lost.
#include <assert.h>
#include <pthread.h>

struct account {
  long balance;
  struct { short year, month; } opened;
};

struct bank {
  int count;
  struct account accounts[3];
} bank = {.count = 3};

static void *deposit(void *amount) {
  bank.accounts[1].balance += (long)amount;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, deposit, (void *)5);
  pthread_create(&b, 0, deposit, (void *)7);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(bank.accounts[1].balance == 12);
}
