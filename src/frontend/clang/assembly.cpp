#include "frontend/clang/assembly.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>

#include "ir/compiler_fence.h"

namespace overtake::frontend {
namespace {

bool is_tied(const std::string& code) {
  return !code.empty() && std::isdigit(static_cast<unsigned char>(code.front())) != 0;
}

// "{ax}" -> "ax"
std::string_view braced(const std::string& code) {
  if (code.size() < 3 || code.front() != '{' || code.back() != '}') return {};
  return std::string_view(code).substr(1, code.size() - 2);
}

// Whether the letter takes the constant as an immediate.
bool takes_immediate(const std::string& code, std::int64_t v) {
  if (code.size() != 1) return false;
  switch (code.front()) {
    case 'i':
    case 'n':
    case 's':
      return true;
    case 'I':
      return v >= 0 && v <= 31;
    case 'J':
      return v >= 0 && v <= 63;
    case 'K':
      return v >= -128 && v <= 127;
    case 'L':
      return v == 0xff || v == 0xffff || v == 0xffffffff;
    case 'M':
      return v >= 0 && v <= 3;
    case 'N':
      return v >= 0 && v <= 255;
    case 'O':
      return v >= 0 && v <= 127;
    case 'e':
      return v >= INT32_MIN && v <= INT32_MAX;
    case 'Z':
      return v >= 0 && v <= UINT32_MAX;
    default:
      return false;
  }
}

unsigned whole_bytes(unsigned bits) { return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8; }

}  // namespace

void Assembly::refuse(std::string_view what) const {
  std::string text = asm_.getAsmString();
  for (char& c : text)
    if (c == '\n' || c == '\t') c = ' ';
  throw Refusal{"inline assembly '" + text + "' is not supported" +
                (what.empty() ? "" : ": " + std::string(what)) +
                "; use a builtin or an atomic operation"};
}

void Assembly::lower() {
  if (asm_.getDialect() != llvm::InlineAsm::AD_ATT) refuse("Intel's syntax");
  std::vector<AsmInstruction> code = parse_assembly(asm_.getAsmString());
  mention_unused_pair(code);
  bind();
  for (AsmInstruction& i : code) spell(i);
  for (const AsmInstruction& i : code)
    for (const AsmOperand& o : i.operands)
      if (o.kind == AsmOperand::Kind::Label && o.name.ends_with("b"))
        backward_.insert(o.name.substr(0, o.name.size() - 1));
  fence_compiler(code);
  for (const AsmInstruction& i : code) {
    for (const std::string& label : i.labels) place_label(label);
    if (i.mnemonic.empty() && (i.lock || i.repeat)) refuse("a prefix without instruction");
    if (!i.mnemonic.empty()) instruction(i);
    ++position_;
  }
  for (const auto& [name, label] : labels_)
    if (!label.bound) refuse("label " + name);
  demand_early_clobbers();
  results();
  if (!llvm::isa<llvm::CallBrInst>(call_)) fence_compiler(code);
}

// cmpxchg${5:c}b: a constant operand in the name of the instruction.
void Assembly::spell(AsmInstruction& i) const {
  const std::size_t begin = i.mnemonic.find("${"), end = i.mnemonic.find(":c}");
  if (begin == i.mnemonic.npos || end == i.mnemonic.npos || end < begin) return;
  const std::string_view index = std::string_view(i.mnemonic).substr(begin + 2, end - begin - 2);
  for (std::size_t k = 0; k < cells_.size(); ++k)
    if (index == std::to_string(k) && cells_[k].number)
      i.mnemonic.replace(begin, end + 3 - begin, std::to_string(*cells_[k].number));
}

// Boost's load of 16 bytes: cx:bx, whatever it holds, is compared and, if equal, written. Nothing
// depends on what it is, so the statement need not mention it.
void Assembly::mention_unused_pair(const std::vector<AsmInstruction>& code) {
  const auto moves = [](const AsmInstruction& i, std::string_view from, std::string_view to) {
    return i.mnemonic == "movq" && i.labels.empty() && i.operands.size() == 2 &&
           i.operands[0].text == from && i.operands[1].text == to;
  };
  if (code.size() == 3 && moves(code[0], "%rbx", "%rax") && moves(code[1], "%rcx", "%rdx") &&
      code[2].mnemonic == "cmpxchg16b")
    mentioned_[kBx] = mentioned_[kCx] = true;
}

// An instruction on memory is no access of C's: what it orders depends on the machine, and on
// whether the compiler keeps other accesses on their side of it. Locked ones order by themselves.
void Assembly::fence_compiler(const std::vector<AsmInstruction>& code) {
  const auto in_memory = [&](const AsmOperand& o) {
    return o.kind == AsmOperand::Kind::Memory ||
           (o.kind == AsmOperand::Kind::Argument && o.argument < cells_.size() &&
            cells_[o.argument].memory);
  };
  const bool clobbers = llvm::any_of(asm_.ParseConstraints(), [](const auto& info) {
    return info.Type == llvm::InlineAsm::isClobber && llvm::is_contained(info.Codes, "{memory}");
  });
  const bool accesses = llvm::any_of(code, [&](const AsmInstruction& i) {
    return !i.lock && !llvm::StringRef(i.mnemonic).starts_with("xchg") &&
           llvm::any_of(i.operands, in_memory);
  });
  if (clobbers && accesses)
    f_.b_.emit({.op = ir::Opcode::Fence, .sub = ir::kCompilerFence, .order = ir::Order::AcqRel});
}

// --- binding -------------------------------------------------------------------------------------

std::optional<Assembly::RegisterPart> Assembly::register_named(std::string_view name) {
  static constexpr std::string_view kOld[] = {"ax", "cx", "dx", "bx", "sp", "bp", "si", "di"};
  for (unsigned n = 0; n < std::size(kOld); ++n) {
    const std::string_view two = kOld[n];
    if (name == two) return RegisterPart{n, 2, false};
    if (name.size() == 3 && name.substr(1) == two) {
      if (name[0] == 'r') return RegisterPart{n, 8, false};
      if (name[0] == 'e') return RegisterPart{n, 4, false};
    }
    if (n < 4 && name.size() == 2 && name[0] == two[0]) {
      if (name[1] == 'l') return RegisterPart{n, 1, false};
      if (name[1] == 'h') return RegisterPart{n, 1, true};
    }
    if (n >= 4 && name.size() == 3 && name.starts_with(two) && name[2] == 'l')
      return RegisterPart{n, 1, false};
  }
  if (!name.starts_with("r") || name.size() < 2) return std::nullopt;
  name.remove_prefix(1);
  unsigned bytes = 8;
  switch (name.back()) {
    case 'b':
      bytes = 1;
      break;
    case 'w':
      bytes = 2;
      break;
    case 'd':
      bytes = 4;
      break;
    default:
      break;
  }
  if (bytes != 8) name.remove_suffix(1);
  for (unsigned n = 8; n < kRegisters; ++n)
    if (name == std::to_string(n)) return RegisterPart{n, bytes, false};
  return std::nullopt;
}

ir::Operand Assembly::machine_register(unsigned number) {
  if (!mentioned_[number]) refuse("a register that is neither an operand nor a clobber");
  if (!registers_[number].present()) {
    registers_[number] = Operand::reg(f_.b_.fresh());
    f_.b_.move(registers_[number].index(), f_.number(0));
  }
  return registers_[number];
}

// Gives every constraint its cell.
void Assembly::bind() {
  const auto constraints = asm_.ParseConstraints();
  // Registers first: an operand may name one that a later clobber or operand mentions.
  for (const llvm::InlineAsm::ConstraintInfo& info : constraints)
    for (const std::string& code : info.Codes) {
      if (const auto part = register_named(braced(code))) mentioned_[part->number] = true;
      if (code == "A") mentioned_[kAx] = mentioned_[kDx] = true;
    }
  std::set<std::size_t> tied;  // outputs that an input starts
  for (const llvm::InlineAsm::ConstraintInfo& info : constraints)
    if (info.Type == llvm::InlineAsm::isInput && !info.Codes.empty() && is_tied(info.Codes.front()))
      tied.insert(std::stoul(info.Codes.front()));
  unsigned argument = 0;
  std::size_t output = 0;
  for (const llvm::InlineAsm::ConstraintInfo& info : constraints) {
    if (info.Type == llvm::InlineAsm::isClobber) continue;
    Cell cell;
    cell.code = info.Codes.empty() ? "" : info.Codes.front();
    if (const auto part = register_named(braced(cell.code))) cell.fixed = part->number;
    if (info.Type == llvm::InlineAsm::isLabel) {
      cell.code = "label";
      cells_.push_back(cell);
    } else if (info.isIndirect) {
      const bool in_register = tied.contains(cells_.size()) && llvm::is_contained(info.Codes, "r");
      const Operand pointer = f_.scalar(call_.getArgOperand(argument));
      llvm::Type* type = call_.getParamElementType(argument++);
      if (in_register) {  // "+g": a register that is stored in the end
        stored_.push_back({cells_.size(), pointer});
        bind_output(cell, type);
      } else {
        cell.memory = true;
        cell.value = pointer;
        cells_.push_back(cell);
      }
    } else if (info.Type == llvm::InlineAsm::isOutput) {
      outputs_.push_back(cells_.size());
      bind_output(cell, output_type(output++));
    } else {
      bind_input(cell, info.Codes, call_.getArgOperand(argument++));
    }
  }
  find_shared(constraints, tied);
}

void Assembly::bind_output(Cell cell, llvm::Type* type) {
  const std::size_t words = f_.words(type).size();
  if (words != 1) {
    cell.opaque = Words(words, f_.number(0));
    if (cell.code == "A" && words == 2)
      cell.opaque = {machine_register(kAx), machine_register(kDx)};
  } else if (cell.code.find("@cc") == std::string::npos) {
    cell.bits = f_.scalar_bits(type);
    if (cell.fixed)
      cell.value = machine_register(*cell.fixed);
    else
      f_.b_.move((cell.value = Operand::reg(f_.b_.fresh())).index(), f_.number(0));
  }
  cells_.push_back(cell);
}

void Assembly::bind_input(Cell cell, llvm::ArrayRef<std::string> codes, const llvm::Value* v) {
  const Words all = f_.value(v);
  if (is_tied(cell.code)) {  // starts as the value of an output, in its register
    Cell& target = cells_.at(std::stoul(cell.code));
    if (target.memory || target.code.find("@cc") != std::string::npos) refuse("a tied operand");
    if (!target.opaque.empty() || all.size() != 1) {
      if (target.opaque.size() != all.size()) refuse("a tied operand of another size");
      if (target.code != "A")
        target.opaque = all;
      else
        for (std::size_t k = 0; k < all.size(); ++k) f_.b_.move(target.opaque[k].index(), all[k]);
    } else {
      f_.b_.move(target.value.index(), all[0]);
    }
    Cell same = target;
    if (all.size() == 1) same.bits = f_.scalar_bits(v->getType());
    cells_.push_back(same);
    return;
  }
  if (all.size() != 1) {
    cell.opaque = all;
    if (cell.code == "A" && all.size() == 2) {
      f_.b_.move(machine_register(kAx).index(), all[0]);
      f_.b_.move(machine_register(kDx).index(), all[1]);
    }
  } else if (cell.code == "p") {
    cell.memory = true;
    cell.value = all[0];
  } else {
    cell.bits = f_.scalar_bits(v->getType());
    if (const auto* c = llvm::dyn_cast<llvm::ConstantInt>(v)) {
      cell.number = c->getZExtValue();
      cell.constant = llvm::any_of(
          codes, [&](const std::string& code) { return takes_immediate(code, c->getSExtValue()); });
    }
    cell.value = cell.fixed ? machine_register(*cell.fixed) : Operand::reg(f_.b_.fresh());
    f_.b_.move(cell.value.index(), all[0]);
  }
  cells_.push_back(cell);
}

llvm::Type* Assembly::output_type(std::size_t n) const {
  llvm::Type* type = call_.getType();
  return type->isStructTy() ? type->getStructElementType(static_cast<unsigned>(n)) : type;
}

void Assembly::results() {
  for (const auto& [k, pointer] : stored_) {
    const Cell& c = cells_[k];
    if (!c.opaque.empty()) refuse("a value of several words");
    f_.b_.store(pointer, f_.truncate(c.value, c.bits), whole_bytes(c.bits));
  }
  Words all;
  for (std::size_t k : outputs_) {
    const Cell& c = cells_[k];
    if (const std::size_t at = c.code.find("@cc"); at != std::string::npos) {
      std::string_view name = std::string_view(c.code).substr(at + 3);
      if (name.ends_with("}")) name.remove_suffix(1);
      const std::optional<Operand> value = condition(name);
      if (!value) refuse("condition " + c.code);
      all.push_back(*value);
    } else if (!c.opaque.empty()) {
      all.append(c.opaque);
    } else {
      all.push_back(f_.truncate(c.value, c.bits));
    }
  }
  if (!call_.getType()->isVoidTy()) f_.define(&call_, all);
}

// --- operands ------------------------------------------------------------------------------------

const Assembly::Cell& Assembly::cell(const AsmOperand& o) const {
  if (o.kind != AsmOperand::Kind::Argument || o.argument >= cells_.size())
    refuse("operand " + o.text);
  const Cell& c = cells_[o.argument];
  if (!c.value.present()) refuse("operand " + o.text);
  return c;
}

bool Assembly::is_memory(const AsmOperand& o) const {
  if (o.kind == AsmOperand::Kind::Memory) return true;
  return o.kind == AsmOperand::Kind::Argument && (o.modifier == 'a' || cell(o).memory);
}

unsigned Assembly::size_of(const AsmOperand& o) const {
  if (o.kind == AsmOperand::Kind::Register) {
    const auto part = register_named(o.name);
    return part ? part->bytes : 0;
  }
  if (o.kind != AsmOperand::Kind::Argument || is_memory(o)) return 0;
  const Cell& c = cell(o);
  if (c.constant) return 0;
  switch (o.modifier) {
    case 'b':
    case 'h':
      return 1;
    case 'w':
      return 2;
    case 'k':
      return 4;
    case 'q':
      return 8;
    case '\0':
      return whole_bytes(c.bits);
    default:
      refuse("operand " + o.text);
  }
}

ir::Operand Assembly::full_register(const AsmOperand& o, bool& high) {
  if (o.kind == AsmOperand::Kind::Register) {
    const auto part = register_named(o.name);
    if (!part) refuse("operand " + o.text);
    high = part->high;
    return machine_register(part->number);
  }
  const Cell& c = cell(o);
  if (c.memory || c.constant) refuse("operand " + o.text);
  high = o.modifier == 'h';
  return c.value;
}

ir::Operand Assembly::address(const AsmOperand& o) {
  bool high = false;
  note_read(o);
  if (o.kind == AsmOperand::Kind::Argument)
    return o.modifier == 'a' && !cell(o).memory ? full_register(o, high) : cell(o).value;
  Operand sum = f_.number(o.value);
  auto add = [&](const AsmOperand& part, unsigned scale) {
    Operand x;
    note_read(part);
    if (part.kind == AsmOperand::Kind::Argument && cell(part).memory) {
      x = cell(part).value;
    } else {
      if (size_of(part) != 8) refuse("operand " + o.text);
      x = full_register(part, high);
    }
    if (scale != 1) x = f_.op(Opcode::Mul, 64, x, f_.number(scale));
    sum = f_.op(Opcode::Add, 64, sum, x);
  };
  for (const AsmOperand& base : o.base) add(base, 1);
  for (const AsmOperand& index : o.index) add(index, o.scale);
  return sum;
}

ir::Operand Assembly::read_register(Operand r, unsigned bytes, bool high) {
  if (high) r = f_.op(Opcode::LShr, 64, r, f_.number(8));
  if (bytes < 8) return f_.truncate(r, 8 * bytes);
  // A copy: the register may change before the value is used.
  const std::uint32_t copy = f_.b_.fresh();
  f_.b_.move(copy, r);
  return Operand::reg(copy);
}

// 32 bits clear the upper half; fewer leave everything else as it is.
void Assembly::write_register(Operand r, Operand value, unsigned bytes, bool high) {
  if (bytes < 4) {
    const unsigned shift = high ? 8 : 0;
    const std::uint64_t mask = ((std::uint64_t{1} << (8 * bytes)) - 1) << shift;
    if (high) value = f_.op(Opcode::Shl, 64, value, f_.number(8));
    value = f_.op(Opcode::Or, 64, f_.op(Opcode::And, 64, r, f_.number(~mask)), value);
  }
  f_.b_.move(r.index(), value);
}

// Accesses of assembly are like those of volatile atomics: single, and no data races.
ir::Operand Assembly::read(const AsmOperand& o, unsigned bytes) {
  if (o.kind == AsmOperand::Kind::Immediate) return f_.truncate(f_.number(o.value), 8 * bytes);
  if (is_memory(o)) return f_.b_.load(address(o), bytes, ir::Order::Relaxed);
  if (o.kind == AsmOperand::Kind::Argument && cell(o).constant) {
    // An immediate is written as a signed number of its own width.
    const Cell& c = cell(o);
    return f_.truncate(f_.sign_extend(c.value, c.bits, 64), 8 * bytes);
  }
  bool high = false;
  note_read(o);
  const Operand r = full_register(o, high);
  return read_register(r, bytes, high);
}

void Assembly::write(const AsmOperand& o, Operand value, unsigned bytes) {
  if (is_memory(o)) return f_.b_.store(address(o), value, bytes, ir::Order::Relaxed);
  bool high = false;
  note_write(o);
  const Operand r = full_register(o, high);
  write_register(r, value, bytes, high);
}

void FunctionLowering::assembly(const llvm::CallBase& call) { Assembly(*this, call).lower(); }

}  // namespace overtake::frontend
