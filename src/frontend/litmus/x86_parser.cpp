// Columns of x86 instructions.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <utility>

#include "frontend/litmus/lexer.h"
#include "frontend/litmus/x86.h"
#include "frontend/x86_suffix.h"

namespace overtake::litmus::x86 {
namespace {

std::string lower_case(std::string_view s) {
  std::string out;
  for (const char c : s) out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

struct Shape {
  Op op;
  int operands;
  bool lockable = false;  // may have LOCK if its destination is memory
  bool sized = true;      // takes a b, w, l or q suffix
};

const std::map<std::string, Shape>& shapes() {
  static const std::map<std::string, Shape> kShapes = {
      {"mov", {Op::Mov, 2}},
      {"lea", {Op::Lea, 2}},
      {"xchg", {Op::Xchg, 2, true}},
      {"add", {Op::Add, 2, true}},
      {"sub", {Op::Sub, 2, true}},
      {"and", {Op::And, 2, true}},
      {"or", {Op::Or, 2, true}},
      {"xor", {Op::Xor, 2, true}},
      {"inc", {Op::Inc, 1, true}},
      {"dec", {Op::Dec, 1, true}},
      {"neg", {Op::Neg, 1, true}},
      {"not", {Op::Not, 1, true}},
      {"xadd", {Op::Xadd, 2, true}},
      {"cmpxchg", {Op::Cmpxchg, 2, true}},
      {"cmp", {Op::Cmp, 2}},
      {"test", {Op::Test, 2}},
      {"nop", {Op::Nop, 0, false, false}},
      {"pause", {Op::Nop, 0, false, false}},
      {"endbr64", {Op::Nop, 0, false, false}},
      {"ret", {Op::Ret, 0, false, false}},
      {"retq", {Op::Ret, 0, false, false}},
      {"mfence", {Op::Mfence, 0, false, false}},
      {"sfence", {Op::Sfence, 0, false, false}},
      {"lfence", {Op::Lfence, 0, false, false}},
  };
  return kShapes;
}

std::optional<Condition> parse_condition(const std::string& suffix) {
  static const std::map<std::string, Condition> kConditions = {
      {"e", Condition::Equal},         {"z", Condition::Equal},
      {"ne", Condition::NotEqual},     {"nz", Condition::NotEqual},
      {"l", Condition::Less},          {"lt", Condition::Less},
      {"nge", Condition::Less},        {"ge", Condition::GreaterEqual},
      {"nl", Condition::GreaterEqual}, {"le", Condition::LessEqual},
      {"ng", Condition::LessEqual},    {"g", Condition::Greater},
      {"gt", Condition::Greater},      {"nle", Condition::Greater},
      {"s", Condition::Sign},          {"ns", Condition::NotSign},
      {"b", Condition::Below},         {"c", Condition::Below},
      {"nae", Condition::Below},       {"ae", Condition::AboveEqual},
      {"nb", Condition::AboveEqual},   {"nc", Condition::AboveEqual},
      {"be", Condition::BelowEqual},   {"na", Condition::BelowEqual},
      {"a", Condition::Above},         {"nbe", Condition::Above},
      {"o", Condition::Overflow},      {"no", Condition::NotOverflow},
  };
  const auto found = kConditions.find(suffix);
  if (found == kConditions.end()) return std::nullopt;
  return found->second;
}

class Parser {
 public:
  Parser(Lexer& lexer, bool att) : lexer_(lexer), att_(att) {}

  std::vector<Thread> run() {
    processors();
    while (!ends()) row();
    return std::move(threads_);
  }

 private:
  // P0 | P1 | ... ;
  void processors() {
    lexer_.accept(";");
    do {
      const Token t = lexer_.expect_name("a thread, such as P0");
      if (t.text != fmt::format("P{}", threads_.size()))
        fail(lexer_.file(), t.position,
             fmt::format("expected thread P{}, found `{}`", threads_.size(), t.text));
      threads_.push_back({.code = {}, .position = t.position});
    } while (lexer_.accept("|"));
    lexer_.expect(";");
  }

  bool ends() {
    const Token& t = lexer_.peek();
    return t.kind == TokenKind::End || t.is("exists") || t.is("~") || t.is("forall") ||
           t.is("locations") || t.is("filter") || t.is("final") || t.is("(");
  }

  void row() {
    for (std::size_t column = 0;; ++column) {
      if (column >= threads_.size()) lexer_.unexpected("`;` (one column for each thread)");
      cell(threads_[column]);
      if (lexer_.peek().is(";") && column + 1 < threads_.size())
        lexer_.unexpected("`|` (one column for each thread)");
      if (lexer_.accept(";")) return;
      if (!lexer_.peek().is("|")) lexer_.unexpected("`|` or `;` after the instruction");
      lexer_.take();
    }
  }

  void cell(Thread& thread) {
    while (lexer_.peek().kind == TokenKind::Name && lexer_.peek(1).is(":")) {
      const Token label = lexer_.take();
      for (const Instruction& i : thread.code)
        if (i.op == Op::Label && i.label == label.text)
          fail(lexer_.file(), label.position,
               fmt::format("label `{}` is defined twice in this thread", label.text));
      Instruction i;
      i.op = Op::Label;
      i.label = label.text;
      i.position = label.position;
      thread.code.push_back(std::move(i));
      lexer_.take();
    }
    if (lexer_.peek().is("|") || lexer_.peek().is(";")) return;
    thread.code.push_back(instruction());
  }

  Instruction instruction() {
    const Token t = lexer_.expect_name("an instruction");
    const std::string name = lower_case(t.text);
    Instruction i;
    i.position = t.position;
    if (name == "lock") {
      lexer_.accept(";");
      i = instruction();
      const bool lockable = i.op == Op::Xchg || (shape_ && shape_->lockable);
      const bool on_memory =
          std::any_of(i.operands.begin(), i.operands.begin() + (i.operands.empty() ? 0 : 1),
                      [](const Operand& o) { return o.is_memory(); }) ||
          (i.op == Op::Xchg && i.operands[1].is_memory());
      if (!lockable || !on_memory || i.locked)
        fail(lexer_.file(), t.position,
             "LOCK needs a read-modify-write instruction whose destination is memory");
      i.locked = true;
      return i;
    }
    shape_ = find_shape(name, i);
    if (shape_) {
      i.op = shape_->op;
      operands(i, shape_->operands);
      return i;
    }
    if (name == "jmp") {
      i.op = Op::Jmp;
    } else if (const auto c =
                   name.starts_with("j") ? parse_condition(name.substr(1)) : std::nullopt) {
      i.op = Op::Jcc;
      i.condition = *c;
    } else if (const auto s =
                   name.starts_with("set") ? parse_condition(name.substr(3)) : std::nullopt) {
      i.op = Op::Setcc;
      i.condition = *s;
      i.bytes = 1;
      operands(i, 1);
      return i;
    } else if (name.starts_with("cmov") && conditional_move(name.substr(4), i)) {
      i.op = Op::Cmovcc;
      operands(i, 2);
      return i;
    } else {
      fail(lexer_.file(), t.position, fmt::format("instruction `{}` is not supported", t.text));
    }
    const Token target = lexer_.expect_name("a label to jump to");
    i.label = target.text;
    return i;
  }

  // The shape of a mnemonic, with or without a size suffix.
  const Shape* find_shape(const std::string& name, Instruction& i) const {
    const auto exact = shapes().find(name);
    if (exact != shapes().end()) return &exact->second;
    const std::uint8_t bytes = frontend::suffix_bytes(name.back());
    const auto stem = shapes().find(name.substr(0, name.size() - 1));
    if (bytes == 0 || stem == shapes().end() || !stem->second.sized) return nullptr;
    i.bytes = bytes;
    return &stem->second;
  }

  static bool conditional_move(const std::string& suffix, Instruction& i) {
    auto condition = parse_condition(suffix);
    if (!condition && suffix.size() > 1) {
      i.bytes = frontend::suffix_bytes(suffix.back());
      if (i.bytes != 0) condition = parse_condition(suffix.substr(0, suffix.size() - 1));
    }
    if (condition) i.condition = *condition;
    return condition.has_value();
  }

  void operands(Instruction& i, int count) {
    for (int n = 0; n < count; ++n) {
      if (n > 0) lexer_.expect(",");
      i.operands.push_back(operand());
    }
    if (count == 2) order(i);
    check(i);
  }

  // Destination first. herd's X86_64 takes the operands of CMPXCHG, XADD and CMOVcc in both orders;
  // the one that is memory (for CMOVcc: that is not) is the destination.
  void order(Instruction& i) const {
    Operand& a = i.operands[0];
    Operand& b = i.operands[1];
    bool swap = att_;
    if (i.op == Op::Cmpxchg || i.op == Op::Xadd) {
      if (a.is_memory() != b.is_memory()) swap = b.is_memory();
    } else if (i.op == Op::Cmovcc) {
      if (a.is_memory() != b.is_memory()) swap = a.is_memory();
    }
    if (swap) std::swap(a, b);
  }

  void check(const Instruction& i) const {
    auto refuse = [&](const Operand& o, const std::string& expected) {
      fail(lexer_.file(), o.position, "expected " + expected);
    };
    if (i.operands.empty()) return;
    const Operand& destination = i.operands[0];
    const bool writes = i.op != Op::Cmp && i.op != Op::Test;
    if (writes && !destination.is_memory() && !destination.is_register())
      refuse(destination, "a register or a memory location as the destination");
    if (i.operands.size() < 2) return;
    const Operand& source = i.operands[1];
    if (destination.is_memory() && source.is_memory()) refuse(source, "at most one memory operand");
    if (i.op == Op::Lea && (!source.is_memory() || !destination.is_register()))
      refuse(source, "a register and an address");
    if (i.op == Op::Cmovcc && !destination.is_register())
      refuse(destination, "a register as the destination");
    if (i.op == Op::Xchg && !source.is_register() && !source.is_memory())
      refuse(source, "a register or a memory location");
    if ((i.op == Op::Xadd || i.op == Op::Cmpxchg) && !source.is_register())
      refuse(source, "a register as the source");
  }

  Operand operand() {
    Operand o;
    o.position = lexer_.peek().position;
    if (lexer_.accept("$")) {
      if (lexer_.peek().kind == TokenKind::Name) {
        o.kind = Operand::Kind::Address;
        o.symbol = lexer_.take().text;
      } else {
        o.immediate = number();
      }
      return o;
    }
    const bool numeric = lexer_.peek().kind == TokenKind::Number ||
                         (lexer_.peek().is("-") && lexer_.peek(1).kind == TokenKind::Number);
    if (numeric) {
      o.immediate = number();
      if (!lexer_.peek().is("(") && !lexer_.peek().is("[")) return o;
      o.memory.displacement = std::exchange(o.immediate, 0);
      address(o);
      return o;
    }
    if (lexer_.peek().is("[") || lexer_.peek().is("(")) {
      address(o);
      return o;
    }
    if (lexer_.peek().is("%") || parse_register(lexer_.peek().text)) {
      o.kind = Operand::Kind::Register;
      o.reg = register_();
      return o;
    }
    if (lexer_.peek().kind == TokenKind::Name && lexer_.peek(1).is("(")) {  // x(%rip)
      o.memory.symbol = lexer_.take().text;
      lexer_.expect("(");
      lexer_.expect("%");
      lexer_.expect("rip");
      lexer_.expect(")");
      o.kind = Operand::Kind::Memory;
      return o;
    }
    lexer_.unexpected("an operand (register, [x], (x), [register], $number)");
  }

  std::int64_t number() {
    const bool negative = lexer_.accept("-");
    if (lexer_.peek().kind != TokenKind::Number) lexer_.unexpected("a number");
    const std::uint64_t n = lexer_.take_64_bits();
    return static_cast<std::int64_t>(negative ? std::uint64_t{0} - n : n);
  }

  Register register_() {
    const Position at = lexer_.peek().position;
    lexer_.accept("%");
    const Token t = lexer_.expect_name("a register");
    const auto r = parse_register(t.text);
    if (!r) fail(lexer_.file(), at, fmt::format("expected a register, found `{}`", t.text));
    return *r;
  }

  // `[` or `(`, then AT&T's base, index, scale or Intel's sum of terms, then the closing one.
  void address(Operand& o) {
    o.kind = Operand::Kind::Memory;
    const std::string close = lexer_.take().text == "[" ? "]" : ")";
    Memory& m = o.memory;
    term(m, /*negative=*/false);
    if (lexer_.peek().is(",")) {
      lexer_.take();
      m.index = register_();
      if (lexer_.accept(",")) scale(m);
    } else {
      while (lexer_.peek().is("+") || lexer_.peek().is("-")) term(m, lexer_.take().text == "-");
    }
    if (!lexer_.peek().is(close)) lexer_.unexpected(fmt::format("`{}`", close));
    lexer_.take();
  }

  void scale(Memory& m) {
    const Position at = lexer_.peek().position;
    const std::int64_t s = number();
    if (s != 1 && s != 2 && s != 4 && s != 8)
      fail(lexer_.file(), at, "expected a scale of 1, 2, 4 or 8");
    m.scale = static_cast<std::uint8_t>(s);
  }

  void term(Memory& m, bool negative) {
    const Token& t = lexer_.peek();
    if (t.kind == TokenKind::Number) {
      const std::int64_t n = number();
      m.displacement += negative ? -n : n;
    } else if (t.is("%") || parse_register(t.text)) {
      const Position at = t.position;
      const Register r = register_();
      if (negative || (m.base && m.index))
        fail(lexer_.file(), at, "expected at most a base and an index register");
      if (lexer_.accept("*")) {
        m.index = r;
        scale(m);
      } else {
        (m.base ? m.index : m.base) = r;
      }
    } else if (t.kind == TokenKind::Name && m.symbol.empty() && !negative) {
      m.symbol = lexer_.take().text;
    } else {
      lexer_.unexpected("a location or a register");
    }
  }

  Lexer& lexer_;
  bool att_;
  std::vector<Thread> threads_;
  const Shape* shape_ = nullptr;
};

}  // namespace

std::optional<Register> parse_register(std::string_view text) {
  static const std::array<std::string_view, 8> kNames = {"ax", "bx", "cx", "dx",
                                                         "si", "di", "bp", "sp"};
  const std::string name = lower_case(text);
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    const std::string_view base = kNames[i];
    const auto number = static_cast<std::uint8_t>(i);
    if (name == fmt::format("r{}", base)) return Register{number, 8};
    if (name == fmt::format("e{}", base)) return Register{number, 4};
    if (name == base) return Register{number, 2};
    if (name == (i < 4 ? fmt::format("{}l", base[0]) : fmt::format("{}l", base)))
      return Register{number, 1};
  }
  for (std::uint8_t i = 8; i < kRegisters; ++i) {
    const std::string base = fmt::format("r{}", i);
    if (name == base) return Register{i, 8};
    if (name == base + "d") return Register{i, 4};
    if (name == base + "w") return Register{i, 2};
    if (name == base + "b") return Register{i, 1};
  }
  return std::nullopt;
}

std::vector<Thread> parse_threads(Lexer& lexer, bool att) { return Parser(lexer, att).run(); }

}  // namespace overtake::litmus::x86
