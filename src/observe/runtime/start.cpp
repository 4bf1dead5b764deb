// The beginning and the end of the runtime.
#include <dlfcn.h>
#include <stdlib.h>

#include "observe/runtime/interpose.h"
#include "observe/runtime/threads.h"

extern "C" {
extern const overtake::observe::NextFunction __start_overtake_next[];
extern const overtake::observe::NextFunction __stop_overtake_next[];
extern char** environ;
}

namespace overtake::observe {

constinit Runtime runtime;

void* find_next(const char* name) { return dlsym(RTLD_NEXT, name); }

namespace {

const char* environment(char** environment, const char* name) {
  const std::size_t length = text_length(name);
  for (char** e = environment; e != nullptr && *e != nullptr; ++e)
    if (text_equal(*e, name, length) && (*e)[length] == '=') return *e + length + 1;
  return nullptr;
}

void on_violation(void*, const Overtaken& found) { runtime.findings.violation(found); }
void on_race(void*, const RacingPair& found) { runtime.findings.race(found); }

void start(char** env) {
  if (runtime.started) return;
  runtime.started = true;
  parse_options(environment(env, "OVERTAKE_OPTIONS"), runtime.options);
  frames = new_frames();
  if (frames == nullptr) die("no memory for the runtime");
  const char* temporary = environment(env, "TMPDIR");
  const char* folder = runtime.options.results[0] != 0 ? runtime.options.results
                       : temporary != nullptr          ? temporary
                                                       : "/tmp";
  runtime.findings.open(folder, runtime.options.seed);
  FileHeader& header = runtime.findings.header();
  if (!runtime.contexts.start(runtime.findings.contexts(), FindingsWriter::kContexts,
                              &header.context_count))
    die("no memory for the runtime");
  if (!runtime.watch.start(runtime.options.window, {nullptr, on_violation, on_race}))
    out_of_memory();
  if (runtime.options.races) {
    if (!runtime.races.start()) out_of_memory();
    runtime.watch.check_races(&runtime.races);
  }
  runtime.scheduler.start(runtime.options);
  start_threads();
  for (const NextFunction* f = __start_overtake_next; f != __stop_overtake_next; ++f)
    if (*f->to == nullptr) *f->to = find_next(f->name);
  start_signals();
  start_process();
  runtime.scheduling = true;
}

// Before the constructors of the program and of its libraries.
void start_early(int, char**, char** env) { start(env); }
__attribute__((section(".preinit_array"), used)) void (*const early)(int, char**,
                                                                     char**) = start_early;

}  // namespace

void start_runtime() { start(environ); }

int finish_runtime(int code) {
  static std::uint32_t finished = 0;
  if (!runtime.started || __atomic_exchange_n(&finished, 1, __ATOMIC_ACQ_REL) != 0) return code;
  FileHeader& header = runtime.findings.header();
  if (runtime.options.whole) runtime.findings.whole();
  if (header.state == RunState::Running) {
    header.state = RunState::Ended;
    header.exit_code = code;
  }
  runtime.findings.update();
  const bool failed = finish_report();
  runtime.findings.close(runtime.options.results[0] == 0);
  return failed && runtime.options.results[0] == 0 ? runtime.options.exit_code : code;
}

}  // namespace overtake::observe

extern "C" __attribute__((visibility("default"))) void __tsan_init() {
  overtake::observe::start_runtime();
}
