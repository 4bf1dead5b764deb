#include "frontend/litmus/symbols.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace overtake::litmus {
namespace {

bool mentions_address(const Test& test) {
  for (const Initial& i : test.initial) {
    if (i.type && i.type->is_pointer()) return true;
    for (const Value& v : i.values)
      if (!v.symbol.empty()) return true;
  }
  const auto* threads = std::get_if<std::vector<x86::Thread>>(&test.threads);
  if (threads == nullptr) return false;
  for (const x86::Thread& t : *threads)
    for (const x86::Instruction& i : t.code)
      for (const x86::Operand& o : i.operands)
        if (o.kind == x86::Operand::Kind::Address || i.op == x86::Op::Lea) return true;
  return false;
}

}  // namespace

std::uint8_t operand_bytes(const x86::Instruction& i, Architecture architecture,
                           std::uint8_t word_bytes, std::optional<std::uint8_t> memory_bytes) {
  const bool x86_32 = architecture == Architecture::X86;
  auto adjusted = [&](std::uint8_t bytes) { return x86_32 && bytes == 4 ? word_bytes : bytes; };
  if (i.bytes != 0) return adjusted(i.bytes);
  for (const x86::Operand& o : i.operands)
    if (o.is_register()) return adjusted(o.reg.bytes);
  if (memory_bytes) return *memory_bytes;
  return adjusted(4);
}

Symbols::Symbols(const Test& test, ir::Program& program, ir::FileId file) : test_(test) {
  if (test.architecture == Architecture::X86 && mentions_address(test)) word_bytes_ = 8;
  for (const Initial& i : test.initial) add_initial(i);
  if (const auto* threads = std::get_if<std::vector<x86::Thread>>(&test.threads)) add_x86(*threads);
  if (const auto* functions = std::get_if<std::vector<c::Function>>(&test.threads))
    add_c(*functions);

  for (Symbol& s : symbols_) {
    ir::Global g;
    g.name = s.name;
    g.size = std::uint64_t{s.type.bytes()} * s.cells;
    g.source = {};
    program.sources.push_back({file, s.position.line, s.position.column, ir::SourceId::none()});
    g.source = ir::SourceId{program.sources.size() - 1};
    s.global = program.add_global(std::move(g));
  }
  for (const Symbol& s : symbols_) {  // once all addresses are known
    std::vector<std::uint8_t> bytes;
    for (const Value& v : s.initial) {
      const Number n = number(v, program, s.type.bytes());
      for (unsigned b = 0; b < s.type.bytes(); ++b)
        bytes.push_back(static_cast<std::uint8_t>(n >> (8 * b)));
    }
    program.globals[s.global.index()].initial = std::move(bytes);
  }
}

Symbol& Symbols::mention(const std::string& name, Position at) {
  const auto found = std::find_if(symbols_.begin(), symbols_.end(),
                                  [&](const Symbol& s) { return s.name == name; });
  if (found != symbols_.end()) return *found;
  Symbol s;
  s.name = name;
  s.type.base_bytes = word_bytes_;
  s.position = at;
  symbols_.push_back(std::move(s));
  return symbols_.back();
}

void Symbols::add_initial(const Initial& i) {
  if (!i.where.thread) {
    Symbol& s = mention(i.where.name, i.position);
    if (std::exchange(s.initialized, true))
      fail(test_.file, i.position, fmt::format("location `{}` is initialized twice", s.name));
    s.declared = true;
    const bool holds_address = std::any_of(i.values.begin(), i.values.end(),
                                           [](const Value& v) { return !v.symbol.empty(); });
    if (i.type) {
      s.type = *i.type;
      // `int x` of a test whose words are 8 bytes wide is such a word.
      if (word_bytes_ == 8 && !s.type.is_pointer() && s.type.base_bytes == 4)
        s.type.base_bytes = word_bytes_;
      if (holds_address && s.type.bytes() < 8) s.type.pointers = 1;
    } else {
      s.declared = holds_address;
      if (holds_address) s.type.pointers = 1;
    }
    s.cells = i.array_size.value_or(1);
    s.initial = i.values;
    if (!i.type && test_.architecture == Architecture::X86) s.declared = true;
  } else if (*i.where.thread >= test_.thread_count()) {
    fail(test_.file, i.where.position,
         fmt::format("there is no thread {}; the test has {}", *i.where.thread,
                     test_.thread_count()));
  }
  for (const Value& v : i.values)
    if (!v.symbol.empty()) mention(v.symbol, v.position);
}

