// Unfolds the code of one thread instance: seq/bound.cpp drives it.
//
// Partial evaluation of the bytecode. What is static: the stack of frames (so that calls, returns
// and exceptions are plain jumps) and, for each frame, how often each loop around its place has
// been entered. Two paths that come to the same place with the same static part are joined, so the
// code is a directed acyclic graph and not a tree. Constants in registers and in private memory are
// propagated on the way; where paths join, only those are kept on which all agree. Constant
// branches disappear, so that loops with a constant number of iterations are unrolled exactly.
//
// Places are worked on in an order in which all predecessors of a place come before it: compare
// lexicographically, frame by frame, the loops around the place (header, iteration), then the block
// in reverse postorder, then the instruction. An edge goes up in that order: inside an iteration by
// reverse postorder, along a back edge by the iteration, out of a loop because blocks after a loop
// come after its header in reverse postorder. (Only for reducible loops; others are refused.)
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/builder.h"
#include "ir/cfg.h"
#include "ir/loops.h"
#include "seq/bound.h"

namespace overtake::seq {

// A function's blocks and loops, computed once.
struct FunctionShape {
  ir::Cfg cfg;
  ir::LoopForest loops;
  std::vector<std::uint32_t> order;              // by block: its place in reverse postorder
  std::vector<std::vector<std::uint32_t>> nest;  // by block: the loops around it, outermost first
};

FunctionShape shape_of(const ir::Program& program, const ir::Function& function);

struct SpawnedThread {
  ir::FunctionId function;
  std::optional<std::uint64_t> argument;
};

// What all instances share while the bounded program is built.
struct Unfolding {
  const ir::Program& source;
  const BoundOptions& options;
  BoundedProgram& out;
  std::vector<FunctionShape> shapes;   // by function; empty blocks: not computed yet
  std::vector<SpawnedThread> threads;  // by instance
  std::uint32_t instructions = 0;

  const FunctionShape& shape(ir::FunctionId f);
};

class Unfolder {
 public:
  Unfolder(Unfolding& shared, std::uint32_t instance, ir::FunctionBuilder& builder);
  void run();

 private:
  using Known = std::optional<std::uint64_t>;
  using Key = std::vector<std::uint32_t>;

  struct Frame {
    ir::FunctionId function;
    std::uint32_t context = 0;  // the registers that the frame has in the flat function
    std::uint32_t block = 0;
    std::uint32_t index = 0;                // of the next instruction
    std::vector<std::uint32_t> iterations;  // of the loops around the block
    std::vector<Known> registers;
    std::vector<Address> stack_objects;  // shared ones, to be freed when the frame ends
  };
  // Which mutexes the thread holds: a thread begins without any.
  struct HeldMutexes {
    std::map<Address, std::optional<bool>> at;
    std::optional<bool> others = false;

    std::optional<bool> operator[](Address a) const {
      const auto it = at.find(a);
      return it == at.end() ? others : it->second;
    }
    void join(const HeldMutexes& other);
  };
  struct State {
    std::vector<Frame> frames;              // innermost last
    std::map<Address, std::uint8_t> bytes;  // known contents of private objects
    HeldMutexes held;
    std::uint32_t atomic_depth = 0;
    std::uint32_t spawned = 0;  // or Instance::kManyNumbers
    bool ending = false;        // thread_end has taken over
    ir::FunctionId forced;      // runs at the end of a forced unwinding, if there is one
  };
  struct Pending {
    State state;
    ir::Label label;
  };
  struct Context {
    std::uint32_t parent;
    std::uint32_t call;  // instruction
    ir::FunctionId function;
    std::uint32_t base;  // first register
  };

  // --- places ------------------------------------------------------------------------------------
  Key key(const State& state) const;
  ir::Label go_to(State state);
  static void join(State& into, const State& from);
  // Moves the innermost frame along an edge; false: the loop's bound is exceeded.
  bool move_to(State& state, std::uint32_t instruction);
  std::uint32_t context(std::uint32_t parent, std::uint32_t call, ir::FunctionId function);

  // --- one piece of code -------------------------------------------------------------------------
  void emit_piece(State& s);
  // True: on to the next instruction; false: the piece is over.
  bool emit(State& s, const ir::Instruction& i);
  bool compute(State& s, const ir::Instruction& i);
  bool access(State& s, const ir::Instruction& i);
  bool transfer(State& s, const ir::Instruction& i);
  bool branch(State& s, const ir::Instruction& i);
  bool switch_on(State& s, const ir::Instruction& i);
  bool call(State& s, const ir::Instruction& i);
  bool enter(State s, const ir::Instruction& i, ir::FunctionId callee);
  bool ret(State& s, const ir::Instruction& i, ir::Operand a, ir::Operand b);
  bool unwind(State& s, const ir::Instruction& i, ir::Operand object, ir::Operand type);
  bool forced_unwind(State& s, const ir::Instruction& i, ir::Operand object, ir::Operand argument);
  bool run_last(State& s, ir::FunctionId last, ir::Operand argument, Known known_argument);
  bool spawn(State& s, const ir::Instruction& i);
  bool allocate(State& s, const ir::Instruction& i);
  bool loop_bound(State& s, const ir::Instruction& i);
  bool sync(State& s, const ir::Instruction& i);
  void end_thread(State& s, ir::Operand result);
  void stop_bounded();
  void jump_to(State& s, std::uint32_t instruction);
  ir::Label label_of(State s, std::uint32_t instruction);

  // --- registers and memory ---------------------------------------------------------------------
  ir::Operand operand(const State& s, ir::Operand o);  // in the flat function
  Known known(const State& s, ir::Operand o) const;
  std::uint32_t flat(const State& s, std::uint32_t reg) const;
  void set(State& s, std::uint32_t reg, ir::Operand value, Known known);
  void set_unknown(State& s, std::uint32_t reg, unsigned count = 1);
  void forget_memory(State& s, Known address, std::uint64_t size);
  Known load_known(const State& s, std::uint64_t address, unsigned size) const;
  ir::GlobalId private_object(Address address) const;
  void free_stack_objects(Frame& frame);
  void end_variable(Address address);
  Address thread_local_at(ir::GlobalId global);
  ir::Operand constant(std::uint64_t v) { return b_.constant(v); }
  std::string where(const ir::Instruction& i) const;

  Unfolding& shared_;
  std::uint32_t instance_;
  ir::FunctionBuilder& b_;
  std::map<Key, Pending> pending_;
  std::vector<Context> contexts_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> children_;
  std::vector<std::optional<Address>> thread_locals_;  // by GlobalId
  std::uint32_t exception_ = 0;                        // two registers: object and type
  std::uint32_t forced_argument_ = 0;
};

std::string place(const ir::Program& program, ir::SourceId source);

}  // namespace overtake::seq
