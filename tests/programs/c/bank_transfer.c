// Transfers between accounts under two locks taken in a fixed order: money is neither made nor lost.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
} account[2] = {{PTHREAD_MUTEX_INITIALIZER, 100}, {PTHREAD_MUTEX_INITIALIZER, 50}};

void transfer(int from, int to, int amount) {
  struct account* low = &account[from < to ? from : to];
  struct account* high = &account[from < to ? to : from];
  pthread_mutex_lock(&low->lock);
  pthread_mutex_lock(&high->lock);
  if (account[from].balance >= amount) {
    account[from].balance -= amount;
    account[to].balance += amount;
  }
  pthread_mutex_unlock(&high->lock);
  pthread_mutex_unlock(&low->lock);
}

void* forth(void* arg) {
  transfer(0, 1, 80);
  return arg;
}

void* back(void* arg) {
  transfer(1, 0, 120);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, forth, NULL);
  pthread_create(&b, NULL, back, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(account[0].balance + account[1].balance == 150);
  assert(account[0].balance == 20 || account[0].balance == 140);
}
