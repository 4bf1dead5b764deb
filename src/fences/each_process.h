// The patterns of persistence (fences/persistence.h) that each process could have if the others
// did, at any time, whatever they ever do: at least those of the program.
//
// A process is walked through by itself. What it reads from a cell is what it last wrote there, or
// any value that any other process ever writes there, at whatever time; if it has written nothing
// there, what the cell holds at first. Values that processes can come to write are found in turn,
// until there are no more. What takes on too many values, in a cell or a register, is no longer
// known: comparisons with it can go either way. So the number of states is the sum of those of the
// processes, not their product, and counters that never end make no difference.
//
// Why it has every pattern of the program: let a run of the program be given, under SC. By
// induction over its length each process is in a state that is found here, up to what is not known,
// and each value that was written is among those found for its writer and cell: a read finds what
// was written last, by the process itself or by another. In a pattern the pivot is in such a state
// before e1. In pi3 memory stands still, so what it finds in one cell is the same all the time,
// which is all that is kept of it here. e2 is a write of another process, so its value is among
// those that others write to x. The places passed from e1 to the read are the same.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "gcl/ast.h"

namespace overtake::fences {

struct ProcessPattern {
  std::uint32_t process = 0;                   // the pivot
  std::vector<gcl::InstructionId> new_fences;  // after which a fence prevents it, sorted
};

struct ProcessPatterns {
  std::vector<ProcessPattern> patterns;  // those with minimal new_fences
  std::size_t states = 0;                // of all processes, one after the other
  std::size_t transitions = 0;
};

// Values are wrapped to so many bits; 0: they are not. None: an address is not known, or there are
// too many states.
std::optional<ProcessPatterns> patterns_of_each_process(const gcl::Program& program,
                                                        std::uint32_t value_bits,
                                                        const std::atomic<bool>* stop = nullptr);

// Whether it is known that cells and registers only ever hold some few values: no process counts.
bool has_few_values(const gcl::Program& program, const std::atomic<bool>* stop = nullptr);

}  // namespace overtake::fences
