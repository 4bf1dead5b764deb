#include "fences/insert.h"

#include <algorithm>
#include <string>

namespace overtake::fences {
namespace {

std::string fresh_label(const gcl::Process& process, const std::string& near) {
  const auto taken = [&](const std::string& name) {
    return std::ranges::any_of(process.labels, [&](const gcl::Label& l) { return l.name == name; });
  };
  std::string name = near + "_fence";
  for (int n = 2; taken(name); ++n) name = near + "_fence" + std::to_string(n);
  return name;
}

void fence_state(gcl::Process& process, gcl::LabelId q) {
  const gcl::LabelId next = process.intern_label(fresh_label(process, process.label(q).name));
  std::swap(process.labels[q.index()].instructions, process.labels[next.index()].instructions);
  for (const gcl::InstructionId i : process.label(next).instructions)
    process.instructions[i.index()].from = next;
  process.add({.from = q,
               .statement = {.kind = gcl::StatementKind::Fence},
               .to = next,
               .position = process.position});
}

}  // namespace

gcl::Program with_fences(gcl::Program program, const std::vector<GclPlace>& places) {
  for (const GclPlace& place : places) {
    gcl::Process& process = program.processes[place.process];
    if (place.label.valid()) {
      fence_state(process, place.label);
      continue;
    }
    const gcl::Instruction before = process.instruction(place.instruction);
    const gcl::LabelId between =
        process.intern_label(fresh_label(process, process.label(before.from).name));
    process.instructions[place.instruction.index()].to = between;
    process.add({.from = between,
                 .statement = {.kind = gcl::StatementKind::Fence},
                 .to = before.to,
                 .position = before.position});
  }
  return program;
}

}  // namespace overtake::fences
