// Capture analysis: an inclusion-based points-to analysis of each function, with summaries that are
// applied at direct calls until nothing changes any more.
//
// The objects of a function are
//   - Unknown: globals, the heap, and everything that was captured;
//   - the thread-locals of the program;
//   - for each parameter i, outer(i), what the argument points to, and inner(i), whatever can be
//     reached from there by loads, all in one;
//   - one for each Alloca of the function.
// Each register has the set of objects it may point into, each object the set of objects that
// pointers stored in it may point into (its contents), without regard to offsets, order and control
// flow. Arithmetic keeps pointing into what its operands point into; comparisons give no pointer.
//
// An object is captured when its address reaches Unknown memory, a thread-local, another thread, an
// indirect call, an exception or a synchronization primitive; also when it is the target of an
// atomic read-modify-write, which drains the buffers of its thread wherever it goes: it has to be
// an event (`InterlockedOr(&local, 0)` is how some write a fence). What is stored in a captured
// object is captured, and what is loaded from it may be anything Unknown. An Alloca is also
// captured when its address is returned or stored in what a parameter points to: there it would
// outlive its frame.
//
// The summary of a function is what its state says about the objects of its parameters: which are
// captured, what is stored in them, what is returned. At a call, outer(i) stands for all that the
// argument may point into and inner(i) for all that is reachable from there. Parameters that alias
// in the caller are right, too: what the callee stores through one of them and loads through
// another meets in the caller's objects, since all facts of the summary apply there at once.
//
// The analysis knows no order of events. That is what PSO needs: an object that is published later
// is shared from birth, since the stores to it before may still sit in buffers.
//
// Cost: a sweep over the code is linear, with a word of 64 objects as the unit. A function is swept
// again while its state grows, and analysed again when the summary of one that it calls has grown.
#include "ir/privatize.h"

#include <algorithm>
#include <deque>

#include "ir/open_functions.h"
#include "ir/points_to.h"
#include "ir/shape.h"

namespace overtake::ir {
namespace {

using namespace capture;

class Privatizer {
 public:
  explicit Privatizer(Program& program) : program_(program) {}

  void run() {
    number_thread_locals();
    for (const Function& f : program_.functions) states_.push_back(initial_state(f));
    find_open_functions();
    for (std::size_t f = 0; f < program_.functions.size(); ++f)
      for (const Instruction& i : program_.functions[f].code)
        if (i.op == Opcode::Call) states_[i.target].callers.push_back(FunctionId{f});
    analyse_all();
    mark();
  }

 private:
  void number_thread_locals() {
    thread_local_object_.assign(program_.globals.size(), kUnknown);
    for (std::size_t g = 0; g < program_.globals.size(); ++g)
      if (program_.globals[g].thread_local_) thread_local_object_[g] = ++thread_locals_;
  }

  PointsTo initial_state(const Function& f) {
    PointsTo s;
    s.first_parameter = 1 + thread_locals_;
    s.first_alloca = s.first_parameter + 2 * f.parameters;
    s.objects = s.first_alloca;
    for (const Instruction& i : f.code) s.objects += i.op == Opcode::Alloca ? 1 : 0;
    s.words = (s.objects + 63) / 64;
    s.registers.resize(std::size_t{f.registers} * s.words);
    s.contents.resize(std::size_t{s.objects} * s.words);
    s.stored.resize(std::size_t{2} * f.parameters * s.words);
    s.captured.resize(s.words);
    s.returned.resize(s.words);
    for (std::uint32_t o = kUnknown; o < s.first_parameter; ++o) insert(s.contents_of(o), kUnknown);
    for (std::uint32_t i = 0; i < f.parameters; ++i) {
      insert(s.register_set(i), s.outer(i));
      insert(s.contents_of(s.outer(i)), s.inner(i));
      insert(s.contents_of(s.inner(i)), s.inner(i));
    }
    return s;
  }

  void find_open_functions() {
    const std::vector<bool> open = open_functions(program_);
    for (std::size_t f = 0; f < states_.size(); ++f) states_[f].open = open[f];
  }

