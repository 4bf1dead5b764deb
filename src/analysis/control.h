// How a long analysis and its caller talk to each other while it runs.
//
//     std::atomic<bool> stop{false};
//     const analysis::Control control{
//         .stop = &stop,
//         .why = [] { return report::Why::Timeout; },
//         .so_far = [](const report::Document& d) { std::cerr << report::progress_text(d); }};
#pragma once

#include <atomic>
#include <functional>

#include "report/document.h"

namespace overtake::analysis {

struct Control {
  // Set by the caller: come to an end soon, with what is known.
  const std::atomic<bool>* stop = nullptr;
  // Why it was set: Interrupted, Timeout or Memory. Asked only then.
  std::function<report::Why()> why;
  // Told at the beginning, and now and then, what the answer would be if the analysis ended now.
  // Called by any thread of the analysis, by one at a time.
  std::function<void(const report::Document&)> so_far;

  bool stopped() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
  report::Why reason() const { return why ? why() : report::Why::Interrupted; }
  void tell(const report::Document& document) const {
    if (so_far) so_far(document);
  }
};

}  // namespace overtake::analysis
