// Cuts the code of one thread instance at its points (seq/sequentialize.h).
#pragma once

#include <cstdint>
#include <vector>

#include "base/model.h"
#include "ir/cfg.h"
#include "seq/bound.h"
#include "seq/switches.h"
#include "seq/targets.h"

namespace overtake::seq {

// A piece of straight-line code: part of a block that starts at the block's start or at a visible
// operation.
struct Piece {
  std::uint32_t first = 0;
  std::uint32_t end = 0;
  std::uint32_t point = 0;
};

struct Point {
  std::vector<std::uint32_t> pieces;  // in topological order; the first one is where it starts
  bool visible = false;               // starts with a visible operation
  bool in_section = false;            // inside an atomic section: no other thread may run before it
  // Others may run before it. Not so before operations that commute with everything that others
  // do and never wait: a thread that is there may as well go on (seq/switches.h).
  bool switches = false;
};

struct Points {
  std::vector<Piece> pieces;                     // in topological order
  std::vector<Point> points;                     // in topological order; 0 is the start
  std::vector<std::uint32_t> piece_at;           // by instruction that starts a piece, else kNone
  std::vector<std::uint32_t> point_of_register;  // the only point that uses it, or kMany / kNone
  std::uint32_t longest = 0;                     // context switches on the longest path
  std::uint32_t stores = 0;                      // buffered stores on the path with most of them
  bool starts_at_switch = false;

  static constexpr std::uint32_t kNone = 0xffffffffu;
  static constexpr std::uint32_t kMany = 0xfffffffeu;
};

// Whether the machine sees the instruction.
bool is_visible(const BoundedProgram& program, const Targets& targets, std::uint32_t instance,
                std::uint32_t index);

Points find_points(const BoundedProgram& program, const Targets& targets, const CellUse& use,
                   Model model, std::uint32_t instance);

}  // namespace overtake::seq