  // Callees before callers, as far as there is such an order; then those whose summaries have
  // changed.
  void analyse_all() {
    std::deque<FunctionId> queue;
    std::vector<bool> queued(states_.size(), true);
    for (const FunctionId f : callees_first()) queue.push_back(f);
    while (!queue.empty()) {
      const FunctionId f = queue.front();
      queue.pop_front();
      queued[f.index()] = false;
      if (!analyse(f)) continue;
      for (const FunctionId caller : states_[f.index()].callers) {
        if (queued[caller.index()]) continue;
        queued[caller.index()] = true;
        queue.push_back(caller);
      }
    }
  }

  std::vector<FunctionId> callees_first() const {
    struct Visit {
      std::uint32_t function;
      std::size_t next = 0;  // instruction
    };
    std::vector<FunctionId> order;
    std::vector<bool> seen(states_.size(), false);
    std::vector<Visit> stack;
    for (std::uint32_t root = 0; root < states_.size(); ++root) {
      if (seen[root]) continue;
      seen[root] = true;
      stack.push_back({root});
      while (!stack.empty()) {
        Visit& v = stack.back();
        const std::vector<Instruction>& code = program_.functions[v.function].code;
        while (v.next < code.size() &&
               (code[v.next].op != Opcode::Call || seen[code[v.next].target]))
          ++v.next;
        if (v.next == code.size()) {
          order.push_back(FunctionId{v.function});
          stack.pop_back();
        } else {
          const std::uint32_t callee = code[v.next].target;
          seen[callee] = true;
          stack.push_back({callee});
        }
      }
    }
    return order;
  }

  // Sweeps until the state is stable. True if the summary, what callers see, has grown.
  bool analyse(FunctionId id) {
    function_ = &program_.functions[id.index()];
    state_ = &states_[id.index()];
    nothing_.assign(state_->words, 0);
    unknown_.assign(state_->words, 0);
    insert(unknown_, kUnknown);
    const std::uint64_t before = summary_size();
    do {
      grown_ = false;
      std::uint32_t alloca_object = state_->first_alloca;
      for (const Instruction& i : function_->code) {
        if (i.op == Opcode::Alloca)
          add(state_->register_set(i.dst), alloca_object++);
        else
          apply(i);
      }
      close();
    } while (grown_);
    return summary_size() != before;
  }

  // The summary only grows, so its size says whether it did.
  std::uint64_t summary_size() const {
    auto size = [](ConstSet set) {
      std::uint64_t n = 0;
      for (const Word w : set) n += static_cast<std::uint64_t>(__builtin_popcountll(w));
      return n;
    };
    std::uint64_t n = size(state_->captured) + size(state_->returned);
    for (std::uint32_t o = state_->first_parameter; o < state_->first_alloca; ++o)
      n += size(state_->stored_in(o));
    return n;
  }

  // --- growing -----------------------------------------------------------------------------------
  void add(Set set, ConstSet more) {
    for (std::size_t w = 0; w < set.size(); ++w) {
      const Word sum = set[w] | more[w];
      grown_ |= sum != set[w];
      set[w] = sum;
    }
  }
  void add(Set set, std::uint32_t object) {
    grown_ |= !contains(set, object);
    insert(set, object);
  }
  void capture(ConstSet set) { add(state_->captured, set); }

  // Unknown memory and thread-locals keep no account of what is stored in them.
  bool is_sink(std::uint32_t object) const { return object < state_->first_parameter; }

  void store(ConstSet into, ConstSet value) {
    for_each(into, [&](std::uint32_t o) {
      if (is_sink(o)) return capture(value);
      add(state_->contents_of(o), value);
      if (o < state_->first_alloca) add(state_->stored_in(o), value);
    });
  }
  void load(std::uint32_t dst, ConstSet from) {
    for_each(from,
             [&](std::uint32_t o) { add(state_->register_set(dst), state_->contents_of(o)); });
  }

  // What follows from what is captured, returned, or stored where the caller can see it.
  void close() {
    PointsTo& s = *state_;
    auto hand_out = [&](ConstSet set) {
      for_each(set, [&](std::uint32_t o) {
        if (o >= s.first_alloca || (s.open && o < s.first_parameter)) add(s.captured, o);
      });
    };
    hand_out(s.returned);
    for (std::uint32_t o = s.first_parameter; o < s.first_alloca; ++o) hand_out(s.stored_in(o));
    for_each(s.captured, [&](std::uint32_t o) {
      if (is_sink(o)) return;
      add(s.contents_of(o), kUnknown);
      add(s.captured, s.contents_of(o));
    });
  }

