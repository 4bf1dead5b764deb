#include "fuzz/to_c.h"

#include <fmt/format.h>

#include <algorithm>

namespace overtake::fuzz {

namespace {

const char* builtin_order(ir::Order order) {
  switch (order) {
    case ir::Order::Plain:
    case ir::Order::Relaxed:
      return "__ATOMIC_RELAXED";
    case ir::Order::Acquire:
      return "__ATOMIC_ACQUIRE";
    case ir::Order::Release:
      return "__ATOMIC_RELEASE";
    case ir::Order::AcqRel:
      return "__ATOMIC_ACQ_REL";
    case ir::Order::SeqCst:
      return "__ATOMIC_SEQ_CST";
  }
  return "?";
}

const char* c11_order(ir::Order order) {
  switch (order) {
    case ir::Order::Plain:
    case ir::Order::Relaxed:
      return "memory_order_relaxed";
    case ir::Order::Acquire:
      return "memory_order_acquire";
    case ir::Order::Release:
      return "memory_order_release";
    case ir::Order::AcqRel:
      return "memory_order_acq_rel";
    case ir::Order::SeqCst:
      return "memory_order_seq_cst";
  }
  return "?";
}

// The order of a CAS that fails: the strongest that C allows.
ir::Order failure(ir::Order order) {
  switch (order) {
    case ir::Order::Release:
      return ir::Order::Relaxed;
    case ir::Order::AcqRel:
      return ir::Order::Acquire;
    default:
      return order;
  }
}

class Printer {
 public:
  explicit Printer(const Sketch& sketch) : sketch_(sketch) {}

  std::string run() {
    prologue();
    for (std::size_t t = sketch_.threads.size(); t-- > 1;) thread(t);  // children come first
    main();
    return std::move(out_);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    out_.append(2 * depth_, ' ');
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    out_ += '\n';
  }

  bool in_parts(std::size_t location) const {
    bool found = false;
    visit(sketch_, [&](const Statement& s) {
      found = found || (is_access(s.kind) && s.target == location && s.size != kLocationBytes);
    });
    return found;
  }

  void prologue() {
    out_ +=
        "#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n"
        "#include <stdatomic.h>\n#include <stdint.h>\n#include <stdlib.h>\n\n";
    if (uses(sketch_, Kind::Assume)) out_ += "void __VERIFIER_assume(int condition);\n";
    if (uses(sketch_, Kind::Choose)) out_ += "uint64_t __overtake_choose(uint64_t count);\n";
    if (uses(sketch_, Kind::Await))
      for (int size : {1, 2, 4})
        line("uint64_t __overtake_await_not_equal_{}(const void *word, uint64_t value);", size);
    if (uses(sketch_, Kind::Atomic))
      out_ += "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n";
    c11_.resize(sketch_.locations.size());
    for (std::size_t i = 0; i < sketch_.locations.size(); ++i) {
      c11_[i] = i % 2 == 1 && !in_parts(i);
      line("static {} uint32_t x{} = {};", c11_[i] ? "_Atomic" : "volatile", i,
           sketch_.locations[i]);
    }
    for (std::size_t i = 0; i < sketch_.mutexes; ++i)
      line("static pthread_mutex_t m{} = PTHREAD_MUTEX_INITIALIZER;", i);
    for (std::size_t i = 0; i < sketch_.semaphores.size(); ++i) line("static sem_t s{};", i);
    for (std::size_t i = 0; i < sketch_.conditions; ++i)
      line("static pthread_cond_t c{} = PTHREAD_COND_INITIALIZER;", i);
    for (std::size_t i = 0; i < sketch_.barriers.size(); ++i)
      line("static pthread_barrier_t b{};", i);
    for (std::size_t i = 0; i < sketch_.slots; ++i)
      line("static volatile uint32_t *volatile h{};", i);
  }

  void thread(std::size_t t) {
    line("");
    line("static void *thread{}(void *argument) {{", t);
    ++depth_;
    line("(void)argument;");
    locals(t, {});
    block(sketch_.threads[t]);
    line("return (void *)({});", result(t));
    --depth_;
    line("}}");
  }

