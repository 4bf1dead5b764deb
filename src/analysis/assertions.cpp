#include "analysis/assertions.h"

#include <algorithm>

#include "ir/user_place.h"

namespace overtake::analysis {
namespace {

bool is_users(const ir::Program& program, ir::SourceId source) {
  return source.valid() && ir::origin(program, source) == ir::FileOrigin::User;
}

bool fails(const ir::Instruction& i) {
  if (i.op != ir::Opcode::Fail) return false;
  const auto kind = static_cast<ir::ErrorKind>(i.sub);
  return kind == ir::ErrorKind::Assertion || kind == ir::ErrorKind::Abort;
}

}  // namespace

bool has_assertions(const ir::Program& program) {
  const auto asserts = [&](const ir::Instruction& i) {
    if (i.op == ir::Opcode::Fail && static_cast<ir::ErrorKind>(i.sub) == ir::ErrorKind::Assertion)
      return true;
    if (!is_users(program, i.source)) return false;
    if (i.op == ir::Opcode::Call)
      return std::ranges::any_of(program.functions[i.target].code, fails);
    return fails(i);
  };
  return std::ranges::any_of(program.functions, [&](const ir::Function& f) {
    return std::ranges::any_of(f.code, asserts);
  });
}

}  // namespace overtake::analysis
