// Time stands still, sleeping takes no time; a program that sleeps to order its threads is wrong.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=30
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int done;

void* work(void* arg) {
  done = 1;
  return arg;
}

int main(void) {
  struct timespec a, b;
  struct timeval v;
  clock_gettime(CLOCK_MONOTONIC, &a);
  nanosleep(&(struct timespec){1, 0}, NULL);
  clock_gettime(CLOCK_MONOTONIC, &b);
  gettimeofday(&v, NULL);
  assert(b.tv_sec >= a.tv_sec && time(NULL) == v.tv_sec && getpid() > 0);
  assert(sysconf(_SC_NPROCESSORS_ONLN) > 0 && signal(SIGINT, SIG_IGN) == SIG_DFL);
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  usleep(1000);
  sleep(1);
  assert(done);  // fails
  pthread_join(t, NULL);
}
