// A recursive-descent parser over the tokens of ir/lexer.h. Names may be used before they are
// declared: a first sweep over the lines collects globals and functions, the second one parses the
// functions. What an instruction looks like comes from ir/shape.h, as in the printer.
#include "ir/parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <unordered_map>

#include "base/error.h"
#include "ir/shape.h"
#include "ir/token_reader.h"
#include "ir/verify.h"

namespace overtake::ir {
namespace {

class Parser : TokenReader {
 public:
  using TokenReader::TokenReader;

  Program run() {
    declare_symbols();
    go_to(0);
    while (peek().kind != TokenKind::End) declaration();
    if (!program_.entry.valid()) error(peek(), "expected a line 'entry @name'");
    check();
    return std::move(program_);
  }

 private:
  using Symbol = std::pair<std::string, std::uint64_t>;

  // What was read may still make no sense: registers out of range, missing results, ...
  void check() {
    const std::vector<Fault> faults = find_faults(program_);
    if (faults.empty()) return;
    const Fault& fault = faults.front();
    const std::uint32_t line =
        fault.function.valid() ? lines_[fault.function.index()][fault.instruction] : 1;
    throw InputError(fmt::format("{}:{}:1: {}", file(), line, fault.message));
  }

  // --- declarations ------------------------------------------------------------------------------
  void declare_symbols() {
    std::uint32_t functions = 0;
    std::uint32_t globals = 0;
    for (go_to(0); peek().kind != TokenKind::End; take()) {
      const Token& next = peek(1);
      if (at_line_start() && next.kind == TokenKind::Symbol) {
        auto declare = [&](auto& map, std::uint32_t& count) {
          const Symbol symbol{next.text, next.number};
          if (global_ids_.count(symbol) != 0 || function_ids_.count(symbol) != 0)
            error(next, "expected a new name, found " + describe(next) + " a second time");
          map[symbol] = count++;
        };
        if (peek().is_word("global")) declare(global_ids_, globals);
        if (peek().is_word("func")) declare(function_ids_, functions);
      }
    }
    program_.functions.reserve(functions);
    program_.globals.reserve(globals);
    // Constants may name a global before its own line is read.
    for (go_to(0); peek().kind != TokenKind::End; take())
      if (at_line_start() && peek().is_word("global") && peek(1).kind == TokenKind::Symbol)
        global();
  }

  void declaration() {
    const Token& word = expect(TokenKind::Word, "a declaration (file, global, func, source, ...)");
    if (word.text == "file") {
      file_declaration();
    } else if (word.text == "global") {
      while (peek().kind != TokenKind::NewLine) take();  // read by the first sweep
    } else if (word.text == "entry") {
      program_.entry = FunctionId{function_named()};
    } else if (word.text == "thread_end") {
      program_.thread_end = FunctionId{function_named()};
    } else if (word.text == "uncaught") {
      program_.uncaught = FunctionId{function_named()};
    } else if (word.text == "source") {
      source();
    } else if (word.text == "func") {
      function();
    } else {
      step_back();
      expected("a declaration (file, global, func, source, ...)");
    }
    end_of_line();
  }

  // file f0 = "a.c"
  // file f1 = "<runtime>/mutex.c" model
  void file_declaration() {
    if (!accept_word(fmt::format("f{}", program_.files.size())))
      expected(fmt::format("'f{}'", program_.files.size()));
    expect('=');
    File file{.path = expect(TokenKind::String, "the file's path as a string").text};
    if (accept_word("model"))
      file.origin = FileOrigin::Model;
    else if (accept_word("library"))
      file.origin = FileOrigin::Library;
    else if (accept_word("system"))
      file.origin = FileOrigin::System;
    program_.files.push_back(std::move(file));
  }

  // source !1 = f0:12:3 inlined !0
  void source() {
    if (expect(TokenKind::Source, "the number of the source").number != program_.sources.size()) {
      step_back();
      expected(fmt::format("'!{}'", program_.sources.size()));
    }
    expect('=');
    Source s;
    const Token& file = expect(TokenKind::Word, "a file, as f0");
    std::uint32_t index = 0;
    const char* const end = file.text.data() + file.text.size();
    const auto parsed = std::from_chars(file.text.data() + 1, end, index);
    if (file.text[0] != 'f' || parsed.ec != std::errc{} || parsed.ptr != end)
      error(file, "expected a file, as f0, found " + describe(file));
    s.file = FileId{index};
    expect(':');
    s.line = small_number("a line");
    expect(':');
    s.column = small_number("a column");
    if (accept_word("inlined"))
      s.inlined_at = SourceId{small(expect(TokenKind::Source, "a source, as !0"))};
    program_.sources.push_back(s);
  }

  SourceId optional_source() {
    if (peek().kind != TokenKind::Source) return {};
    return SourceId{small(take())};
  }

