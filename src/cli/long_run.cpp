#include "cli/long_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <mutex>

#include "analysis/frame.h"
#include "base/error.h"
#include "cli/exit_codes.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/watchdog.h"
#include "report/document_text.h"

namespace overtake::cli {
namespace {

class Runner {
 public:
  Runner(const Settings& settings, const LongRun& how)
      : settings_(settings),
        how_(how),
        watchdog_(
            {.timeout = how.timeout,
             .memory = how.memory,
             .grace = how.grace,
             // mpirun tells all to end when one has died, and leaves them a second.
             .terminate_at_once = how.distributed},
            [this](report::Why why) { report_overdue(why); }, [this] { tick(); }) {}

  int run(const Work& work) {
    text_wanted(settings_);  // wrong use is said before the work, not after it
    const analysis::Control control{
        .stop = &watchdog_.stop(),
        .why = [this] { return watchdog_.reason(); },
        .so_far = [this](const report::Document& document) { note(document); }};
    report::Document document = work(control);
    const std::lock_guard lock(mutex_);  // never two reports
    progress_.end();
    if (how_.silent) return to_int(ExitCode::NoError);
    print(document);
    code_ = to_int(report::outcome(document));
    write_report_files(settings_, document);
    if (how_.afterwards) how_.afterwards(document);
    return *code_;
  }

 private:
  void note(const report::Document& document) {
    const std::lock_guard lock(mutex_);
    so_far_ = document;
    show_progress();
  }

  // On the watchdog's thread: also a single execution that does not end shows that it is worked on.
  void tick() {
    const std::lock_guard lock(mutex_);
    if (!how_.silent && progress_.due()) show_progress();
  }

  void show_progress() {
    if (!so_far_) return progress_.show("");
    if (report::Frame* frame = report::frame(*so_far_)) clock_.stamp(*frame);
    progress_.show(report::progress_text(*so_far_));
  }

  void print(report::Document& document) const {
    if (!text_wanted(settings_)) return;
    if (!how_.text) return print_document(settings_, document);
    const std::string text = how_.text(document);
    print_document(settings_, document, &text);
  }

  // On the watchdog's thread: the work does not stop, so what is known is reported from here.
  void report_overdue(report::Why why) {
    const std::lock_guard lock(mutex_);
    if (code_) _exit(*code_);  // cleaning up takes long, and is not needed
    if (how_.silent) _exit(to_int(ExitCode::Inconclusive));
    if (!so_far_) {
      complain(fmt::format("inconclusive: {}", report::sentence(why)));
      _exit(to_int(ExitCode::Inconclusive));
    }
    add_reasons(*so_far_, why);
    try {
      print(*so_far_);
      write_report_files(settings_, *so_far_);
    } catch (const InputError& error) {
      complain(error.what());
      _exit(to_int(ExitCode::BadInput));
    }
    _exit(to_int(ExitCode::Inconclusive));
  }

  void add_reasons(report::Document& document, report::Why why) const {
    if (report::Frame* frame = report::frame(document)) clock_.stamp(*frame);
    std::vector<report::Reason> reasons{why};
    if (how_.distributed) reasons.emplace_back(report::Why::Processes);
    std::visit(
        [&](auto& d) {
          if constexpr (requires { d.reasons; })
            d.reasons.insert(d.reasons.begin(), reasons.begin(), reasons.end());
          // The last one is being worked on.
          if constexpr (requires { d.results.back().reasons; })
            if (!d.results.empty()) d.results.back().reasons = reasons;
        },
        document);
  }

  const Settings& settings_;
  const LongRun& how_;
  const analysis::Clock clock_;
  std::mutex mutex_;
  std::optional<int> code_;  // once the report is out
  std::optional<report::Document> so_far_;
  Progress progress_;
  Watchdog watchdog_;  // last: its thread uses all of the above
};

}  // namespace

LongRun limits_of(const Settings& settings) {
  return {.timeout = settings.timeout, .memory = settings.memory};
}

int long_run(const Settings& settings, const LongRun& how, const Work& work) {
  return Runner(settings, how).run(work);
}

int long_run(const Settings& settings, const Work& work) {
  const LongRun how = limits_of(settings);
  return long_run(settings, how, work);
}

}  // namespace overtake::cli
