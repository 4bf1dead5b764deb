// The end of the process, and others that come from it.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#include "observe/runtime/interpose.h"

namespace overtake::observe {
namespace {

void on_exit_of_process(int status, void*) {
  const int code = finish_runtime(status);
  if (code == status) return;
  fflush(nullptr);
  sys_exit_group(code);
}

void on_quick_exit() { finish_runtime(0); }

// A thread is about to end the process: others may go on for a while.
void before_end_of_process() {
  if (Thread* t = cooperate()) runtime.scheduler.before_end(*t);
}

using Main = int (*)(int, char**, char**);
Main main_of_program;

int main_and_others(int count, char** arguments, char** environment) {
  const int result = main_of_program(count, arguments, environment);
  before_end_of_process();
  return result;
}

}  // namespace

void start_process() {
  on_exit(on_exit_of_process, nullptr);
  at_quick_exit(on_quick_exit);
}

}  // namespace overtake::observe

using namespace overtake::observe;

// libc itself calls exit when main has returned.
OVERTAKE_INTERPOSE(int, __libc_start_main,
                   (Main main, int count, char** arguments, void (*init)(), void (*fini)(),
                    void (*rtld_fini)(), void* stack_end)) {
  main_of_program = main;
  return OVERTAKE_NEXT(__libc_start_main)(main_and_others, count, arguments, init, fini, rtld_fini,
                                          stack_end);
}
OVERTAKE_INTERPOSE(void, exit, (int code)) {
  before_end_of_process();
  OVERTAKE_NEXT(exit)(code);
  __builtin_unreachable();
}
OVERTAKE_INTERPOSE(void, _exit, (int code)) { sys_exit_group(finish_runtime(code)); }
OVERTAKE_INTERPOSE(void, _Exit, (int code)) { sys_exit_group(finish_runtime(code)); }

// The child has one thread, and findings of its own.
OVERTAKE_INTERPOSE(pid_t, fork, ()) {
  Thread* t = runtime.started ? known_thread() : nullptr;
  cooperate();
  const pid_t child = OVERTAKE_NEXT(fork)();
  if (child != 0 || t == nullptr) return child;
  runtime.watching = false;
  active = nullptr;
  threads_forked(*t);
  runtime.scheduler.forked(*t);
  watchdog_forked();
  runtime.findings.forked(runtime.options.seed);
  runtime.contexts.start(runtime.findings.contexts(), FindingsWriter::kContexts,
                         &runtime.findings.header().context_count);
  runtime.contexts.forget(frames);
  if (!runtime.disabled) runtime.watch.forget_all();
  return 0;
}

// A child that shares memory with its parent could not be watched.
OVERTAKE_INTERPOSE(pid_t, vfork, ()) { return observe_fork(); }

namespace {

void before_exec() {
  if (!runtime.started) return;
  runtime.findings.update();
  runtime.findings.header().state = RunState::Replaced;
}
int exec_failed(int result) {
  if (runtime.started) runtime.findings.header().state = RunState::Running;
  return result;
}

}  // namespace

OVERTAKE_INTERPOSE(int, execve, (const char* path, char* const* arguments, char* const* env)) {
  before_exec();
  return exec_failed(OVERTAKE_NEXT(execve)(path, arguments, env));
}
OVERTAKE_INTERPOSE(int, execv, (const char* path, char* const* arguments)) {
  before_exec();
  return exec_failed(OVERTAKE_NEXT(execv)(path, arguments));
}
OVERTAKE_INTERPOSE(int, execvp, (const char* file, char* const* arguments)) {
  before_exec();
  return exec_failed(OVERTAKE_NEXT(execvp)(file, arguments));
}
OVERTAKE_INTERPOSE(int, execvpe, (const char* file, char* const* arguments, char* const* env)) {
  before_exec();
  return exec_failed(OVERTAKE_NEXT(execvpe)(file, arguments, env));
}
