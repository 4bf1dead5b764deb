#include "ir/user_place.h"

namespace overtake::ir {
namespace {

std::optional<UserPlace> without_calls(const Program& program, SourceId instruction) {
  // Each inlining leads further out; a malformed cycle must not hang a report.
  constexpr int kDeepest = 1000;
  SourceId at = instruction;
  for (int depth = 0; at.valid() && at.index() < program.sources.size() && depth < kDeepest;
       ++depth) {
    const Source& s = program.sources[at.index()];
    const bool known = s.file.valid() && s.file.index() < program.files.size() && s.line != 0;
    if (known && program.files[s.file.index()].origin == FileOrigin::User)
      return UserPlace{s.file, s.line, s.column, at, instruction};
    at = s.inlined_at;
  }
  return std::nullopt;
}

}  // namespace

FileOrigin origin(const Program& program, SourceId source) {
  if (!source.valid() || source.index() >= program.sources.size()) return FileOrigin::User;
  const FileId file = program.sources[source.index()].file;
  if (!file.valid() || file.index() >= program.files.size()) return FileOrigin::User;
  return program.files[file.index()].origin;
}

std::optional<UserPlace> user_place(const Program& program, SourceId source,
                                    std::span<const SourceId> calls) {
  std::optional<UserPlace> place = without_calls(program, source);
  for (std::size_t i = 0; i < calls.size() && !place; ++i) place = without_calls(program, calls[i]);
  return place;
}

}  // namespace overtake::ir
