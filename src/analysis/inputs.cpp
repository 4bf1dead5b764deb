#include "analysis/inputs.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string_view>

#include "ir/user_place.h"

namespace overtake::analysis {
namespace {

constexpr std::string_view kPrefix = "__VERIFIER_nondet_";

// Every function that can be called: called by name, or its address is used somewhere.
std::vector<bool> reachable(const ir::Program& program) {
  std::vector<bool> seen(program.functions.size(), false);
  std::vector<ir::FunctionId> work;
  auto visit = [&](ir::FunctionId f) {
    if (!f.valid() || f.index() >= seen.size() || seen[f.index()]) return;
    seen[f.index()] = true;
    work.push_back(f);
  };
  auto visit_address = [&](Address address) {
    const std::uint64_t slot = slot_bits(address);
    if (slot >= ir::kFirstFunctionSlot && slot - ir::kFirstFunctionSlot < seen.size())
      visit(ir::FunctionId{slot - ir::kFirstFunctionSlot});
  };
  visit(program.entry);
  for (const ir::Global& global : program.globals)
    for (std::size_t i = 0; i + 8 <= global.initial.size(); ++i) {
      Address address = 0;
      for (std::size_t b = 0; b < 8; ++b) address |= Address{global.initial[i + b]} << (8 * b);
      visit_address(address);
    }
  while (!work.empty()) {
    const ir::Function& function = program.functions[work.back().index()];
    work.pop_back();
    for (std::uint64_t constant : function.constants) visit_address(constant);
    for (const ir::Instruction& i : function.code)
      if (i.op == ir::Opcode::Call) visit(ir::FunctionId{i.target});
  }
  return seen;
}

// The values of the type that an input function returns; none if no range covers them.
std::optional<Range> values_of(std::string_view type) {
  struct Row {
    std::string_view type;
    Range range;
  };
  static constexpr std::array<Row, 7> kTypes{{{"bool", {0, 1}},
                                              {"_Bool", {0, 1}},
                                              {"char", {-128, 127}},
                                              {"uchar", {0, 255}},
                                              {"unsigned_char", {0, 255}},
                                              {"short", {-32768, 32767}},
                                              {"ushort", {0, 65535}}}};
  for (const Row& row : kTypes)
    if (row.type == type) return row.range;
  return std::nullopt;
}

// bool takes both its values whatever the range.
bool covered(std::string_view type, const Range& range) {
  if (type == "bool" || type == "_Bool") return true;
  const auto values = values_of(type);
  return values && range.low <= values->low && range.high >= values->high;
}

// A program may define such a function itself: that one restricts nothing.
bool defined_by_user(const ir::Program& program, const ir::Function& function) {
  return function.source.valid() && ir::origin(program, function.source) == ir::FileOrigin::User;
}

bool set_constant(ir::Program& program, std::string_view name, std::int64_t value) {
  const auto it = std::find_if(program.globals.begin(), program.globals.end(),
                               [&](const ir::Global& g) { return g.name == name; });
  if (it == program.globals.end()) return false;
  it->initial.assign(8, 0);
  for (std::size_t b = 0; b < 8; ++b)
    it->initial[b] = static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> (8 * b));
  return true;
}

}  // namespace

std::vector<std::string> restricted_inputs(const ir::Program& program, const Range& range) {
  const std::vector<bool> seen = reachable(program);
  std::vector<std::string> found;
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    const std::string& name = program.functions[f].name;
    if (seen[f] && name.starts_with(kPrefix) && !covered(name.substr(kPrefix.size()), range) &&
        !defined_by_user(program, program.functions[f]))
      found.push_back(name);
  }
  std::sort(found.begin(), found.end());
  return found;
}

bool allow_spurious_wakeups(ir::Program& program) {
  return set_constant(program, "__overtake_spurious_wakeups", 1);
}

bool set_nondet_range(ir::Program& program, const Range& range) {
  return set_constant(program, "__overtake_nondet_low", range.low) &&
         set_constant(program, "__overtake_nondet_high", range.high);
}

}  // namespace overtake::analysis
