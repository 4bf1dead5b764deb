// One turn of a thread: emits the function of a thread instance in the sequential program.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "ir/builder.h"
#include "seq/effects.h"
#include "seq/points.h"
#include "seq/sma.h"

namespace overtake::seq {

// How a thread stands, in its byte of `status`.
enum class ThreadStatus : std::uint8_t { NotStarted, Running, Ended, Assumed, Bounded, Exited };

// What all threads of the sequential program share.
struct SequentialWorld {
  const BoundedProgram& bounded;
  const Targets& targets;
  const CellUse& use;
  const std::vector<Points>& points;  // by thread
  bool location_rmw = false;          // PsoRmw::Location
  ir::Program& program;
  Steps steps;
  Sma* sma = nullptr;
  ir::GlobalId moved;                // a thread has done a visible operation in this turn
  ir::GlobalId status;               // a byte for each thread
  ir::GlobalId results;              // 8 bytes for each thread
  ir::GlobalId dead;                 // a byte for each object: it was freed
  std::vector<ir::GlobalId> at;      // by thread: a byte for each point
  std::vector<ir::GlobalId> frames;  // by thread: registers that live across points
  std::vector<ir::GlobalId> held;    // by thread: a byte for each mutex
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> mutexes;  // object, offset
  std::vector<std::vector<std::uint32_t>> frame_slots;  // by thread, by register: or kNone

  std::uint32_t mutex(const Target& target) const {
    return mutexes.at({target.object.value, target.offset});
  }
};

class ThreadCode {
 public:
  ThreadCode(SequentialWorld& world, std::uint32_t thread, ir::FunctionBuilder& f)
      : world_(world),
        t_(thread),
        f_(f),
        function_(world.bounded.program.functions[thread]),
        points_(world.points[thread]) {}

  // The function T: one turn.
  void emit_turn();
  // Code that computes: the thread waits in a blocking operation for ever, if memory stays as it
  // is. `spins`: or-ed with whether it waits for a value.
  ir::Operand emit_waiting(ir::Operand& spins);

 private:
  using At = std::function<void(const Target&)>;

  void emit_point(std::uint32_t p);
  void emit_piece(std::uint32_t piece);
  void emit_local(std::uint32_t index);
  void emit_visible(std::uint32_t index);
  void go_to(std::uint32_t instruction);
  void stop(ThreadStatus status);

  void access(std::uint32_t index);
  void before_writing(const Target& target, unsigned bytes, ir::Operand writes);
  void rmw(const ir::Instruction& i, const Target& target);
  void cas(const ir::Instruction& i, const Target& target);
  void sync(const ir::Instruction& i, const Target& target);
  void free_object(std::uint32_t index);
  void object_size(std::uint32_t index);
  void join(const ir::Instruction& i);
  void spawn(const ir::Instruction& i);
  void choose(const ir::Instruction& i);

  // Runs `at` for the target of the access, in code that has found out which one it is.
  void for_target(std::uint32_t index, const At& at);
  void live_or_fail(const Target& target);
  // The bytes of the access, put together from its cells by `read`.
  ir::Operand gather(const Target& target, unsigned bytes,
                     const std::function<ir::Operand(CellId)>& read);
  std::vector<CellWrite> scatter(const Target& target, unsigned bytes, ir::Operand value);
  ir::Operand read_memory(const Target& target, unsigned bytes);
  void write_memory(const Target& target, unsigned bytes, ir::Operand value);

  void tell(ir::Operand choice = {});  // a visible operation was done
  void fail(ir::ErrorKind kind);
  void fail_if(ir::Operand condition, ir::ErrorKind kind);
  ir::Operand use(ir::Operand o);
  void define(std::uint32_t reg, ir::Operand value);
  ir::Operand byte(ir::GlobalId g, std::uint64_t offset);
  void set_byte(ir::GlobalId g, std::uint64_t offset, std::uint64_t value);
  ir::Operand constant(std::uint64_t v) { return f_.constant(v); }

  SequentialWorld& world_;
  std::uint32_t t_;
  ir::FunctionBuilder& f_;
  const ir::Function& function_;
  const Points& points_;
  std::uint32_t point_ = 0;  // the point that is being emitted
  bool in_section_ = false;
  bool told_ = false;
  ir::Label next_;                                 // after it
  std::map<std::uint32_t, ir::Label> labels_;      // pieces of this point
  std::map<std::uint32_t, std::uint32_t> locals_;  // registers of this point
};

}  // namespace overtake::seq
