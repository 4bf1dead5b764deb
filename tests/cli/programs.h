// Small C programs that the tests of the command line run.
#pragma once

namespace overtake::test {

inline constexpr const char* kStoreBuffering = R"(#include <assert.h>
#include <pthread.h>
int x, y, r1, r2;
void *left(void *unused) {
  x = 1;
  r1 = y;
  return 0;
}
void *right(void *unused) {
  y = 1;
  r2 = x;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(r1 == 1 || r2 == 1);
  return 0;
}
)";

inline constexpr const char* kMessagePassing = R"(#include <assert.h>
#include <pthread.h>
int data, flag;
void *sender(void *unused) {
  data = 42;
  flag = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, sender, 0);
  if (flag == 1) assert(data == 42);
  pthread_join(a, 0);
  return 0;
}
)";

inline constexpr const char* kDeadlock = R"(#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *other(void *unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(t, 0);
  return 0;
}
)";

// Far more executions than anyone can wait for.
inline constexpr const char* kHuge = R"(#include <pthread.h>
int v[8];
void *worker(void *argument) {
  int *mine = argument;
  for (int i = 0; i < 1000; i++)
    for (int j = 0; j < 8; j++) *mine += v[j] * (i + j) + 1;
  return 0;
}
int main(void) {
  pthread_t t[8];
  for (int i = 0; i < 8; i++) pthread_create(&t[i], 0, worker, &v[i]);
  for (int i = 0; i < 8; i++) pthread_join(t[i], 0);
  return 0;
}
)";

inline constexpr const char* kLocalLoop = R"(int main(void) {
  int n = 0;
  for (int i = 0; i < 1000000000; i++) n += i;
  return n == 7;
}
)";

}  // namespace overtake::test
