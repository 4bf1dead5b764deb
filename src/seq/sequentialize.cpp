#include "seq/sequentialize.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "ir/verify.h"
#include "seq/thread_code.h"

namespace overtake::seq {

using ir::FunctionBuilder;
using ir::Opcode;
using ir::Operand;

namespace {

// What the accesses of the program mean for its cells.
struct CellUse {
  std::vector<char> buffered;         // somebody stores to it plainly, others look at it
  std::vector<char> writes;           // by thread: it has such stores
  std::vector<std::uint32_t> stores;  // by cell: how many stores there are in the code
  std::uint32_t all_stores = 0;
};

CellUse find_use(const BoundedProgram& bounded, const Targets& targets) {
  constexpr std::uint32_t kNobody = 0xffffffffu;
  constexpr std::uint32_t kSeveral = 0xfffffffeu;
  const std::size_t cells = targets.cells().size();
  CellUse use{.buffered = std::vector<char>(cells, 0),
              .writes = std::vector<char>(bounded.instances.size(), 0),
              .stores = std::vector<std::uint32_t>(cells, 0)};
  std::vector<std::uint32_t> user(cells, kNobody);
  const auto for_each_access = [&](const auto& visit) {
    for (std::uint32_t t = 0; t < bounded.instances.size(); ++t) {
      const ir::Function& f = bounded.program.functions[t];
      for (std::uint32_t k = 0; k < f.code.size(); ++k) {
        const ir::Instruction& i = f.code[k];
        if (i.op != Opcode::Load && i.op != Opcode::Store && i.op != Opcode::Rmw &&
            i.op != Opcode::Cas && i.op != Opcode::Sync)
          continue;
        for (const Target& target : targets.of(t, k).targets)
          for (const CellId v : targets.cells_at(target, i.width)) visit(t, i, v.index());
      }
    }
  };
  for_each_access([&](std::uint32_t t, const ir::Instruction& i, std::size_t v) {
    user[v] = user[v] == kNobody || user[v] == t ? t : kSeveral;
    if (i.op == Opcode::Store) ++use.stores[v];
  });
  for (std::size_t v = 0; v < cells; ++v)
    use.buffered[v] = user[v] == kSeveral && use.stores[v] > 0 ? 1 : 0;
  for_each_access([&](std::uint32_t t, const ir::Instruction& i, std::size_t v) {
    if (i.op == Opcode::Store && use.buffered[v] != 0) use.writes[t] = 1;
  });
  for (std::uint32_t t = 0; t < bounded.instances.size(); ++t)
    if (use.writes[t] != 0)
      for (const ir::Instruction& i : bounded.program.functions[t].code)
        if (i.op == Opcode::Store) ++use.all_stores;
  return use;
}

// Each round but the first begins with a step back in the order of threads, from an operation of a
// thread that is not the first to one of a thread that is not the last.
std::uint32_t sufficient_rounds(const std::vector<Points>& points) {
  std::uint32_t all = 0;
  for (const Points& p : points) all += p.longest;
  return 1 + all - std::max(points.front().longest, points.back().longest);
}

class Sequentializer {
 public:
  Sequentializer(const BoundedProgram& bounded, const SequentializeOptions& options)
      : bounded_(bounded), options_(options), targets_(bounded) {}

  SequentialProgram run() {
    const auto threads = static_cast<std::uint32_t>(bounded_.instances.size());
    for (std::uint32_t t = 0; t < threads; ++t)
      points_.push_back(find_points(bounded_, targets_, t));
    copy_program();
    const CellUse use = find_use(bounded_, targets_);
    if (targets_.mixed_sizes() && options_.sma.kind == SmaKind::Queue &&
        options_.sma.model != Model::SC)
      throw InputError(
          "the program accesses the same memory in different sizes, which the queues "
          "of --sma queue do not know; use --sma tcdll");
    SequentialWorld world{
        .bounded = bounded_, .targets = targets_, .points = points_, .program = out_.program};
    add_state(world);
    const SmaWorld sma_world{.program = out_.program,
                             .cells = targets_.cells(),
                             .buffered = use.buffered,
                             .writes = use.writes,
                             .threads = threads,
                             .steps = world.steps};
    const std::unique_ptr<Sma> sma = make_sma(options_.sma, sma_world);
    world.sma = sma.get();
    std::vector<ir::FunctionId> turns;
    for (std::uint32_t t = 0; t < threads; ++t) {
      FunctionBuilder f(out_.program, bounded_.program.functions[t].name, 0);
      ThreadCode(world, t, f).emit_turn();
      turns.push_back(f.finish());
    }
    add_main(world, turns);
    ir::verify_or_throw(out_.program);
    out_.steps = world.steps;
    out_.cells = targets_.cells();
    add_bounds(use);
    return std::move(out_);
  }

 private:
  void copy_program() {
    const ir::Program& p = bounded_.program;
    out_.program.globals = p.globals;
    out_.program.sources = p.sources;
    out_.program.files = p.files;
    out_.program.next_global_slot = p.next_global_slot;
    out_.program.global_of_slot = p.global_of_slot;
  }

  ir::GlobalId add(const std::string& name, std::uint64_t size) {
    return out_.program.add_global({.name = name, .size = std::max<std::uint64_t>(size, 1)});
  }

