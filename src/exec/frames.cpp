// Frames: calls and returns, what ends with a frame, exceptions on their way up, and where the code
// is.
//
// Shared stack objects end visibly, one by one (OpKind::Free); leaving a frame is taken up again
// after each of them. Below those of the first frame are the thread's own variables, which end with
// the thread.
#include <algorithm>

#include "exec/interpreter.h"
#include "ir/user_place.h"

namespace overtake::exec {

using ir::ErrorKind;
using ir::Instruction;

void Interpreter::push_frame(ir::FunctionId callee) {
  const ir::Function& f = program_.functions[callee.index()];
  const std::size_t frame = t_.stack_.size();
  const std::uint64_t caller = frame == executor_.local_words_.size() ? kNoFrame : t_.frame_;
  t_.stack_.resize(frame + kHeaderWords + f.registers);
  t_.stack_[frame + kFunction] = callee.value;
  t_.stack_[frame + kCaller] = caller;
  t_.stack_[frame + kStackObjects] = t_.stack_objects_.size();
  t_.frame_ = static_cast<std::uint32_t>(frame);
}

void Interpreter::enter(ir::FunctionId root, std::span<const Value> arguments) {
  push_frame(root);
  const std::size_t n =
      std::min<std::size_t>(arguments.size(), program_.functions[root.index()].parameters);
  for (std::uint32_t k = 0; k < n; ++k) set(k, arguments[k], 8);
}

bool Interpreter::call(const Instruction& i, ir::FunctionId callee) {
  const ir::Function& f = program_.functions[callee.index()];
  if (t_.stack_.size() + kHeaderWords + f.registers > executor_.limits_.stack_words)
    return fail(ErrorKind::StackOverflow, i.source), false;
  const ir::Function& caller = function();
  const std::size_t caller_registers = t_.frame_ + kHeaderWords;
  const std::uint32_t n = std::min(i.count, f.parameters);
  push_frame(callee);
  std::uint64_t* parameters = registers();
  for (std::uint32_t k = 0; k < n; ++k) {
    const ir::Operand o = caller.arguments[i.target2 + k];
    parameters[k] =
        o.is_constant() ? caller.constants[o.index()] : t_.stack_[caller_registers + o.index()];
    if (t_.undefined_.empty() || o.is_constant()) continue;
    if (const Undefined u = t_.undefined_.at(caller_registers + o.index()))
      t_.undefined_.set(word_of(k), u);
  }
  return true;
}

void Interpreter::pop_frame() {
  const std::uint64_t caller = t_.stack_[t_.frame_ + kCaller];
  t_.stack_.resize(t_.frame_);
  t_.undefined_.truncate(t_.frame_);
  t_.frame_ = static_cast<std::uint32_t>(caller);
}

bool Interpreter::release_stack_objects(std::size_t keep, ir::SourceId source) {
  // When main is over the process is about to end; its objects stay alive for threads that continue
  // only because the exploration lets them.
  const std::uint64_t caller = t_.stack_[t_.frame_ + kCaller];
  const bool main_ends =
      t_.id_.value == 0 && (caller == kNoFrame || t_.stack_[caller + kCaller] == kNoFrame);
  if (main_ends) t_.stack_objects_.resize(std::min(keep, t_.stack_objects_.size()));
  if (t_.stack_objects_.size() <= keep) return true;
  end_last_object(source);
  return false;
}

void Interpreter::end_last_object(ir::SourceId source) {
  pend({.kind = OpKind::Free,
        .sub = 1,
        .source = source,
        .address = address_of(thread_slot(t_.id_, t_.stack_objects_.back()))});
}

bool Interpreter::ret(const Instruction& i) {
  if (!release_stack_objects(t_.stack_[t_.frame_ + kStackObjects], i.source)) return false;
  const Value result = mark_undefined({value(i.a)}, i.a, 8);
  const std::uint64_t second = value(i.b);
  const Undefined undefined_bits[] = {undefined(i.a), undefined(i.b)};
  if (t_.stack_[t_.frame_ + kCaller] == kNoFrame) {
    const ir::FunctionId last = program_.thread_end;
    if (last.valid() && t_.stack_[t_.frame_ + kFunction] != last.value) {
      t_.stack_.resize(t_.frame_);
      t_.undefined_.truncate(t_.frame_);
      enter(last, {&result, 1});
      return true;
    }
    t_.result_ = result;
    return end_thread(i.source);
  }
  const std::uint64_t first = value(i.a);
  pop_frame();
  const Instruction& site = instruction();
  set(site.dst, first);
  if (site.width == 128) set(site.dst + 1, second);
  for (std::uint32_t k = 0; k < (site.width == 128 ? 2u : 1u); ++k)
    if (site.dst != ir::kNoRegister && undefined_bits[k])
      t_.undefined_.set(word_of(site.dst + k), undefined_bits[k]);
  advance();
  return true;
}

bool Interpreter::end_thread(ir::SourceId source) {
  if (t_.id_.value == 0) t_.stack_objects_.clear();
  if (!t_.stack_objects_.empty() && !release_stack_objects(0, source)) return false;
  pend({.kind = OpKind::End, .source = source, .operand = t_.result_});
  return false;
}

// Private objects are the top of the stack; shared ones end one by one, each visibly.
bool Interpreter::restore_stack(const Instruction& i) {
  const std::uint64_t saved = value(i.a);
  const std::size_t words = saved >> 32, objects = saved & 0xffffffffu;
  const std::size_t frame = t_.frame_ + kHeaderWords + function().registers;
  if (words < frame || objects < t_.stack_[t_.frame_ + kStackObjects])
    return fail(ErrorKind::InvalidPointer, i.source), false;
  if (t_.stack_objects_.size() > objects) {
    end_last_object(i.source);
    return false;
  }
  if (words < t_.stack_.size()) t_.stack_.resize(words);
  t_.undefined_.truncate(words);
  advance();
  return true;
}

bool Interpreter::unwind() {
  // At Throw / Resume, or at the Call of a frame on the way up: look for a landing pad above.
  for (;;) {
    if (!release_stack_objects(t_.stack_[t_.frame_ + kStackObjects], t_.exception_.thrown_at))
      return false;
    if (t_.stack_[t_.frame_ + kCaller] == kNoFrame) return leave_last_frame();
    pop_frame();
    const std::uint32_t pad = instruction().unwind;
    if (pad != ir::kNoTarget) {
      t_.stack_[t_.frame_ + kPc] = pad;
      t_.exception_.unwinding = false;
      return true;
    }
  }
}

// An exception has left the thread's first function: one that was meant to, or one that nothing has
// caught.
bool Interpreter::leave_last_frame() {
  const bool forced = t_.forced_.object != 0 && t_.forced_.object == t_.exception_.object;
  if (!forced && !program_.uncaught.valid())
    return fail(ErrorKind::UncaughtException, t_.exception_.thrown_at, t_.exception_.type), false;
  const Value argument{t_.forced_.argument};
  const ir::FunctionId next =
      forced ? ir::FunctionId{slot_bits(t_.forced_.function) - ir::kFirstFunctionSlot}
             : program_.uncaught;
  if (next.index() >= program_.functions.size())
    return fail(ErrorKind::InvalidCall, t_.exception_.thrown_at), false;
  t_.exception_.unwinding = false;
  t_.stack_.resize(t_.frame_);
  t_.undefined_.truncate(t_.frame_);
  enter(next, {&argument, 1});
  return true;
}

ir::SourceId Interpreter::users_place(ir::SourceId own) const {
  std::optional<ir::UserPlace> place = ir::user_place(program_, own);
  for (std::uint64_t frame = t_.frame_; !place;) {
    frame = t_.stack_[frame + kCaller];
    if (frame == kNoFrame) return own;
    const ir::Function& f = program_.functions[t_.stack_[frame + kFunction]];
    place = ir::user_place(program_, f.code[t_.stack_[frame + kPc]].source);
  }
  return place->source;
}

std::vector<ir::SourceId> Interpreter::backtrace(const ir::Program& program, const Thread& thread) {
  std::vector<ir::SourceId> places;
  if (thread.stack_.empty()) return places;
  for (std::uint64_t frame = thread.frame_; frame != kNoFrame;
       frame = thread.stack_[frame + kCaller]) {
    const ir::Function& f = program.functions[thread.stack_[frame + kFunction]];
    places.push_back(f.code[thread.stack_[frame + kPc]].source);
  }
  return places;
}

bool Interpreter::same_but_for(const ir::Program& program, const Thread& a, const Thread& b,
                               std::vector<Executor::Register>& different) {
  const bool same = a.status_ == b.status_ && a.id_ == b.id_ && a.spawned_ == b.spawned_ &&
                    a.frame_ == b.frame_ && a.atomic_depth_ == b.atomic_depth_ &&
                    a.result_ == b.result_ && a.pending_ == b.pending_ && a.error_ == b.error_ &&
                    a.transfer_ == b.transfer_ && a.exception_ == b.exception_ &&
                    a.forced_ == b.forced_ && a.undefined_ == b.undefined_ &&
                    a.objects_ == b.objects_ && a.stack_objects_ == b.stack_objects_ &&
                    a.held_ == b.held_ && a.marks_ == b.marks_ && a.time_ == b.time_ &&
                    a.looks_ == b.looks_ && a.stack_.size() == b.stack_.size();
  if (!same) return false;
  std::size_t end = a.stack_.size();
  for (std::uint64_t frame = a.frame_; frame != kNoFrame; frame = a.stack_[frame + kCaller]) {
    const std::uint64_t function = a.stack_[frame + kFunction];
    for (std::size_t w = frame; w < end; ++w) {
      if (a.stack_[w] == b.stack_[w]) continue;
      const std::size_t first = frame + kHeaderWords;
      if (w < first || w >= first + program.functions[function].registers) return false;
      different.push_back({ir::FunctionId{function},
                           static_cast<std::uint32_t>(a.stack_[frame + kPc]),
                           static_cast<std::uint32_t>(w - first), frame != a.frame_});
    }
    end = frame;
  }
  return std::equal(a.stack_.begin(), a.stack_.begin() + static_cast<std::ptrdiff_t>(end),
                    b.stack_.begin());
}

}  // namespace overtake::exec
