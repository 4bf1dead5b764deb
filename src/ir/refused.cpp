#include "ir/refused.h"

#include <algorithm>

#include "ir/builder.h"

namespace overtake::ir {
namespace {

// The constant string that a Fail shows.
std::string text_of(const Program& program, const Function& stub) {
  const Operand text = stub.code.front().a;
  if (!text.is_constant()) return {};
  const Address address = stub.constants[text.index()];
  for (const Global& g : program.globals)
    if (address_of(g.slot) == address) {
      const auto end = std::ranges::find(g.initial, 0);
      return {g.initial.begin(), end};
    }
  return {};
}

bool is_stub(const Program& program, const Function& f) {
  return !f.code.empty() && f.code.front().op == Opcode::Fail &&
         is_refused(program, f.code.front().source);
}

}  // namespace

void refuse(Program& program, FunctionId declared, const std::string& message) {
  FunctionBuilder stub(program, declared);
  const FileId file = add_file(program, std::string(kRefusedFile), FileOrigin::Library);
  stub.at(add_source(program, file, 0, 0));
  stub.fail(ErrorKind::InvalidCall, message);
  stub.finish();
}

std::vector<Refused> refusals(const Program& program) {
  std::vector<Refused> all;
  for (std::size_t i = 0; i < program.functions.size(); ++i)
    if (is_stub(program, program.functions[i]))
      all.push_back({FunctionId{i}, text_of(program, program.functions[i]), {}});
  if (all.empty()) return all;
  for (std::size_t i = 0; i < program.functions.size(); ++i)
    for (const Instruction& code : program.functions[i].code) {
      if (code.op != Opcode::Call) continue;
      const auto called =
          std::ranges::find(all, FunctionId{std::size_t{code.target}}, &Refused::stub);
      if (called != all.end() &&
          std::ranges::find(called->callers, FunctionId{i}) == called->callers.end())
        called->callers.push_back(FunctionId{i});
    }
  return all;
}

bool is_refused(const Program& program, SourceId source) {
  if (!source.valid()) return false;
  const FileId file = program.sources[source.index()].file;
  return file.valid() && program.files[file.index()].path == kRefusedFile;
}

}  // namespace overtake::ir