  // global @x size 4 constant thread_local private slot 7 = "bytes" !3
  void global() {
    expect_word("global");
    Global g;
    g.name = take().text;
    expect_word("size");
    g.size = number("the global's size");
    g.constant = accept_word("constant");
    g.thread_local_ = accept_word("thread_local");
    g.private_ = accept_word("private");
    if (accept_word("slot")) program_.next_global_slot = small_number("a slot");
    if (accept('=')) {
      const std::string& bytes = expect(TokenKind::String, "the initial bytes as a string").text;
      g.initial.assign(bytes.begin(), bytes.end());
    }
    g.source = optional_source();
    program_.add_global(std::move(g));
    if (peek().kind != TokenKind::NewLine) end_of_line();
  }

  std::uint32_t lookup(const std::map<Symbol, std::uint32_t>& map, std::string_view what) {
    const Token& token = expect(TokenKind::Symbol, what);
    const auto it = map.find({token.text, token.number});
    if (it == map.end()) error(token, fmt::format("expected {}, found {}", what, describe(token)));
    return it->second;
  }
  std::uint32_t function_named() { return lookup(function_ids_, "the name of a function"); }

  // --- functions ---------------------------------------------------------------------------------
  // func @f(%0, %1, ...) registers 5 !3 { <lines> }
  void function() {
    function_ = {};
    labels_.clear();
    patches_.clear();
    constants_.clear();
    lines_.emplace_back();
    function_.name = expect(TokenKind::Symbol, "the function's name").text;
    expect('(');
    parameters();
    expect_word("registers");
    function_.registers = small_number("the number of registers");
    function_.source = optional_source();
    expect('{');
    end_of_line();
    while (!accept('}')) {
      if (peek().kind == TokenKind::Word && peek(1).is(':'))
        label();
      else
        instruction();
    }
    resolve_labels();
    program_.functions.push_back(std::move(function_));
  }

  void parameters() {
    while (!accept(')')) {
      if (function_.parameters > 0) expect(',');
      if (peek().kind == TokenKind::Ellipsis) {
        take();
        function_.variadic = true;
        expect(')');
        return;
      }
      if (peek().kind != TokenKind::Register || peek().number != function_.parameters)
        expected(fmt::format("'%{}'", function_.parameters));
      take();
      ++function_.parameters;
    }
  }

  void label() {
    const Token& name = take();
    const auto here = static_cast<std::uint32_t>(function_.code.size());
    if (!labels_.emplace(name.text, here).second)
      error(name, "expected a new label, found " + describe(name) + " a second time");
    take();
    if (peek().kind == TokenKind::NewLine) take();
  }

  // Where a label's value goes, once it is known: a field of an instruction, or of a switch table.
  struct Patch {
    const Token* label;
    std::uint32_t Instruction::* field;  // nullptr: a case of the instruction's switch table
    std::size_t instruction;
    std::size_t entry;  // of the table; its size: the default
  };

  void target(std::uint32_t Instruction::* field, std::size_t entry = 0) {
    patches_.push_back({&expect(TokenKind::Word, "a label"), field, function_.code.size(), entry});
  }

  void resolve_labels() {
    for (const Patch& p : patches_) {
      const auto it = labels_.find(p.label->text);
      if (it == labels_.end())
        error(*p.label, "expected a label of this function, found " + describe(*p.label));
      Instruction& i = function_.code[p.instruction];
      if (p.field != nullptr) {
        i.*p.field = it->second;
      } else {
        SwitchTable& table = function_.switches[i.target];
        (p.entry == table.cases.size() ? table.otherwise : table.cases[p.entry].second) =
            it->second;
      }
    }
  }

  Operand operand() {
    const Token& token = peek();
    if (token.kind == TokenKind::Register) return Operand::reg(reg());
    if (token.kind == TokenKind::Number) return constant(take().number);
    if (token.kind != TokenKind::Symbol) expected("an operand: a register, a number or a name");
    const Symbol symbol{token.text, token.number};
    std::uint64_t value = 0;
    if (const auto f = function_ids_.find(symbol); f != function_ids_.end()) {
      value = function_address(FunctionId{f->second});
    } else if (const auto g = global_ids_.find(symbol); g != global_ids_.end()) {
      value = address_of(program_.globals[g->second].slot);
    } else {
      expected("the name of a global or a function");
    }
    take();
    if (accept('+')) value += number("an offset");
    return constant(value);
  }

  Operand constant(std::uint64_t value) {
    const auto [it, added] =
        constants_.try_emplace(value, static_cast<std::uint32_t>(function_.constants.size()));
    if (added) function_.constants.push_back(value);
    return Operand::constant(it->second);
  }

  bool at_operand() const {
    const TokenKind kind = peek().kind;
    return kind == TokenKind::Register || kind == TokenKind::Number || kind == TokenKind::Symbol;
  }