void Symbols::add_x86(const std::vector<x86::Thread>& threads) {
  for (const x86::Thread& t : threads) {
    for (const x86::Instruction& i : t.code) {
      for (const x86::Operand& o : i.operands) {
        if (o.kind == x86::Operand::Kind::Address) mention(o.symbol, o.position);
        if (!o.is_memory() || o.memory.symbol.empty()) continue;
        Symbol& s = mention(o.memory.symbol, o.position);
        if (s.declared || i.op == x86::Op::Lea) continue;
        const std::uint8_t bytes = operand_bytes(i, test_.architecture, word_bytes_, std::nullopt);
        s.type.base_bytes = std::max(s.type.base_bytes, bytes);
      }
    }
  }
}

void Symbols::add_c(const std::vector<c::Function>& functions) {
  for (const c::Function& f : functions) {
    for (const c::Parameter& p : f.parameters) {
      Symbol& s = mention(p.name, p.position);
      const c::Type type = p.type.pointee();
      if (!s.declared) s.type = type;
      s.declared = true;
      if (s.type.bytes() != type.bytes())
        fail(test_.file, p.position,
             fmt::format("location `{}` has {} bytes elsewhere, {} bytes here", p.name,
                         s.type.bytes(), type.bytes()));
      s.type.atomic = s.type.atomic || type.atomic;
    }
  }
}

const Symbol* Symbols::find(std::string_view name) const {
  for (const Symbol& s : symbols_)
    if (s.name == name) return &s;
  return nullptr;
}

const Symbol& Symbols::at(std::string_view name) const { return *find(name); }

Number Symbols::number(const Value& v, const ir::Program& program) const {
  if (const auto n = resolve(v, symbols_, program)) return *n;
  const Symbol* s = find(v.symbol);
  if (s == nullptr)
    fail(test_.file, v.position,
         fmt::format("expected a number or a location of the test, found `{}`", v.symbol));
  fail(test_.file, v.position,
       fmt::format("`{}` has {} cells, no cell {}", s->name, s->cells, v.index));
}

Number Symbols::number(const Value& v, const ir::Program& program, unsigned bytes) const {
  const Number n = number(v, program);
  if (bytes < 16 && !fits_64_bits(n))
    fail(test_.file, v.position, fmt::format("{} does not fit in 64 bits", to_text(n)));
  return n;
}

std::optional<Number> resolve(const Value& v, std::span<const Symbol> symbols,
                              const ir::Program& program) {
  if (v.symbol.empty()) return v.number;
  for (const Symbol& s : symbols)
    if (s.name == v.symbol && v.index < s.cells)
      return static_cast<Number>(address_of(program.globals[s.global.index()].slot,
                                            std::uint64_t{v.index} * s.type.bytes()));
  return std::nullopt;
}

std::optional<std::string> address_name(std::uint64_t number, std::span<const Symbol> symbols,
                                        const ir::Program& program) {
  for (const Symbol& s : symbols) {
    const Address start = address_of(program.globals[s.global.index()].slot);
    const std::uint64_t size = std::uint64_t{s.type.bytes()} * s.cells;
    if (number < start || number >= start + size) continue;
    const std::uint64_t offset = number - start;
    if (offset == 0) return s.name;
    if (offset % s.type.bytes() == 0) return fmt::format("{}[{}]", s.name, offset / s.type.bytes());
    return fmt::format("{}+{}", s.name, offset);
  }
  return std::nullopt;
}

}  // namespace overtake::litmus
