#include "explicit/store_places.h"

#include <algorithm>

#include "ir/cfg.h"
#include "ir/loops.h"

namespace overtake::explicit_state {
namespace {

using exec::Op;
using exec::OpKind;
using ir::Opcode;

// One instruction that stores piece by piece.
bool stores_in_pieces(const ir::Program& program, ir::SourceId source) {
  return std::ranges::any_of(program.functions, [&](const ir::Function& f) {
    return std::ranges::any_of(f.code, [&](const ir::Instruction& i) {
      return i.source == source && (i.op == Opcode::MemCopy || i.op == Opcode::MemSet);
    });
  });
}

// The function of the instruction, and whether it is in a loop there.
void complete(const ir::Program& program, ir::SourceId source, StorePlaces::Place& place) {
  for (const ir::Function& f : program.functions) {
    const auto it = std::ranges::find(f.code, source, &ir::Instruction::source);
    if (it == f.code.end()) continue;
    place.function = f.name;
    const auto at = static_cast<std::uint32_t>(it - f.code.begin());
    const ir::Cfg cfg = ir::build_cfg(f);
    place.in_loop = ir::find_loops(cfg).innermost[cfg.block_of[at].index()] != ir::kNoLoop;
    return;
  }
}

}  // namespace

PositionId StorePlaces::find(const ir::Program& program, const ir::UserPlace& place) const {
  const auto it =
      ids_.find({program.files[place.file.index()].path, place.line, place.column, false});
  return it == ids_.end() ? PositionId::none() : it->second;
}

PositionId StorePlaces::find_before(const ir::Program& program, const ir::UserPlace& place) const {
  const std::optional<Start> at = start(program, place);
  if (!at) return PositionId::none();
  const auto it = ids_.find({program.files[place.file.index()].path, at->line, at->column, true});
  return it == ids_.end() ? PositionId::none() : it->second;
}

std::optional<StorePlaces::Start> StorePlaces::start(const ir::Program& program,
                                                     const ir::UserPlace& place) const {
  if (!start_of_) return std::nullopt;
  const std::string& file = program.files[place.file.index()].path;
  const auto [it, added] = starts_.try_emplace({file, place.line, place.column});
  if (added) it->second = start_of_(file, place.line, place.column);
  return it->second;
}

PositionId StorePlaces::intern(const ir::Program& program, Place at, ir::SourceId instruction) {
  const auto [it, added] =
      ids_.try_emplace({at.file, at.line, at.column, at.before}, PositionId{places_.size()});
  if (added) {
    places_.push_back(std::move(at));
    if (instruction.valid()) complete(program, instruction, places_.back());
  }
  return it->second;
}

PositionId StorePlaces::passed(const ir::Program& program, const Access& done, const Access* next) {
  if (done.op.kind != OpKind::Store) return PositionId::none();
  const std::optional<ir::UserPlace> place = ir::user_place(program, done.op.source, done.calls);
  if (place && next != nullptr && next->op.is_access() &&
      ir::user_place(program, next->op.source, next->calls) == place) {
    // The same store again is the next round of a loop around the statement.
    const bool again = next->op.kind == OpKind::Store && next->op.source == done.op.source &&
                       next->calls == done.calls && !stores_in_pieces(program, done.op.source);
    if (!again) return PositionId::none();
  }
  if (!place) return intern(program, {}, {});
  return intern(program,
                {.file = program.files[place->file.index()].path,
                 .line = place->line,
                 .column = place->column},
                place->instruction);
}

PositionId StorePlaces::passed_before(const ir::Program& program, const Access& done,
                                      const Access& next) {
  if (next.op.kind != OpKind::Load && next.op.kind != OpKind::Store) return PositionId::none();
  const auto place = ir::user_place(program, next.op.source, next.calls);
  if (!place) return PositionId::none();
  const std::optional<Start> at = start(program, *place);
  if (!at) return PositionId::none();
  const auto previous = done.op.is_access() ? ir::user_place(program, done.op.source, done.calls)
                                            : std::optional<ir::UserPlace>();
  if (previous && previous->file == place->file && start(program, *previous) == at) {
    // The same access again is the next round of a loop around the statement.
    const bool again = next.op.kind == done.op.kind && next.op.source == done.op.source &&
                       next.calls == done.calls && !stores_in_pieces(program, done.op.source);
    if (!again) return PositionId::none();
  }
  return intern(program,
                {.file = program.files[place->file.index()].path,
                 .line = at->line,
                 .column = at->column,
                 .before = true},
                place->instruction);
}

}  // namespace overtake::explicit_state
