// Everything that the verifier lets a Program say is written, so that parsing gives the same
// program again, down to the numbering of registers, sources and slots. What a reader does not need
// is left out where it is the default: widths that mean nothing, slots that follow from the order
// of globals.
#include "ir/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "ir/shape.h"

namespace overtake::ir {
namespace {

std::string_view suffix(FileOrigin origin) {
  switch (origin) {
    case FileOrigin::User:
      return "";
    case FileOrigin::Model:
      return " model";
    case FileOrigin::Library:
      return " library";
    case FileOrigin::System:
      return " system";
  }
  return "";
}

bool plain_name(const std::string& name) {
  if (name.empty()) return false;
  return std::all_of(name.begin(), name.end(), [](unsigned char ch) {
    return (ch < 128 && std::isalnum(ch) != 0) || ch == '_' || ch == '.' || ch == '$';
  });
}

std::string quoted(std::string_view bytes) {
  std::string out = "\"";
  for (const char ch : bytes) {
    const auto byte = static_cast<unsigned char>(ch);
    if (ch == '"' || ch == '\\') {
      out += '\\';
      out += ch;
    } else if (ch == '\n') {
      out += "\\n";
    } else if (ch == '\t') {
      out += "\\t";
    } else if (byte >= 32 && byte < 127) {
      out += ch;
    } else {
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", byte);
    }
  }
  return out + '"';
}

class Printer {
 public:
  explicit Printer(const Program& program) : program_(program) {
    for (const Global& g : program.globals) global_symbols_.push_back(symbol(g.name));
    for (const Function& f : program.functions) function_symbols_.push_back(symbol(f.name));
    for (std::size_t i = 0; i < program.globals.size(); ++i) by_slot_.push_back(i);
    std::sort(by_slot_.begin(), by_slot_.end(), [&](std::size_t x, std::size_t y) {
      return program.globals[x].slot < program.globals[y].slot;
    });
  }

  std::string run() {
    for (std::size_t i = 0; i < program_.files.size(); ++i)
      line("file f{} = {}{}", i, quoted(program_.files[i].path), suffix(program_.files[i].origin));
    if (!program_.files.empty()) out_ += '\n';
    globals();
    if (program_.entry.valid()) line("entry {}", function_symbols_[program_.entry.index()]);
    if (program_.thread_end.valid())
      line("thread_end {}", function_symbols_[program_.thread_end.index()]);
    if (program_.uncaught.valid())
      line("uncaught {}", function_symbols_[program_.uncaught.index()]);
    for (std::size_t i = 0; i < program_.functions.size(); ++i) function(i);
    sources();
    return std::move(out_);
  }

  std::string instruction_text(const Function& f, const Instruction& i) {
    instruction(f, i);
    return std::move(out_);
  }

 private:
  template <class... Args>
  void write(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    write(format, std::forward<Args>(args)...);
    out_ += '\n';
  }

  // Unique: the second global or function of a name is @name#2.
  std::string symbol(const std::string& name) {
    const unsigned number = ++times_[name];
    std::string text = "@" + (plain_name(name) ? name : quoted(name));
    if (number > 1) text += fmt::format("#{}", number);
    return text;
  }

  void globals() {
    std::uint32_t next = kFirstGlobalSlot;
    for (std::size_t i = 0; i < program_.globals.size(); ++i) {
      const Global& g = program_.globals[i];
      write("global {} size {}", global_symbols_[i], g.size);
      if (g.constant) out_ += " constant";
      if (g.thread_local_) out_ += " thread_local";
      if (g.private_) out_ += " private";
      if (g.slot.value != next) write(" slot {}", g.slot.value);
      next = g.slot.value + static_cast<std::uint32_t>(slots_for(g.size));
      if (!g.initial.empty())
        write(" = {}", quoted({reinterpret_cast<const char*>(g.initial.data()), g.initial.size()}));
      source(g.source);
      out_ += '\n';
    }
    if (!program_.globals.empty()) out_ += '\n';
  }

  void source(SourceId id) {
    if (id.valid()) write(" !{}", id.value);
  }

  void sources() {
    if (!program_.sources.empty()) out_ += '\n';
    for (std::size_t i = 0; i < program_.sources.size(); ++i) {
      const Source& s = program_.sources[i];
      write("source !{} = f{}:{}:{}", i, s.file.value, s.line, s.column);
      if (s.inlined_at.valid()) write(" inlined !{}", s.inlined_at.value);
      out_ += '\n';
    }
  }

  void function(std::size_t index) {
    const Function& f = program_.functions[index];
    write("\nfunc {}(", function_symbols_[index]);
    for (std::uint32_t i = 0; i < f.parameters; ++i) write("{}%{}", i == 0 ? "" : ", ", i);
    if (f.variadic) out_ += f.parameters == 0 ? "..." : ", ...";
    write(") registers {}", f.registers);
    source(f.source);
    out_ += " {\n";

    std::vector<bool> labelled(f.code.size(), false);
    for (const Instruction& i : f.code)
      for_each_target(f, i, [&](std::uint32_t target) { labelled[target] = true; });
    for (std::size_t i = 0; i < f.code.size(); ++i) {
      if (labelled[i]) line("L{}:", i);
      const std::size_t start = out_.size();
      out_ += "  ";
      instruction(f, f.code[i]);
      if (f.code[i].source.valid()) comment(start, f.code[i].source);
      out_ += '\n';
    }
    out_ += "}\n";
  }