  void main() {
    const std::vector<std::uint8_t> spawned = roots(sketch_);
    line("");
    line("int main(void) {{");
    ++depth_;
    locals(0, spawned);
    for (std::size_t i = 0; i < sketch_.semaphores.size(); ++i)
      line("sem_init(&s{}, 0, {});", i, sketch_.semaphores[i]);
    for (std::size_t i = 0; i < sketch_.barriers.size(); ++i)
      line("pthread_barrier_init(&b{}, 0, {});", i, sketch_.barriers[i]);
    for (std::uint8_t t : spawned) spawn(t);
    block(sketch_.threads[0]);
    if (sketch_.join_all)
      for (std::uint8_t t : spawned) line("pthread_join(t{}, 0);", t);
    line("pthread_exit((void *)({}));", result(0));
    --depth_;
    line("}}");
  }

  void locals(std::size_t t, std::vector<std::uint8_t> children) {
    const Block& block = sketch_.threads[t];
    for (std::uint32_t r = 0; r < register_count(block); ++r) line("uint32_t r{} = 0;", r);
    visit(block, [&](const Statement& s) {
      if (s.kind == Kind::Spawn) children.push_back(s.target);
    });
    for (std::uint8_t child : children) line("pthread_t t{};", child);
  }

  std::string result(std::size_t t) const {
    std::string text = fmt::format("(uint64_t){}", t);
    for (std::uint32_t r = 0; r < register_count(sketch_.threads[t]); ++r)
      text = fmt::format("({}) * 256 + r{}", text, r);
    return text;
  }

  void spawn(std::uint8_t t) { line("pthread_create(&t{}, 0, thread{}, 0);", t, t); }

  void block(const Block& block) {
    for (const Statement& s : block) statement(s);
  }

  void braces(const std::string& head, const Block& inner, const char* tail = "}") {
    line("{}{{", head);
    ++depth_;
    block(inner);
    --depth_;
    line("{}", tail);
  }

  static std::string text(const Value& v) {
    if (!v.computed()) return fmt::format("{}u", v.constant);
    return v.constant == 0 ? fmt::format("r{}", v.reg)
                           : fmt::format("r{} + {}u", v.reg, v.constant);
  }
  static std::string text(const Condition& c) {
    return fmt::format("r{} {} {}u", c.reg, c.equal ? "==" : "!=", c.constant);
  }

  // The lvalue of an access to a volatile location.
  static std::string place(const Statement& s) {
    if (s.size == kLocationBytes) return fmt::format("x{}", s.target);
    return fmt::format("*(volatile uint{}_t *)((volatile char *)&x{} + {})", 8 * s.size, s.target,
                       s.offset);
  }

  void access(const Statement& s) {
    if (s.kind == Kind::Await) {
      line("r{} = __overtake_await_not_equal_{}((const void *)&{}, (uint{}_t)({}));", s.dst, s.size,
           place(s), 8 * s.size, text(s.value));
    } else if (c11_[s.target]) {
      c11_access(s);
    } else {
      volatile_access(s);
    }
  }

  void c11_access(const Statement& s) {
    const char* order = c11_order(s.order);
    switch (s.kind) {
      case Kind::Load:
        return line("r{} = atomic_load_explicit(&x{}, memory_order_relaxed);", s.dst, s.target);
      case Kind::Store:
        return line("atomic_store_explicit(&x{}, {}, {});", s.target, text(s.value), order);
      case Kind::Add:
        return line("r{} = atomic_fetch_add_explicit(&x{}, {}, {});", s.dst, s.target,
                    text(s.value), order);
      case Kind::Exchange:
        return line("r{} = atomic_exchange_explicit(&x{}, {}, {});", s.dst, s.target, text(s.value),
                    order);
      default:
        line("{{");
        line("  uint32_t expected = {};", text(s.expected));
        line("  atomic_compare_exchange_strong_explicit(&x{}, &expected, {}, {}, {});", s.target,
             text(s.value), order, c11_order(failure(s.order)));
        line("  r{} = expected;", s.dst);
        line("}}");
    }
  }

