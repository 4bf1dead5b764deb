#include "properties.h"

#include <fmt/format.h>

#include <set>

#include "bmc/bmc.h"
#include "fuzz/to_ir.h"
#include "ir/errors.h"
#include "memory/lower.h"
#include "smc/exhaustive.h"

namespace overtake::fuzz {

namespace {

using Difference = std::optional<std::string>;

std::set<ir::ErrorKind> oracle(const ir::Program& program, Model model,
                               PsoRmw pso_rmw = PsoRmw::All) {
  std::set<ir::ErrorKind> errors;
  const exec::Executor executor(program);
  const smc::ExhaustiveOptions options{.machine = {{model, pso_rmw}}, .classes = false};
  smc::exhaustive(executor, options, [&](const smc::FinalRun& run) {
    for (std::size_t i = 0; i < run.machine.thread_count(); ++i) {
      const ThreadId t{i};
      if (run.machine.exists(t) && run.machine.thread(t).status() == exec::Status::Failed)
        errors.insert(run.machine.thread(t).error().kind);
    }
    if (run.ending == memory::Ending::Deadlock) errors.insert(ir::ErrorKind::Deadlock);
    if (run.ending == memory::Ending::Hang) errors.insert(ir::ErrorKind::Hang);
    return true;
  });
  return errors;
}

std::string names(const std::set<ir::ErrorKind>& kinds) {
  std::string out;
  for (const ir::ErrorKind k : kinds)
    out += std::string(out.empty() ? "" : ", ") + std::string(ir::name(k));
  return out;
}

// Neighbouring accesses to the location share a critical section.
Block locked_accesses(const Block& block, std::uint8_t location, std::uint8_t mutex) {
  Block out;
  bool inside = false;  // the last statement is a critical section
  for (const Statement& s : block) {
    if (is_access(s.kind) && s.kind != Kind::Await && s.target == location) {
      if (!inside) out.push_back(locked(mutex, {}));
      out.back().body.push_back(s);
      inside = true;
      continue;
    }
    out.push_back(s);
    inside = false;
    if (s.kind == Kind::Atomic) continue;
    out.back().body = locked_accesses(s.body, location, mutex);
    out.back().otherwise = locked_accesses(s.otherwise, location, mutex);
  }
  return out;
}

Sketch with_locks(Sketch sketch) {
  const auto mutex = static_cast<std::uint8_t>(sketch.mutexes++);
  for (Block& thread : sketch.threads) thread = locked_accesses(thread, 0, mutex);
  return sketch;
}

void fence_stores(Block& block, std::size_t& stores) {
  for (Statement& s : block) {
    if (s.kind == Kind::Store && stores++ % 2 == 0) s.order = ir::Order::SeqCst;
    fence_stores(s.body, stores);
    fence_stores(s.otherwise, stores);
  }
}

Sketch with_fenced_stores(Sketch sketch) {
  std::size_t stores = 0;
  for (Block& thread : sketch.threads) fence_stores(thread, stores);
  return sketch;
}

bool supported(const Sketch& sketch, seq::SmaKind sma) {
  if (sma != seq::SmaKind::Queue) return true;
  bool parts = false;
  visit(sketch,
        [&](const Statement& s) { parts |= is_access(s.kind) && s.size != kLocationBytes; });
  return !parts;
}

}  // namespace

Property bmc_finds_what_the_oracle_meets(Model model, seq::SmaKind sma, PsoRmw pso_rmw) {
  return {"bmc", "bounded model checking finds an error iff the oracle does",
          [sma](const Sketch& s) { return supported(s, sma); },
          [model, sma, pso_rmw](const Sketch& sketch) -> Difference {
            const ir::Program program = memory::lower_orders(to_ir(sketch), {model, pso_rmw});
            const std::set<ir::ErrorKind> expected = oracle(program, model, pso_rmw);
            const bmc::BmcResult r =
                bmc::check_bounded(program, {.model = {model, pso_rmw}, .sma = sma});
            if (r.error) {
              if (expected.contains(r.error->error.kind)) return std::nullopt;
              return fmt::format("under {}: {} does not exist", name(model),
                                 ir::name(r.error->error.kind));
            }
            if (!r.complete())
              return fmt::format("under {}: the bounds do not suffice", name(model));
            if (expected.empty()) return std::nullopt;
            return fmt::format("under {}: missed: {}", name(model), names(expected));
          }};
}

Property bmc_finds_what_the_oracle_meets_under_locks(Model model, seq::SmaKind sma) {
  Property p = bmc_finds_what_the_oracle_meets(model, sma);
  const auto check = p.check;
  p.check = [check](const Sketch& s) { return check(with_locks(s)); };
  return p;
}

Property bmc_finds_what_the_oracle_meets_with_fenced_stores(Model model, seq::SmaKind sma) {
  Property p = bmc_finds_what_the_oracle_meets(model, sma);
  const auto check = p.check;
  p.check = [check](const Sketch& s) { return check(with_fenced_stores(s)); };
  return p;
}

Property sequential_program_fails_like_the_concurrent_one(Model model, seq::SmaKind sma) {
  return {"seq", "the sequential program fails iff the concurrent one does",
          [sma](const Sketch& s) { return supported(s, sma); },
          [model, sma](const Sketch& sketch) -> Difference {
            const ir::Program program = memory::lower_orders(to_ir(sketch), model);
            const std::set<ir::ErrorKind> expected = oracle(program, model);
            const bmc::Sequentialized s = bmc::sequentialize(program, {.model = model, .sma = sma});
            const std::set<ir::ErrorKind> found = oracle(s.sequential.program, Model::SC);
            if (found.empty() == expected.empty()) return std::nullopt;
            return fmt::format("under {}: the sequential program has {}, the concurrent one {}",
                               name(model), found.empty() ? "no error" : names(found),
                               expected.empty() ? "no error" : names(expected));
          }};
}

Property one_timestamp_is_sc(Model model, seq::SmaKind sma) {
  return {"k1", "with one timestamp, weak memory is SC", everything,
          [model, sma](const Sketch& sketch) -> Difference {
            // Fences of the model, memory of SC.
            const ir::Program program = memory::lower_orders(to_ir(sketch), model);
            const std::set<ir::ErrorKind> expected = oracle(program, Model::SC);
            const bmc::BmcResult r =
                bmc::check_bounded(program, {.model = model, .sma = sma, .max_clock = 1});
            if (r.error.has_value() == !expected.empty()) return std::nullopt;
            return fmt::format("{} with one timestamp: {}, SC: {}", name(model),
                               r.error ? "an error" : "no error",
                               expected.empty() ? "no error" : names(expected));
          }};
}

}  // namespace overtake::fuzz