  // --- instructions ------------------------------------------------------------------------------
  // What an operand may point into. Constants that can be addresses of globals, or lie near one,
  // point to Unknown; in bit operations only those that are addresses.
  ConstSet points_to(Operand o, bool bit_operation = false) const {
    if (!o.present()) return nothing_;
    if (!o.is_constant()) return state_->register_set(o.index());
    const std::uint64_t value = function_->constants[o.index()];
    const std::uint64_t slot = slot_bits(value);
    const bool of_global = slot < program_.next_global_slot;
    const bool of_function =
        slot >= kFirstFunctionSlot && slot < kFirstFunctionSlot + program_.functions.size();
    const bool address = slot != 0 && (!bit_operation || of_global || of_function);
    return address ? ConstSet(unknown_) : ConstSet(nothing_);
  }

  // The value of a 16-byte operand: its two registers.
  template <class Visit>
  void for_each_half(const Instruction& i, Operand o, Visit visit) {
    visit(points_to(o));
    if (takes_pairs(i)) visit(points_to(Operand::reg(o.index() + 1)));
  }

  void apply(const Instruction& i) {
    PointsTo& s = *state_;
    switch (i.op) {
      case Opcode::Eq:
      case Opcode::Ne:
      case Opcode::ULt:
      case Opcode::ULe:
      case Opcode::SLt:
      case Opcode::SLe:
      case Opcode::FCmp:
        break;
      case Opcode::Select:
        add(s.register_set(i.dst), points_to(i.b));
        add(s.register_set(i.dst), points_to(i.c));
        break;
      case Opcode::Load:
        load(i.dst, points_to(i.a));
        if (i.width == 16) load(i.dst + 1, points_to(i.a));
        break;
      case Opcode::Store:
        for_each_half(i, i.b, [&](ConstSet value) { store(points_to(i.a), value); });
        break;
      case Opcode::Rmw:
      case Opcode::Cas:
        capture(points_to(i.a));
        for_each_half(i, i.op == Opcode::Rmw ? i.b : i.c,
                      [&](ConstSet value) { store(points_to(i.a), value); });
        load(i.dst, points_to(i.a));
        if (i.width == 16) load(i.dst + 1, points_to(i.a));
        break;
      case Opcode::MemCopy:
        for_each(points_to(i.b),
                 [&](std::uint32_t from) { store(points_to(i.a), s.contents_of(from)); });
        break;
      case Opcode::MemSet:
        store(points_to(i.a), points_to(i.b));
        break;
      case Opcode::Alloc:
        add(s.register_set(i.dst), kUnknown);
        break;
      case Opcode::ThreadLocal:
        add(s.register_set(i.dst), thread_local_object_[i.target]);
        break;
      case Opcode::Call:
        call(i);
        break;
      case Opcode::CallIndirect:
        for (std::uint32_t k = 0; k < i.count; ++k) capture(points_to(argument(i, k)));
        unknown_results(i);
        break;
      case Opcode::Ret:
        add(s.returned, points_to(i.a));
        add(s.returned, points_to(i.b));
        break;
      case Opcode::ForcedUnwind:
        capture(points_to(i.c));
        [[fallthrough]];
      case Opcode::Spawn:
      case Opcode::ThreadExit:
      case Opcode::Throw:
      case Opcode::Resume:
        capture(points_to(i.a));
        capture(points_to(i.b));
        break;
      case Opcode::Sync:
        capture(points_to(i.a));
        unknown_results(i);
        break;
      case Opcode::Join:
      case Opcode::Caught:
        unknown_results(i);
        break;
      default:
        if (shape(i.op).pure || divides(i.op)) compute(i);
        break;
    }
  }

  static bool divides(Opcode op) { return op >= Opcode::UDiv && op <= Opcode::SRem; }