  void add_state(SequentialWorld& world) {
    const std::size_t threads = bounded_.instances.size();
    world.steps = {.thread = add("step.thread", 8),
                   .choice = add("step.choice", 8),
                   .drain = add("step.drain", 8),
                   .timestamp = add("step.timestamp", 1),
                   .clock = {}};
    world.status = add("status", threads);
    world.results = add("results", 8 * threads);
    world.dead = add("dead", bounded_.program.globals.size());
    find_mutexes(world);
    for (std::size_t t = 0; t < threads; ++t) {
      const Points& points = points_[t];
      std::uint32_t slots = 0;
      std::vector<std::uint32_t> slot(points.point_of_register.size(), Points::kNone);
      for (std::size_t r = 0; r < slot.size(); ++r)
        if (points.point_of_register[r] == Points::kMany) slot[r] = slots++;
      world.at.push_back(add(fmt::format("T{}.at", t), points.points.size()));
      world.frames.push_back(add(fmt::format("T{}.frame", t), 8ull * slots));
      world.held.push_back(add(fmt::format("T{}.held", t), world.mutexes.size()));
      world.frame_slots.push_back(std::move(slot));
    }
  }

  void find_mutexes(SequentialWorld& world) {
    for (std::uint32_t t = 0; t < bounded_.instances.size(); ++t) {
      const ir::Function& f = bounded_.program.functions[t];
      for (std::uint32_t k = 0; k < f.code.size(); ++k)
        if (f.code[k].op == Opcode::Sync &&
            static_cast<ir::SyncOp>(f.code[k].sub) <= ir::SyncOp::MutexHeld)
          for (const Target& target : targets_.of(t, k).targets)
            world.mutexes.try_emplace({target.object.value, target.offset},
                                      static_cast<std::uint32_t>(world.mutexes.size()));
    }
  }

  void add_main(SequentialWorld& world, const std::vector<ir::FunctionId>& turns) {
    FunctionBuilder f(out_.program, "main", 0);
    f.store(f.global(world.status), f.constant(static_cast<std::uint64_t>(ThreadStatus::Running)),
            1);
    f.store(f.global(world.at[0]), f.constant(1), 1);
    for (std::uint32_t r = 0; r < options_.rounds; ++r)
      for (const ir::FunctionId turn : turns) f.call(turn, {});
    add_deadlock_check(world, f);
    f.ret(f.constant(0));
    out_.program.entry = f.finish();
  }

  // Machine::ending, for runs in which nobody has failed: some thread waits, and all others wait or
  // have ended.
  void add_deadlock_check(SequentialWorld& world, FunctionBuilder& f) {
    world.sma->flush(f);
    const auto status_is = [&](Operand status, ThreadStatus s) {
      return f.binary(Opcode::Eq, 64, status, f.constant(static_cast<std::uint64_t>(s)));
    };
    const auto and_ = [&](Operand a, Operand b) { return f.binary(Opcode::And, 64, a, b); };
    const auto or_ = [&](Operand a, Operand b) { return f.binary(Opcode::Or, 64, a, b); };
    Operand settled = f.constant(1);
    Operand waiting = f.constant(0);
    Operand spinning = f.constant(0);
    for (std::uint32_t t = 0; t < bounded_.instances.size(); ++t) {
      const Operand status = f.load(f.global(world.status, t), 1);
      const Operand waits = ThreadCode(world, t, f).emit_waiting(spinning);
      const Operand over =
          or_(status_is(status, ThreadStatus::NotStarted), status_is(status, ThreadStatus::Ended));
      settled = and_(settled, or_(over, waits));
      waiting = or_(waiting, waits);
    }
    const ir::Label stuck = f.label();
    const ir::Label hang = f.label();
    const ir::Label deadlock = f.label();
    const ir::Label done = f.label();
    f.branch(and_(settled, waiting), stuck, done);
    f.bind(stuck);
    f.branch(spinning, hang, deadlock);
    f.bind(hang);
    f.fail(ir::ErrorKind::Hang, "threads wait for ever");
    f.bind(deadlock);
    f.fail(ir::ErrorKind::Deadlock, "threads wait for each other");
    f.bind(done);
  }

  void add_bounds(const CellUse& use) {
    std::uint32_t most = 0;
    for (std::size_t v = 0; v < use.stores.size(); ++v) {
      if (use.buffered[v] == 0) continue;
      ++out_.buffered_cells;
      most = std::max(most, use.stores[v]);
    }
    out_.sufficient.rounds = sufficient_rounds(points_);
    if (options_.sma.model != Model::SC) {
      const bool queue = options_.sma.kind == SmaKind::Queue;
      out_.sufficient.max_clock = queue ? 1 : use.all_stores + 1;
      out_.sufficient.queue = queue ? std::max(use.all_stores, 1u) : most + 2;
    }
    for (const Points& p : points_)
      for (const Point& point : p.points)
        if (point.visible) ++out_.visible_operations;
  }

  const BoundedProgram& bounded_;
  const SequentializeOptions& options_;
  Targets targets_;
  std::vector<Points> points_;
  SequentialProgram out_;
};

}  // namespace

SequentialProgram sequentialize(const BoundedProgram& bounded,
                                const SequentializeOptions& options) {
  return Sequentializer(bounded, options).run();
}

}  // namespace overtake::seq
