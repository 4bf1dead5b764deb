#include "report/trace_words.h"

#include <fmt/format.h>

namespace overtake::report {
namespace {

using consistency::Rule;

// A refutation of one read, as a sentence.
std::string_view refutation(Rule rule) {
  switch (rule) {
    case Rule::NotAWrite:
      return "it reads from something that does not write its location";
    case Rule::ReadsFuture:
      return "it reads a write that its own thread does later";
    case Rule::ReadsOverwritten:
      return "a newer write of its own thread hides what it reads";
    case Rule::ReadsHidden:
      return "what it reads is overwritten inside an atomic block before any other thread can see "
             "it";
    case Rule::NoGoodWrite:
      return "no write with that value can be the one it reads";
    default:
      return "no order of the events explains the values";
  }
}

}  // namespace

std::string_view name(Rule rule) {
  switch (rule) {
    case Rule::ProgramOrder:
      return "program-order";
    case Rule::OrderEdge:
      return "order-edge";
    case Rule::ReadsFrom:
      return "reads-from";
    case Rule::OwnWriteFirst:
      return "own-write-first";
    case Rule::WriteBeforeRead:
      return "write-before-read";
    case Rule::WriteAfterWrite:
      return "write-after-write";
    case Rule::InitialValue:
      return "initial-value";
    case Rule::Cycle:
      return "cycle";
    case Rule::NotAWrite:
      return "not-a-write";
    case Rule::ReadsFuture:
      return "reads-future";
    case Rule::ReadsOverwritten:
      return "reads-overwritten";
    case Rule::ReadsHidden:
      return "reads-hidden";
    case Rule::NoGoodWrite:
      return "no-good-write";
    case Rule::Exhausted:
      return "exhausted";
  }
  return "?";
}

std::string step_text(const TraceStep& step) {
  std::string text = step.line != 0 ? fmt::format("line {}: ", step.line) : std::string();
  text += step.final_value ? step.text : fmt::format("{}: {}", step.thread, step.text);
  if (step.memory_write && step.store_fence)
    text += " (the writes before it are in memory)";
  else if (step.memory_write)
    text += " reaches memory";
  else if (step.line == 0)
    text += " (the end of the thread)";
  return text;
}

std::string because(Rule rule, const std::string& read) {
  switch (rule) {
    case Rule::ProgramOrder:
      return "program order";
    case Rule::OrderEdge:
      return "given order";
    case Rule::ReadsFrom:
      return fmt::format("it is read by [{}]", read);
    case Rule::OwnWriteFirst:
      return fmt::format("otherwise it would hide from [{}] what that reads", read);
    case Rule::WriteBeforeRead:
      return fmt::format("it comes before [{}], which reads the other one", read);
    case Rule::WriteAfterWrite:
      return "it would overwrite what this reads";
    case Rule::InitialValue:
      return "this reads the initial value";
    default:
      return std::string(name(rule));
  }
}

std::vector<std::string> reason_sentences(const consistency::Reason& reason,
                                          const std::string& read) {
  if (!reason.cycle.empty())
    return {"Some steps would each have to come before the next, in a cycle."};
  if (!read.empty()) return {fmt::format("{}: {}", read, refutation(reason.rule))};
  return {"every order was tried; no short reason is known"};
}

}  // namespace overtake::report
