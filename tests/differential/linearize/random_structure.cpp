#include "differential/linearize/random_structure.h"

#include <fmt/format.h>

#include "ir/parse.h"
#include "linearize/history.h"

namespace overtake::linearize::test {
namespace {

using Kind = Instruction::Kind;

constexpr unsigned kSection = static_cast<unsigned>(MarkKind::Section);
constexpr unsigned kCall = static_cast<unsigned>(MarkKind::Call);
constexpr unsigned kReturn = static_cast<unsigned>(MarkKind::Return);
constexpr unsigned kUnsigned = static_cast<unsigned>(MarkKind::Unsigned);

// Registers 1 (r), 2 and 3; labels begin with `label`.
std::string body(const std::vector<Instruction>& code, const std::string& label) {
  std::string out = "  %1 = mov.64 0\n";
  for (std::size_t i = 0; i < code.size(); ++i) {
    const Instruction& n = code[i];
    out += fmt::format("{}_{}:\n", label, i);
    switch (n.kind) {
      case Kind::Load:
        out += fmt::format("  %1 = load.8 @x{}\n", n.word);
        break;
      case Kind::StoreConstant:
        out += fmt::format("  store.8 @x{}, {}\n", n.word, n.a);
        break;
      case Kind::StoreRegister:
        out += fmt::format("  %2 = add.64 %1, {}\n  store.8 @x{}, %2\n", n.a, n.word);
        break;
      case Kind::Add:
        out += fmt::format("  %1 = rmw.8 add seq_cst @x{}, {}\n", n.word, n.a);
        break;
      case Kind::Exchange:
        out += fmt::format("  %1 = rmw.8 exchange seq_cst @x{}, {}\n", n.word, n.a);
        break;
      case Kind::Cas:
        out +=
            fmt::format("  %2 = cas.8 seq_cst @x{}, {}, {}\n  %1 = mov.64 %3\n", n.word, n.a, n.b);
        break;
      case Kind::Fence:
        out += "  fence full\n";
        break;
      case Kind::SkipIfEqual:
        out += fmt::format("  %2 = eq.64 %1, {}\n  branch %2, {}_{}, {}_{}\n", n.a, label,
                           std::min(i + 1 + n.b, code.size()), label, i + 1);
        break;
    }
  }
  return out + fmt::format("{}_{}:\n", label, code.size());
}

std::string called(const std::vector<Instruction>& code, std::size_t number,
                   const std::string& label) {
  return fmt::format("  mark {}, {}\n", kCall, number) + body(code, label) +
         fmt::format("  mark {}, 0\n  mark {}, %1\n", kReturn, kUnsigned);
}

std::string globals(std::uint32_t words) {
  std::string out = "entry @main\n";
  for (std::uint32_t w = 0; w < words; ++w) out += fmt::format("global @x{} size 8\n", w);
  return out;
}

}  // namespace

ir::Program Structure::client_program() const {
  std::string out = globals(words) + "func @main() registers 16 {\n";
  const std::size_t n = client.threads.size();
  for (std::size_t t = 0; t < n; ++t) out += fmt::format("  %{} = spawn @t{}, 0\n", t, t);
  for (std::size_t t = 0; t < n; ++t) out += fmt::format("  %{} = join %{}\n", 8 + t, t);
  out += "  ret\n}\n";
  for (std::size_t t = 0; t < n; ++t) {
    out += fmt::format("func @t{}(%0) registers 4 {{\n  mark {}, {}\n", t, kSection, t + 1);
    for (std::size_t i = 0; i < client.threads[t].size(); ++i) {
      const std::size_t o = client.threads[t][i].index();
      out += called(operations[o], o, fmt::format("L{}", i));
    }
    out += "  ret 0\n}\n";
  }
  return ir::parse(out, "client");
}

ir::Program Structure::sequential_program() const {
  std::string out = globals(words) + "func @main() registers 4 {\nLoop:\n";
  out += fmt::format("  %0 = choose {}\n  switch.64 %0 [", operations.size() + 1);
  for (std::size_t o = 0; o < operations.size(); ++o)
    out += fmt::format("{}{}: O{}", o == 0 ? "" : ", ", o, o);
  out += "] End\n";
  for (std::size_t o = 0; o < operations.size(); ++o)
    out += fmt::format("O{}:\n", o) + called(operations[o], o, fmt::format("L{}", o)) +
           "  jump Loop\n";
  return ir::parse(out + "End:\n  ret\n}\n", "sequential");
}

std::uint64_t Structure::apply(std::size_t operation, std::vector<std::uint64_t>& x) const {
  std::uint64_t r = 0;
  const std::vector<Instruction>& code = operations[operation];
  for (std::size_t i = 0; i < code.size(); ++i) {
    const Instruction& n = code[i];
    const std::uint64_t old = x[n.word];
    switch (n.kind) {
      case Kind::Load:
        r = old;
        break;
      case Kind::StoreConstant:
        x[n.word] = n.a;
        break;
      case Kind::StoreRegister:
        x[n.word] = r + n.a;
        break;
      case Kind::Add:
        x[n.word] = old + n.a;
        r = old;
        break;
      case Kind::Exchange:
        x[n.word] = n.a;
        r = old;
        break;
      case Kind::Cas:
        r = old == n.a ? 1 : 0;
        if (r == 1) x[n.word] = n.b;
        break;
      case Kind::Fence:
        break;
      case Kind::SkipIfEqual:
        if (r == n.a) i += n.b;
        break;
    }
  }
  return r;
}

std::string Structure::text() const {
  std::string out = linearize::text(declaration, client) + "\n";
  for (std::size_t o = 0; o < operations.size(); ++o)
    out += fmt::format("operation {}:\n", o) + body(operations[o], "L");
  return out;
}

Structure random_structure(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t n) { return random() % n; };
  Structure s;
  s.words = static_cast<std::uint32_t>(2 + below(2));
  const std::size_t operations = 2 + below(2);
  for (std::size_t o = 0; o < operations; ++o) {
    std::vector<Instruction> code;
    const std::size_t length = below(12) == 0 ? 0 : 1 + below(4);
    for (std::size_t i = 0; i < length; ++i) {
      constexpr Kind kinds[] = {Kind::Load,          Kind::Load,          Kind::Load,
                                Kind::StoreConstant, Kind::StoreConstant, Kind::StoreRegister,
                                Kind::Add,           Kind::Exchange,      Kind::Cas,
                                Kind::Fence,         Kind::SkipIfEqual};
      code.push_back({kinds[below(std::size(kinds))], static_cast<std::uint32_t>(below(s.words)),
                      below(3), below(3)});
    }
    s.operations.push_back(std::move(code));
    s.declaration.operations.push_back({.name = fmt::format("o{}", o), .values = {""}});
    s.declaration.calls.push_back({static_cast<std::uint32_t>(o), "", fmt::format("o{}()", o)});
  }
  s.declaration.alphabet = static_cast<std::uint32_t>(operations);
  const std::size_t threads = 2 + (below(3) == 0 ? 1 : 0);
  for (std::size_t t = 0; t < threads; ++t) {
    std::vector<CallId> calls;
    for (std::size_t i = 0; i < (threads == 3 ? 1 : 1 + below(2)); ++i)
      calls.push_back(CallId{below(operations)});
    s.client.threads.push_back(std::move(calls));
  }
  return s;
}

}  // namespace overtake::linearize::test