  // --- instructions ------------------------------------------------------------------------------
  void instruction() {
    lines_.back().push_back(peek().line);
    Instruction i;
    if (peek().kind == TokenKind::Register) {
      i.dst = reg();
      expect('=');
    }
    opcode(i);
    modifiers(i);
    operands(i);
    i.source = optional_source();
    function_.code.push_back(i);
    end_of_line();
  }

  // add.32, sext.8.32: the opcode's name, width and, where it is a number, sub.
  void opcode(Instruction& i) {
    const Token& token = expect(TokenKind::Word, "an instruction");
    std::string_view text = token.text;
    const std::optional<Opcode> op = opcode_named(text.substr(0, text.find('.')));
    if (!op) error(token, "expected an instruction, found " + describe(token));
    i.op = *op;
    i.width = default_width(i.op);
    text.remove_prefix(std::min(text.find('.'), text.size()));
    auto part = [&](std::uint8_t& value) {
      if (text.empty()) return;
      const char* const end = text.data() + text.size();
      const auto [stop, code] = std::from_chars(text.data() + 1, end, value);
      if (code != std::errc{} || (stop != end && *stop != '.'))
        error(token, "expected numbers below 256 after '.', found " + describe(token));
      text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    };
    part(i.width);
    const SubRule rule = shape(i.op).sub;
    if (rule == SubRule::Bits || rule == SubRule::FloatBits) part(i.sub);
    if (!text.empty()) error(token, "expected fewer parts in " + describe(token));
  }

  // The names of sub and order, before the operands.
  void modifiers(Instruction& i) {
    const Shape& s = shape(i.op);
    if (s.sub != SubRule::None && s.sub != SubRule::Bits && s.sub != SubRule::FloatBits) {
      const std::optional<std::uint8_t> sub =
          peek().kind == TokenKind::Word ? sub_named(s.sub, peek().text) : std::nullopt;
      if (sub) {
        i.sub = *sub;
        take();
      } else if (!sub_may_be_left_out(s.sub)) {
        expected(fmt::format("a kind of {}", s.name));
      }
    }
    if (!s.ordered || peek().kind != TokenKind::Word) return;
    const std::optional<Order> order = order_named(peek().text);
    if (!order) expected("an order (relaxed, acquire, release, acq_rel, seq_cst) or an operand");
    i.order = *order;
    take();
  }

  void operands(Instruction& i) {
    switch (i.op) {
      case Opcode::Call:
        i.target = function_named();
        return arguments(i);
      case Opcode::CallIndirect:
        i.a = operand();
        return arguments(i);
      case Opcode::ThreadLocal:
        i.target = lookup(global_ids_, "the name of a global");
        return;
      case Opcode::LoopBound:
        i.dst = reg();
        expect(',');
        i.count = small_number("a bound");
        return;
      default:
        break;
    }
    const Shape s = shape(i);
    if (s.a == Use::Needed || (s.a == Use::Optional && at_operand())) i.a = operand();
    if (s.b == Use::Needed || (s.b == Use::Optional && peek().is(','))) {
      expect(',');
      i.b = operand();
    }
    if (s.c == Use::Needed) {
      expect(',');
      i.c = operand();
    }
    switch (i.op) {
      case Opcode::Jump:
        target(&Instruction::target);
        break;
      case Opcode::Branch:
        expect(',');
        target(&Instruction::target);
        expect(',');
        target(&Instruction::target2);
        break;
      case Opcode::Switch:
        cases(i);
        break;
      case Opcode::Alloca:
        i.count = accept_word("private") ? 1 : 0;
        if (i.count == 1 && accept_word("idle")) i.count = 2;
        break;
      default:
        break;
    }
  }

  void arguments(Instruction& i) {
    i.target2 = static_cast<std::uint32_t>(function_.arguments.size());
    expect('(');
    while (!accept(')')) {
      if (i.count > 0) expect(',');
      function_.arguments.push_back(operand());
      ++i.count;
    }
    if (accept_word("unwind")) target(&Instruction::unwind);
  }

  // [1: L4, 2: L7] L9
  void cases(Instruction& i) {
    i.target = static_cast<std::uint32_t>(function_.switches.size());
    SwitchTable& table = function_.switches.emplace_back();
    expect('[');
    while (!accept(']')) {
      if (!table.cases.empty()) expect(',');
      const std::uint64_t value = number("a case: its value, ':' and a label");
      expect(':');
      target(nullptr, table.cases.size());
      table.cases.emplace_back(value, kNoTarget);
    }
    target(nullptr, table.cases.size());
  }

  Program program_;
  std::map<Symbol, std::uint32_t> global_ids_, function_ids_;
  std::vector<std::vector<std::uint32_t>> lines_;  // by function and instruction
  // The function being read.
  Function function_;
  std::unordered_map<std::string, std::uint32_t> labels_;
  std::unordered_map<std::uint64_t, std::uint32_t> constants_;
  std::vector<Patch> patches_;
};

}  // namespace

Program parse(std::string_view text, const std::string& file) { return Parser(text, file).run(); }

}  // namespace overtake::ir