  void volatile_access(const Statement& s) {
    const char* order = builtin_order(s.order);
    switch (s.kind) {
      case Kind::Load:
        return line("r{} = {};", s.dst, place(s));
      case Kind::Store:
        if (s.order == ir::Order::Plain)
          return line("{} = (uint{}_t)({});", place(s), 8 * s.size, text(s.value));
        return line("__atomic_store_n(&{}, {}, {});", place(s), text(s.value), order);
      case Kind::Add:
        return line("r{} = __atomic_fetch_add(&{}, {}, {});", s.dst, place(s), text(s.value),
                    order);
      case Kind::Exchange:
        return line("r{} = __atomic_exchange_n(&{}, {}, {});", s.dst, place(s), text(s.value),
                    order);
      default:
        line("{{");
        line("  uint{}_t expected = {};", 8 * s.size, text(s.expected));
        line("  __atomic_compare_exchange_n(&{}, &expected, {}, 0, {}, {});", place(s),
             text(s.value), order, builtin_order(failure(s.order)));
        line("  r{} = expected;", s.dst);
        line("}}");
    }
  }

  void statement(const Statement& s) {
    switch (s.kind) {
      case Kind::Load:
      case Kind::Store:
      case Kind::Add:
      case Kind::Exchange:
      case Kind::Cas:
      case Kind::Await:
        return access(s);
      case Kind::Fence:
        return line("atomic_thread_fence(memory_order_seq_cst);");
      case Kind::StoreFence:
        return line("atomic_thread_fence(memory_order_release);");
      case Kind::Lock:
        return line("pthread_mutex_lock(&m{});", s.target);
      case Kind::TryLock:
        return line("r{} = pthread_mutex_trylock(&m{}) == 0;", s.dst, s.target);
      case Kind::Unlock:
        return line("pthread_mutex_unlock(&m{});", s.target);
      case Kind::Locked:
        line("pthread_mutex_lock(&m{});", s.target);
        held_.push_back(s.target);
        block(s.body);
        held_.pop_back();
        return line("pthread_mutex_unlock(&m{});", s.target);
      case Kind::SemWait:
        return line("sem_wait(&s{});", s.target);
      case Kind::SemTryWait:
        return line("r{} = sem_trywait(&s{}) == 0;", s.dst, s.target);
      case Kind::SemPost:
        return line("sem_post(&s{});", s.target);
      case Kind::CondWait:
        return line("pthread_cond_wait(&c{}, &m{});", s.target, held_.back());
      case Kind::CondSignal:
        return line("pthread_cond_signal(&c{});", s.target);
      case Kind::CondBroadcast:
        return line("pthread_cond_broadcast(&c{});", s.target);
      case Kind::Barrier:
        return line("pthread_barrier_wait(&b{});", s.target);
      case Kind::If:
        if (s.otherwise.empty()) return braces(fmt::format("if ({}) ", text(s.condition)), s.body);
        braces(fmt::format("if ({}) ", text(s.condition)), s.body, "} else {");
        ++depth_;
        block(s.otherwise);
        --depth_;
        return line("}}");
      case Kind::Atomic:
        line("__VERIFIER_atomic_begin();");
        block(s.body);
        return line("__VERIFIER_atomic_end();");
      case Kind::Assume:
        return line("__VERIFIER_assume({});", text(s.condition));
      case Kind::Assert:
        return line("assert({});", text(s.condition));
      case Kind::Choose:
        return line("r{} = __overtake_choose({});", s.dst, s.value.constant);
      case Kind::Exit:
        return line("exit(0);");
      case Kind::Spawn:
        return spawn(s.target);
      case Kind::Join:
        line("{{");
        line("  void *joined;");
        line("  pthread_join(t{}, &joined);", s.target);
        line("  r{} = (uint32_t)(uint64_t)joined;", s.dst);
        return line("}}");
      case Kind::Allocate:
        return line("h{} = calloc(1, {});", s.target, kLocationBytes);
      case Kind::HeapLoad:
        return line("r{} = *h{};", s.dst, s.target);
      case Kind::HeapStore:
        return line("*h{} = {};", s.target, text(s.value));
      case Kind::HeapFree:
        return line("free((void *)h{});", s.target);
    }
  }

  const Sketch& sketch_;
  std::string out_;
  std::size_t depth_ = 0;
  std::vector<bool> c11_;           // by location: declared _Atomic
  std::vector<std::uint8_t> held_;  // mutexes of the enclosing Locked
};

}  // namespace

std::string to_c(const Sketch& sketch) { return Printer(sketch).run(); }

}  // namespace overtake::fuzz
