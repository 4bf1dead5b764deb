#include "seq/sequentialize.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/advice.h"
#include "ir/verify.h"
#include "seq/thread_code.h"

namespace overtake::seq {

using ir::FunctionBuilder;
using ir::Opcode;
using ir::Operand;

namespace {

// Each round but the first begins with a step back in the order of threads: to a thread that is not
// the last and continues from a context switch, and from a thread that is not the first and has had
// a turn.
std::uint32_t sufficient_rounds(const std::vector<Points>& points) {
  std::uint32_t backs = 0;
  std::uint32_t turns = 0;
  for (std::size_t t = 0; t < points.size(); ++t) {
    if (t + 1 < points.size()) backs += points[t].longest;
    if (t > 0) turns += points[t].longest + (points[t].starts_at_switch ? 0 : 1);
  }
  return 1 + std::min(backs, turns);
}

class Sequentializer {
 public:
  Sequentializer(const BoundedProgram& bounded, const SequentializeOptions& options)
      : bounded_(bounded), options_(options), targets_(bounded) {}

  SequentialProgram run() {
    const auto threads = static_cast<std::uint32_t>(bounded_.instances.size());
    const bool location = options_.sma.model.drains_location_only();
    const CellUse use = find_use(bounded_, targets_, location);
    for (std::uint32_t t = 0; t < threads; ++t)
      points_.push_back(find_points(bounded_, targets_, use, options_.sma.model.base, t));
    copy_program();
    if (targets_.mixed_sizes() && options_.sma.kind == SmaKind::Queue &&
        options_.sma.model != Model::SC)
      throw AdvisedError(
          "the program accesses the same memory in different sizes, which queues of stores do not "
          "know",
          Advice::UseTimeline);
    SequentialWorld world{.bounded = bounded_,
                          .targets = targets_,
                          .use = use,
                          .points = points_,
                          .location_rmw = location,
                          .program = out_.program};
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
    world.moved = add("moved", 1);
    world.status = add("status", threads);
    world.results = add("results", 8 * threads);
    world.dead = add("dead", bounded_.program.globals.size());
    out_.exceeded = add("exceeded", 1);
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
    std::vector<Operand> before(turns.size(), f.constant(0));  // moved in the round before
    for (std::uint32_t r = 0; r < options_.rounds; ++r) {
      std::vector<Operand> moved;
      for (std::size_t t = 0; t < turns.size(); ++t) {
        f.store(f.global(world.moved), f.constant(0), 1);
        f.call(turns[t], {});
        moved.push_back(f.load(f.global(world.moved), 1));
        if (r > 0) f.assume(starts_round(f, moved, before));
      }
      before = moved;
    }
    add_deadlock_check(world, f);
    Operand exceeded = f.constant(0);
    for (std::uint32_t t = 0; t < turns.size(); ++t) {
      const Operand status = f.load(f.global(world.status, t), 1);
      const auto bounded = static_cast<std::uint64_t>(ThreadStatus::Bounded);
      exceeded =
          f.binary(Opcode::Or, 64, exceeded, f.binary(Opcode::Eq, 64, status, f.constant(bounded)));
    }
    f.store(f.global(out_.exceeded), exceeded, 1);
    f.ret(f.constant(0));
    out_.program.entry = f.finish();
  }

  // The thread whose turn is over did not move, or a thread before it did in this round, or
  // a thread after it in the round before: else it could have done the same in that round. So
  // every run has one place in the rounds, and idle rounds come last.
  static Operand starts_round(FunctionBuilder& f, const std::vector<Operand>& moved,
                              const std::vector<Operand>& before) {
    const std::size_t t = moved.size() - 1;
    Operand good = f.binary(Opcode::Eq, 64, moved[t], f.constant(0));
    for (std::size_t u = 0; u < t; ++u) good = f.binary(Opcode::Or, 64, good, moved[u]);
    for (std::size_t u = t + 1; u < before.size(); ++u)
      good = f.binary(Opcode::Or, 64, good, before[u]);
    return good;
  }

  // Machine::ending, for runs in which no thread has failed: some thread waits, and all others wait
  // or have ended.
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
    std::uint32_t stores = 0;  // in one run
    for (const Points& p : points_) stores += p.stores;
    out_.sufficient.rounds = sufficient_rounds(points_);
    if (options_.sma.model != Model::SC) {
      const bool queue = options_.sma.kind == SmaKind::Queue;
      out_.sufficient.max_clock = queue ? 1 : stores + 1;
      if (queue)
        out_.sufficient.queue = stores + 1;  // and one that is fenced at once
      else
        out_.sufficient.queue = options_.sma.kind == SmaKind::Tcdll ? most + 2 : 1;
    }
    for (const Points& p : points_)
      for (const Point& point : p.points)
        if (point.visible) ++out_.visible_operations;
    for (const Points& p : points_)
      for (const Point& point : p.points)
        if (point.switches) ++out_.switches;
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