  // "!12 ; a.c:3:5": the number is what counts, the rest is for the reader.
  void comment(std::size_t line_start, SourceId id) {
    const std::size_t column = out_.size() - line_start;
    out_.append(column < 44 ? 44 - column : 1, ' ');
    const Source& s = program_.sources[id.index()];
    write("!{} ; ", id.value);
    for (const char ch : program_.files[s.file.index()].path) out_ += ch == '\n' ? ' ' : ch;
    write(":{}:{}", s.line, s.column);
  }

  void operand(const Function& f, Operand o) {
    if (!o.is_constant())
      write("%{}", o.index());
    else
      constant(f.constants[o.index()]);
  }

  // Addresses within (or just past) a global or at a function are written with its name.
  void constant(std::uint64_t value) {
    const auto slot = static_cast<std::uint32_t>(slot_bits(value));
    if (slot_bits(value) >= kFirstFunctionSlot &&
        slot_bits(value) < kFirstFunctionSlot + program_.functions.size() &&
        value == address_of(SlotId{slot})) {
      out_ += function_symbols_[slot - kFirstFunctionSlot];
      return;
    }
    auto it = slot_bits(value) >= kFirstFunctionSlot
                  ? by_slot_.begin()
                  : std::upper_bound(by_slot_.begin(), by_slot_.end(), slot,
                                     [&](std::uint32_t s, std::size_t g) {
                                       return s < program_.globals[g].slot.value;
                                     });
    if (it != by_slot_.begin()) {
      const Global& g = program_.globals[*std::prev(it)];
      const std::uint64_t start = address_of(g.slot);
      if (value >= start && value - start <= g.size) {
        out_ += global_symbols_[*std::prev(it)];
        if (value != start) write("+{}", value - start);
        return;
      }
    }
    if (value < kSlotSpan)
      write("{}", value);
    else
      write("{:#x}", value);
  }

  void arguments(const Function& f, const Instruction& i) {
    out_ += '(';
    for (std::uint32_t k = 0; k < i.count; ++k) {
      if (k > 0) out_ += ", ";
      operand(f, f.arguments[i.target2 + k]);
    }
    out_ += ')';
    if (i.unwind != kNoTarget) write(" unwind L{}", i.unwind);
  }

  void instruction(const Function& f, const Instruction& i) {
    const Shape s = shape(i);
    if (i.dst != kNoRegister && i.op != Opcode::LoopBound) write("%{} = ", i.dst);
    out_ += s.name;
    if (i.width != default_width(i.op)) write(".{}", i.width);
    if (s.sub == SubRule::Bits || s.sub == SubRule::FloatBits)
      write(".{}", i.sub);
    else if (s.sub != SubRule::None && !(i.sub == 0 && sub_may_be_left_out(s.sub)))
      write(" {}", sub_name(s.sub, i.sub));
    if (i.order != Order::Plain) write(" {}", name(i.order));

    bool first = true;
    auto item = [&] {
      out_ += first ? " " : ", ";
      first = false;
    };
    if (i.op == Opcode::LoopBound) {
      item();
      write("%{}", i.dst);
      item();
      write("{}", i.count);
    }
    if (i.op == Opcode::Call) write(" {}", function_symbols_[i.target]);
    if (i.op == Opcode::ThreadLocal) write(" {}", global_symbols_[i.target]);
    for (const Operand o : {i.a, i.b, i.c}) {
      if (!o.present()) continue;
      item();
      operand(f, o);
    }
    switch (i.op) {
      case Opcode::Jump:
        write(" L{}", i.target);
        break;
      case Opcode::Branch:
        write(", L{}, L{}", i.target, i.target2);
        break;
      case Opcode::Switch:
        switch_cases(f.switches[i.target]);
        break;
      case Opcode::Call:
      case Opcode::CallIndirect:
        arguments(f, i);
        break;
      case Opcode::Alloca:
        if (i.count >= 1) out_ += " private";
        if (i.count == 2) out_ += " idle";
        break;
      default:
        break;
    }
  }

  void switch_cases(const SwitchTable& table) {
    out_ += " [";
    for (std::size_t k = 0; k < table.cases.size(); ++k)
      write("{}{}: L{}", k == 0 ? "" : ", ", table.cases[k].first, table.cases[k].second);
    write("] L{}", table.otherwise);
  }

  const Program& program_;
  std::string out_;
  std::unordered_map<std::string, unsigned> times_;
  std::vector<std::string> global_symbols_, function_symbols_;
  std::vector<std::size_t> by_slot_;
};

}  // namespace

std::string print(const Program& program) { return Printer(program).run(); }

std::string print(const Program& program, const Function& function,
                  const Instruction& instruction) {
  return Printer(program).instruction_text(function, instruction);
}

}  // namespace overtake::ir