  void compute(const Instruction& i) {
    const bool bits = i.op >= Opcode::And && i.op <= Opcode::AShr;
    for (const Operand o : {i.a, i.b, i.c}) add(state_->register_set(i.dst), points_to(o, bits));
  }

  void unknown_results(const Instruction& i) {
    for (unsigned k = 0; k < results(i); ++k) add(state_->register_set(i.dst + k), kUnknown);
  }

  Operand argument(const Instruction& i, std::uint32_t k) const {
    return function_->arguments[i.target2 + k];
  }

  // Applies the callee's summary.
  void call(const Instruction& i) {
    const PointsTo& callee = states_[i.target];
    const std::uint32_t parameters = program_.functions[i.target].parameters;
    for (std::uint32_t k = parameters; k < i.count; ++k) capture(points_to(argument(i, k)));

    // What outer(k) and inner(k) stand for here. Copies, since applying may grow the originals.
    const std::size_t words = state_->words;
    std::vector<Word>& meaning = meaning_;
    meaning.assign(std::size_t{2} * parameters * words, 0);
    auto row = [&](std::uint32_t n) { return Set(meaning).subspan(n * words, words); };
    for (std::uint32_t k = 0; k < parameters; ++k) {
      const ConstSet outer = points_to(argument(i, k));
      std::copy(outer.begin(), outer.end(), row(2 * k).begin());
      reach(outer, row(2 * k + 1));
    }
    // Calls visit(set) with what each of the callee's objects in `set` stands for.
    auto translate = [&](ConstSet set, auto visit) {
      for_each(set, [&](std::uint32_t o) {
        if (o == kUnknown || o >= callee.first_alloca) {
          visit(ConstSet(unknown_));  // an alloca that is handed out is captured
        } else if (o < callee.first_parameter) {
          one_.assign(words, 0);
          insert(one_, o);  // thread-locals have the same number everywhere
          visit(ConstSet(one_));
        } else {
          visit(ConstSet(row(o - callee.first_parameter)));
        }
      });
    };

    for (std::uint32_t n = 0; n < 2 * parameters; ++n) {
      const std::uint32_t object = callee.first_parameter + n;
      if (contains(callee.captured, object)) capture(row(n));
      translate(callee.stored_in(object), [&](ConstSet value) { store(row(n), value); });
    }
    for (unsigned k = 0; k < results(i); ++k)
      translate(callee.returned,
                [&](ConstSet value) { add(state_->register_set(i.dst + k), value); });
  }

  // `out`: the objects that loads can lead to from those in `from`.
  void reach(ConstSet from, Set out) {
    auto& todo = todo_;
    todo.clear();
    auto expand = [&](std::uint32_t o) {
      for_each(state_->contents_of(o), [&](std::uint32_t next) {
        if (contains(out, next)) return;
        insert(out, next);
        todo.push_back(next);
      });
    };
    for_each(from, expand);
    while (!todo.empty()) {
      const std::uint32_t o = todo.back();
      todo.pop_back();
      expand(o);
    }
  }

  void mark() {
    std::vector<bool> shared(1 + thread_locals_, false);
    for (std::size_t f = 0; f < states_.size(); ++f) {
      const PointsTo& s = states_[f];
      for (std::uint32_t o = 1; o <= thread_locals_; ++o)
        if (contains(s.captured, o)) shared[o] = true;
      std::uint32_t object = s.first_alloca;
      for (Instruction& i : program_.functions[f].code)
        if (i.op == Opcode::Alloca && !contains(s.captured, object++)) i.count = 1;
    }
    for (std::size_t g = 0; g < program_.globals.size(); ++g)
      if (program_.globals[g].thread_local_ && !shared[thread_local_object_[g]])
        program_.globals[g].private_ = true;
  }

  Program& program_;
  std::vector<PointsTo> states_;
  std::vector<std::uint32_t> thread_local_object_;  // by global
  std::uint32_t thread_locals_ = 0;
  // The function being analysed.
  const Function* function_ = nullptr;
  PointsTo* state_ = nullptr;
  bool grown_ = false;
  std::vector<Word> nothing_, unknown_, one_, meaning_;
  std::vector<std::uint32_t> todo_;
};

}  // namespace

void privatize(Program& program) { Privatizer(program).run(); }

}  // namespace overtake::ir
