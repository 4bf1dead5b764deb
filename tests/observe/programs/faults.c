// A program that has found a violation, and then comes to an end in one way or another.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int x, y, r1, r2;
static volatile int steps;
static const char *how;
static void *volatile block;

static void *left(void *argument) {
  x = 1;
  r1 = y;
  while (steps == 0) {
  }
  return argument;
}

static void *ends(void *argument) {
  if (strcmp(how, "exit") == 0) exit(3);
  if (strcmp(how, "_exit") == 0) _exit(3);
  if (strcmp(how, "abort") == 0) abort();
  if (strcmp(how, "segv") == 0) *(volatile int *)0x10 = 1;
  if (strcmp(how, "kill") == 0) raise(SIGKILL);
  if (strcmp(how, "term") == 0) raise(SIGTERM);
  if (strcmp(how, "quick") == 0) quick_exit(3);
  if (strcmp(how, "exec") == 0) execl("/bin/false", "false", (char *)0);
  if (strcmp(how, "overflow") == 0) {
    volatile char large[1 << 16];
    large[0] = 1;
    ends(argument);
    large[1] = large[0];
  }
  return argument;
}

int main(int count, char **arguments) {
  pthread_t a, b;
  how = count > 1 ? arguments[1] : "";
  pthread_create(&a, 0, left, 0);
  for (int i = 0; i < 100 && r1 == 0 && x == 0; ++i) usleep(10);
  y = 1;
  r2 = x;
  steps = 1;
  if (strcmp(how, "fork") == 0) {
    const pid_t child = fork();
    if (child == 0) {
      x = y = steps = 0;
      how = "";
      pthread_create(&b, 0, left, 0);
      usleep(100);
      y = 1;
      r2 = x;
      steps = 1;
      pthread_join(b, 0);
      exit(4);
    }
    int status = 0;
    waitpid(child, &status, 0);
    pthread_join(a, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 4 ? 0 : 1;
  }
  if (strcmp(how, "memory") == 0) {
    long blocks = 0;
    while ((block = malloc(1 << 20)) != 0 && blocks < 100000) {
      memset(block, 1, 1 << 20);
      ++blocks;
    }
    printf("%s\n", block == 0 ? "no more memory" : "too much memory");
  }
  pthread_create(&b, 0, ends, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (strcmp(how, "main") == 0) pthread_exit(0);
  return 0;
}
