// The states that each process of guarded commands can come to if it reads, from cells that others
// write, any value that is ever written there (fences/each_process.h).
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "gcl/ast.h"

namespace overtake::fences {

using Known = std::optional<std::int64_t>;  // none: it may be anything

// Thrown when the states cannot be found: an address is not known, or there are too many.
struct NotByItself {};

class ProcessStates {
 public:
  struct Local {
    gcl::LabelId label;
    std::uint32_t locks = 0;  // without their unlock
    std::vector<Known> registers;
    std::vector<Known> own;  // what it last wrote to each cell that it writes, or found there first
    friend auto operator<=>(const Local&, const Local&) = default;
  };

  ProcessStates(const gcl::Program& program, std::uint32_t value_bits,
                const std::atomic<bool>* stop);

  const gcl::Program& program() const { return program_; }
  const std::deque<Local>& of(std::uint32_t process) const { return processes_[process].locals; }
  std::size_t transitions() const { return transitions_; }
  // Whether all values were told apart: the program has no others.
  bool bounded() const;

  // --- for walks on from these states, by the same rules ----------------------------------------
  // The cell that the statement accesses; nothing if it is an error there.
  std::optional<std::uint32_t> cell(const gcl::Statement& s, const Local& local) const;
  // The value that is written; nothing if it is an error.
  std::optional<Known> written(const gcl::Expr& e, std::uint32_t cell, const Local& local) const;
  // Where skip, assume, assert and assignments lead; nothing if it cannot be done, or fails.
  std::optional<Local> do_locally(std::uint32_t process, const gcl::Instruction& i,
                                  const Local& local);
  Local read(std::uint32_t process, const gcl::Instruction& i, const Local& local, Known found);
  // After a write of the value to the cell.
  Local wrote(std::uint32_t process, const gcl::Instruction& i, const Local& local,
              std::uint32_t cell, Known value) const;
  // What the process can find in a cell: what it last wrote there, or something of the others.
  std::vector<Known> found_in(std::uint32_t process, std::uint32_t cell, const Local& local) const;
  // Whether another process ever writes another value there.
  bool others_write(std::uint32_t process, std::uint32_t cell, Known than) const;
  static bool is_local(gcl::StatementKind kind);

 private:
  struct Values {
    std::set<std::int64_t> known;
    bool any = false;
    bool contains(Known v) const { return any || (v && known.contains(*v)); }
    // Whether that is new; beyond `most` values they are any.
    bool add(Known v, std::size_t most);
  };
  // A read, or an atomic read-write.
  struct Site {
    std::uint32_t process = 0;
    std::uint32_t local = 0;
    gcl::InstructionId instruction;
  };
  struct Cell {
    std::int64_t initial = 0;
    std::vector<Values> written_by;  // by process
    std::vector<Site> sites;
  };
  struct Process {
    std::map<Local, std::uint32_t> ids;
    std::deque<Local> locals;
    std::vector<std::set<std::int64_t>> registers;  // values that are told apart
    bool bounded = true;                            // there are no others
    std::vector<std::vector<bool>> live;            // by label, by register
  };
  struct Found {  // at a site
    Site site;
    Known value;
  };

  void find_writers();
  bool refine_writers();
  void explore();
  void expand(std::uint32_t process, std::uint32_t local);
  void act(const Site& site, Known found);
  void add(std::uint32_t process, Local local);
  void write(std::uint32_t process, std::uint32_t cell, Known value);
  Known assigned(std::uint32_t process, gcl::RegisterId reg, Known value);
  std::int64_t wrap(std::int64_t v) const;
  Known wrap(Known v) const { return v ? Known{wrap(*v)} : v; }

  const gcl::Program& program_;
  std::uint32_t value_bits_;
  const std::atomic<bool>* stop_;
  std::vector<std::set<std::uint32_t>> writers_;                     // by cell
  std::vector<std::vector<std::optional<std::size_t>>> own_number_;  // by process, by cell
  std::vector<Cell> cells_;
  std::vector<Process> processes_;
  std::deque<std::pair<std::uint32_t, std::uint32_t>> new_;  // process, local
  std::deque<Found> found_;
  std::size_t states_ = 0;
  std::size_t transitions_ = 0;
};

}  // namespace overtake::fences
