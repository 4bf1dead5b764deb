// One pass over everything a Program holds, against the table of ir/shape.h. Instructions are
// judged one by one; nothing here needs control flow, since registers start as 0 and may be read
// before they are written.
#include "ir/verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "ir/shape.h"

namespace overtake::ir {
namespace {

constexpr std::uint64_t mask(unsigned bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

constexpr bool power_of_two_upto_16(unsigned v) { return v <= 16 && (v & (v - 1)) == 0 && v != 0; }

bool width_fits(WidthRule rule, unsigned w) {
  switch (rule) {
    case WidthRule::Ignored:
      return w == 0 || w == 64;
    case WidthRule::Bits:
      return w >= 1 && w <= 64;
    case WidthRule::FloatBits:
      return w == 32 || w == 64;
    case WidthRule::CallBits:
      return w == 0 || w == 64 || w == 128;
    case WidthRule::Access:
      return (w >= 1 && w <= 8) || w == 16;
    case WidthRule::Atomic:
      return power_of_two_upto_16(w);
    case WidthRule::Word:
      return power_of_two_upto_16(w) && w <= 8;
    case WidthRule::Chunk:
      return w == 0 || power_of_two_upto_16(w);
  }
  return false;
}

bool sub_fits(SubRule rule, unsigned sub) {
  switch (rule) {
    case SubRule::None:
      return sub == 0;
    case SubRule::Bits:
      return sub >= 1 && sub <= 64;
    case SubRule::FloatBits:
      return sub == 32 || sub == 64;
    default:
      return !sub_name(rule, static_cast<std::uint8_t>(sub)).empty();
  }
}

class Verifier {
 public:
  explicit Verifier(const Program& program) : program_(program) {}

  std::vector<Fault> run() {
    check_sources();
    check_globals();
    check_entry();
    if (program_.functions.size() > kFirstPrivateSlot - kFirstFunctionSlot)
      report(fmt::format("{} functions: more than there are slots", program_.functions.size()));
    for (const Function& f : program_.functions) check_function(f);
    return std::move(faults_);
  }

 private:
  // Faults beyond this many say nothing new.
  static constexpr std::size_t kMaxFaults = 100;

  void report(std::string message, FunctionId function = {}, std::size_t instruction = 0) {
    if (faults_.size() < kMaxFaults)
      faults_.push_back({function, static_cast<std::uint32_t>(instruction), std::move(message)});
  }

  void check_source(SourceId source, const std::string& where) {
    if (source.valid() && source.index() >= program_.sources.size())
      report(fmt::format("{}: source {} out of range", where, source.value));
  }

  void check_sources() {
    for (std::size_t i = 0; i < program_.sources.size(); ++i) {
      const Source& s = program_.sources[i];
      if (s.file.index() >= program_.files.size())
        report(fmt::format("source {}: file out of range", i));
      if (s.inlined_at.valid() && s.inlined_at.index() >= program_.sources.size())
        report(fmt::format("source {}: inlined_at out of range", i));
    }
    // Each source has one successor at most: follow the chains, marking which source was seen in
    // which walk.
    std::vector<std::uint32_t> walk(program_.sources.size(), 0);
    for (std::uint32_t start = 0; start < walk.size(); ++start) {
      std::size_t s = start;
      while (s < walk.size() && walk[s] == 0) {
        walk[s] = start + 1;
        s = program_.sources[s].inlined_at.index();
      }
      if (s < walk.size() && walk[s] == start + 1)
        report(fmt::format("source {}: inlined into itself", s));
    }
  }

  void check_globals() {
    struct Range {
      std::uint64_t first, end;
      std::size_t global;
    };
    std::vector<Range> ranges;
    for (std::size_t i = 0; i < program_.globals.size(); ++i) {
      const Global& g = program_.globals[i];
      const std::string where = fmt::format("global '{}'", g.name);
      check_source(g.source, where);
      if (g.initial.size() > g.size)
        report(fmt::format("{}: {} bytes of initial value, but its size is {}", where,
                           g.initial.size(), g.size));
      if (g.private_ && !g.thread_local_) report(where + ": private, but not thread-local");
      // Sizes near 2^64 would wrap in slots_for.
      const std::uint64_t slots = g.size > (std::uint64_t{kFirstFunctionSlot} << kOffsetBits)
                                      ? kFirstFunctionSlot
                                      : slots_for(g.size);
      const std::uint64_t end = g.slot.value + slots;
      if (!g.slot.valid() || g.slot.value < kFirstGlobalSlot || end > kFirstFunctionSlot)
        report(where + ": slot out of the range of globals");
      else if (end > program_.next_global_slot)
        report(where + ": slot beyond next_global_slot");
      else
        ranges.push_back({g.slot.value, end, i});
    }
    std::sort(ranges.begin(), ranges.end(),
              [](const Range& x, const Range& y) { return x.first < y.first; });
    for (std::size_t i = 1; i < ranges.size(); ++i)
      if (ranges[i].first < ranges[i - 1].end)
        report(fmt::format("global '{}': its slots overlap those of '{}'",
                           program_.globals[ranges[i].global].name,
                           program_.globals[ranges[i - 1].global].name));
    for (const Range& r : ranges)
      for (std::uint64_t slot = r.first; slot < r.end; ++slot)
        if (slot >= program_.global_of_slot.size() ||
            program_.global_of_slot[slot] != GlobalId{r.global}) {
          report(fmt::format("global '{}': global_of_slot does not name it",
                             program_.globals[r.global].name));
          break;
        }
    check_slot_table();
  }

  // Engines look slots up unchecked: every one below next_global_slot has to name a global.
  void check_slot_table() {
    const std::vector<GlobalId>& table = program_.global_of_slot;
    if (table.size() != program_.next_global_slot)
      return report("global_of_slot does not end at next_global_slot");
    for (std::size_t slot = kFirstGlobalSlot; slot < table.size(); ++slot)
      if (table[slot].index() >= program_.globals.size())
        return report(fmt::format("global_of_slot: slot {} names no global", slot));
  }

  void check_entry() {
    check_root("entry", program_.entry, 0);
    if (program_.thread_end.valid()) check_root("thread_end", program_.thread_end, 1);
    if (program_.uncaught.valid()) check_root("uncaught", program_.uncaught, 0);
  }

  void check_root(std::string_view what, FunctionId id, std::uint32_t parameters) {
    if (!id.valid()) return report(fmt::format("the program has no {}", what));
    if (id.index() >= program_.functions.size())
      return report(fmt::format("{}: function {} out of range", what, id.value));
    const Function& f = program_.functions[id.index()];
    if (f.parameters != parameters)
      report(
          fmt::format("{} '{}' has {} parameters, not {}", what, f.name, f.parameters, parameters));
  }

  void check_function(const Function& f) {
    function_ = &f;
    const std::string where = fmt::format("function '{}'", f.name);
    check_source(f.source, where);
    if (f.parameters > f.registers) report(where + ": more parameters than registers");
    if (f.registers > Operand::kConstantBit) report(where + ": too many registers");
    for (std::size_t t = 0; t < f.switches.size(); ++t) check_switch_table(f, t);
    table_used_.assign(f.switches.size(), false);
    argument_used_.assign(f.arguments.size(), false);
    for (index_ = 0; index_ < f.code.size(); ++index_) check_instruction(f.code[index_]);
    if (f.code.empty()) return report(where + ": has no code");
    index_ = f.code.size() - 1;
    if (f.code[index_].op <= Opcode::Trap && !ends_block(f.code[index_].op))
      fault("control falls off the end");
  }

  void check_switch_table(const Function& f, std::size_t t) {
    const SwitchTable& table = f.switches[t];
    const std::string where = fmt::format("function '{}', switch table {}", f.name, t);
    auto check = [&](std::uint32_t target) {
      if (target >= f.code.size()) report(where + ": target out of range");
    };
    check(table.otherwise);
    for (std::size_t k = 0; k < table.cases.size(); ++k) {
      check(table.cases[k].second);
      if (k > 0 && table.cases[k].first <= table.cases[k - 1].first)
        report(where + ": cases are not sorted by distinct values");
    }
  }

  // A fault of the instruction at index_.
  void fault(std::string_view what) {
    const Opcode op = function_->code[index_].op;
    const auto id = static_cast<std::size_t>(function_ - program_.functions.data());
    report(fmt::format("function '{}', instruction {} ({}): {}", function_->name, index_,
                       op <= Opcode::Trap ? shape(op).name : "?", what),
           FunctionId{id}, index_);
  }

  void check_instruction(const Instruction& i) {
    if (i.op > Opcode::Trap) return fault("unknown opcode");
    // What the other fields have to be depends on it.
    if (!sub_fits(shape(i.op).sub, i.sub)) return fault(fmt::format("sub {} out of range", i.sub));
    const Shape s = shape(i);
    if (!width_fits(s.width, i.width)) fault(fmt::format("width {} is not allowed", i.width));
    if (name(i.order).empty())
      fault("order out of range");
    else if (!s.ordered && i.order != Order::Plain)
      fault("has an order");
    if (i.source.valid() && i.source.index() >= program_.sources.size())
      fault(fmt::format("source {} out of range", i.source.value));

    check_operand("a", i.a, s.a, false);
    check_operand("b", i.b, s.b, takes_pairs(i));
    check_operand("c", i.c, s.c, takes_pairs(i));
    check_results(i, s.dst);
    check_numbers(i);
    check_special(i);
  }

  void check_operand(std::string_view which, Operand o, Use use, bool pair) {
    if (!o.present()) {
      if (use == Use::Needed) fault(fmt::format("operand {} is missing", which));
      return;
    }
    if (use == Use::None) return fault(fmt::format("has an operand {}", which));
    check_value(o, pair);
  }

  void check_value(Operand o, bool pair = false) {
    if (o.is_constant()) {
      if (pair) fault("a 16-byte value must be a pair of registers");
      if (o.index() >= function_->constants.size())
        fault(fmt::format("constant {} out of range", o.index()));
    } else {
      check_registers(o.index(), pair ? 2 : 1);
    }
  }

  void check_registers(std::uint64_t first, unsigned count) {
    if (first + count > function_->registers)
      fault(fmt::format("register %{} out of range", first + count - 1));
  }

  void check_results(const Instruction& i, Use use) {
    if (i.dst == kNoRegister) {
      if (use == Use::Needed || i.width == 128) fault("has no result register");
    } else if (use == Use::None) {
      fault("has a result register");
    } else {
      check_registers(i.dst, results(i));
    }
  }

  void check_code_target(std::uint32_t target) {
    if (target >= function_->code.size()) fault("jumps out of the function");
  }

  // target, target2, count, unwind: what the opcode does not use must be unset.
  void check_numbers(const Instruction& i) {
    bool target = false, target2 = false, count = false, unwind = false;
    switch (i.op) {
      case Opcode::Jump:
        target = true;
        check_code_target(i.target);
        break;
      case Opcode::Branch:
        target = target2 = true;
        check_code_target(i.target);
        check_code_target(i.target2);
        break;
      case Opcode::Switch:
        target = true;
        check_switch(i);
        break;
      case Opcode::Call:
      case Opcode::CallIndirect:
        target = i.op == Opcode::Call;
        target2 = count = unwind = true;
        check_call(i);
        break;
      case Opcode::Alloca:
        count = true;
        if (i.count > 2) fault("count is none of 0 (shared), 1 (private), 2 (private and idle)");
        break;
      case Opcode::Free:
        count = true;
        if (i.count > 1) fault("count is neither 0 (of the program) nor 1 (the end of a variable)");
        break;
      case Opcode::ThreadLocal:
        target = true;
        if (i.target >= program_.globals.size())
          fault(fmt::format("global {} out of range", i.target));
        else if (!program_.globals[i.target].thread_local_)
          fault(fmt::format("global '{}' is not thread-local", program_.globals[i.target].name));
        break;
      case Opcode::LoopBound:
        count = true;
        break;
      default:
        break;
    }
    if ((!target && i.target != kNoTarget) || (!target2 && i.target2 != kNoTarget) ||
        (!unwind && i.unwind != kNoTarget))
      fault("has a target");
    if (!count && i.count != 0) fault("has a count");
  }

  void check_switch(const Instruction& i) {
    if (i.target >= function_->switches.size())
      return fault(fmt::format("switch table {} out of range", i.target));
    if (table_used_[i.target]) fault("shares its table with another switch");
    table_used_[i.target] = true;
    for (const auto& [value, target] : function_->switches[i.target].cases)
      if (value > mask(i.width)) return fault("a case is wider than the value");
  }

  void check_call(const Instruction& i) {
    if (i.unwind != kNoTarget) check_code_target(i.unwind);
    if (i.count > 0 && std::uint64_t{i.target2} + i.count > function_->arguments.size())
      return fault("arguments out of range");
    bool shared = false;
    for (std::uint32_t k = i.target2; k < i.target2 + i.count; ++k) {
      shared |= argument_used_[k];
      argument_used_[k] = true;
    }
    if (shared) fault("shares arguments with another call");
    for (std::uint32_t k = 0; k < i.count; ++k) {
      const Operand o = function_->arguments[i.target2 + k];
      if (!o.present())
        fault(fmt::format("argument {} is missing", k));
      else
        check_value(o);
    }
    if (i.op != Opcode::Call) return;
    if (i.target >= program_.functions.size())
      return fault(fmt::format("function {} out of range", i.target));
    const Function& callee = program_.functions[i.target];
    if (callee.variadic ? i.count < callee.parameters : i.count != callee.parameters)
      fault(
          fmt::format("'{}' takes {} arguments, not {}", callee.name, callee.parameters, i.count));
  }

  // What only some opcodes ask for.
  void check_special(const Instruction& i) {
    switch (i.op) {
      case Opcode::Ret:
        if (i.b.present() && !i.a.present()) fault("a pair without its first half");
        break;
      case Opcode::SExt:
        if (i.sub < i.width) fault("extends to fewer bits than it has");
        break;
      case Opcode::Load:
        if (i.order == Order::Release || i.order == Order::AcqRel) fault("a load cannot release");
        break;
      case Opcode::Store:
        if (i.order == Order::Acquire || i.order == Order::AcqRel) fault("a store cannot acquire");
        break;
      case Opcode::Rmw: {
        const auto fn = static_cast<RmwFunction>(i.sub);
        if (fn >= RmwFunction::FAdd && fn <= RmwFunction::FMin && i.width != 4 && i.width != 8)
          fault("a float has 4 or 8 bytes");
        break;
      }
      case Opcode::Fence:
        if (i.sub == 0 && i.order == Order::Plain) fault("a fence without order or kind");
        break;
      default:
        break;
    }
  }

  const Program& program_;
  std::vector<Fault> faults_;
  const Function* function_ = nullptr;
  std::vector<bool> table_used_, argument_used_;  // of function_
  std::size_t index_ = 0;
};

}  // namespace

std::vector<Fault> find_faults(const Program& program) { return Verifier(program).run(); }

std::vector<std::string> verify(const Program& program) {
  std::vector<std::string> messages;
  for (Fault& fault : find_faults(program)) messages.push_back(std::move(fault.message));
  return messages;
}

void verify_or_throw(const Program& program) {
  const std::vector<std::string> messages = verify(program);
  if (messages.empty()) return;
  std::string text = "malformed program";
  for (std::size_t i = 0; i < std::min<std::size_t>(messages.size(), 5); ++i)
    text += "\n  " + messages[i];
  if (messages.size() > 5) text += fmt::format("\n  and {} more", messages.size() - 5);
  throw InternalError(text);
}

}  // namespace overtake::ir
