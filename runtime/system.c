/* The surroundings of the process: an empty environment, one user, no signals from outside. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/sysinfo.h>
#include <sys/types.h>
#include <unistd.h>

#include "internal.h"

#define PROCESS 4242

char* getenv(const char* name) {
  (void)name;
  return NULL;
}

char* secure_getenv(const char* name) {
  (void)name;
  return NULL;
}

/* The locale of C, which no program leaves. nlohmann::json asks for its decimal point. */
struct lconv* localeconv(void) {
  static struct lconv c = {
      .decimal_point = ".", .thousands_sep = "", .grouping = "", .int_curr_symbol = "",
      .currency_symbol = "", .mon_decimal_point = "", .mon_thousands_sep = "", .mon_grouping = "",
      .positive_sign = "", .negative_sign = "", .int_frac_digits = CHAR_MAX,
      .frac_digits = CHAR_MAX, .p_cs_precedes = CHAR_MAX, .p_sep_by_space = CHAR_MAX,
      .n_cs_precedes = CHAR_MAX, .n_sep_by_space = CHAR_MAX, .p_sign_posn = CHAR_MAX,
      .n_sign_posn = CHAR_MAX};
  return &c;
}

char* setlocale(int category, const char* locale) {
  (void)category;
  const int c = locale == NULL || locale[0] == '\0' || (locale[0] == 'C' && locale[1] == '\0');
  return c ? "C" : NULL;
}

pid_t getpid(void) { return PROCESS; }
pid_t getppid(void) { return 1; }
pid_t gettid(void) { return PROCESS + (pid_t)__overtake_self(); }
uid_t getuid(void) { return 1000; }
uid_t geteuid(void) { return 1000; }
gid_t getgid(void) { return 1000; }
int getpagesize(void) { return 4096; }
int get_nprocs(void) { return 4; }
int isatty(int file) {
  (void)file;
  errno = ENOTTY;
  return 0;
}

long sysconf(int name) {
  switch (name) {
    case _SC_PAGESIZE: return 4096;
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN: return 4;
    case _SC_CLK_TCK: return 100;
    case _SC_OPEN_MAX: return 1024;
    case _SC_LEVEL1_DCACHE_LINESIZE: return 64;
    case _SC_THREAD_KEYS_MAX: return 1024;
    case _SC_THREAD_STACK_MIN:
    case _SC_MINSIGSTKSZ: return 16384;
    default: return -1;
  }
}

/* What PTHREAD_STACK_MIN is. */
long __sysconf(int name) { return sysconf(name); }

/* Handlers are accepted and never run: no signal arrives unless the program raises it. */
sighandler_t signal(int number, sighandler_t handler) {
  (void)number;
  (void)handler;
  return SIG_DFL;
}

int sigaction(int number, const struct sigaction* restrict action,
              struct sigaction* restrict old) {
  (void)number;
  (void)action;
  if (old != NULL) __builtin_memset(old, 0, sizeof *old);
  return 0;
}

int sigemptyset(sigset_t* set) {
  __builtin_memset(set, 0, sizeof *set);
  return 0;
}

int sigfillset(sigset_t* set) {
  __builtin_memset(set, 0xff, sizeof *set);
  return 0;
}

int pthread_sigmask(int how, const sigset_t* restrict set, sigset_t* restrict old) {
  if (set != NULL && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) return EINVAL;
  if (old != NULL) __builtin_memset(old, 0, sizeof *old);
  return 0;
}

int sigprocmask(int how, const sigset_t* restrict set, sigset_t* restrict old) {
  const int error = pthread_sigmask(how, set, old);
  if (error == 0) return 0;
  errno = error;
  return -1;
}

unsigned alarm(unsigned seconds) {
  (void)seconds;
  return 0;
}
