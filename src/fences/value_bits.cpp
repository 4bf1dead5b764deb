#include "fences/value_bits.h"

#include "explicit/extents.h"

namespace overtake::fences {
namespace {

using explicit_state::Search;
using explicit_state::State;
using explicit_state::StateIndex;

constexpr std::size_t kFirstStates = 100'000;
constexpr std::size_t kFeasible = 1'000'000;

struct Looked {
  bool finished = false;
  bool wrapped = false;
  std::size_t values = 0;  // of cells, and states of threads
};

Looked look_once(const Subject& subject, std::size_t states, std::uint32_t jobs,
                 const std::atomic<bool>* stop) {
  const auto automata = subject.automata({});
  Search search(*automata, {.model = Model::SC, .max_states = states, .jobs = jobs, .stop = stop});
  Looked l;
  l.finished = search.run([](StateIndex, const State&) { return true; }).finished;
  l.wrapped = automata->wrapped();
  l.values = automata->value_count();
  for (std::size_t t = 0; t < automata->thread_count(); ++t)
    l.values += automata->local_count(ThreadId{t});
  return l;
}

Looked look(const Subject& subject, std::size_t states, std::uint32_t jobs,
            const std::atomic<bool>* stop) {
  for (;;) {
    try {
      return look_once(subject, states, jobs, stop);
    } catch (const explicit_state::Regrouped&) {
      continue;  // with larger cells
    }
  }
}

}  // namespace

bool may_count_for_ever(const Subject& subject, std::uint32_t jobs, const std::atomic<bool>* stop) {
  const Looked first = look(subject, kFirstStates, jobs, stop);
  if (first.finished || subject.has_few_values(stop)) return false;
  const Looked second = look(subject, 2 * kFirstStates, jobs, stop);
  return !second.finished && second.values != first.values;
}

std::uint32_t bits_for_counters(
    const std::function<std::unique_ptr<Subject>(std::uint32_t bits)>& subject, std::uint32_t jobs,
    const std::atomic<bool>* stop) {
  for (const std::uint32_t bits : {8u, 4u}) {
    const Looked l = look(*subject(bits), kFeasible, jobs, stop);
    if (l.finished) return l.wrapped ? bits : 0;
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) return bits;
    // Many states, but small values.
    if (bits == 4 && !l.wrapped) return 0;
  }
  return 3;
}

}  // namespace overtake::fences
