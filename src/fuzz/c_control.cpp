// Blocks, statements and calls.
#include <algorithm>

#include "fuzz/c_printer.h"

namespace overtake::fuzz {

namespace {

bool leads_out(const Block& block, bool in_loop) {
  return std::ranges::any_of(block, [&](const Statement& s) {
    if (s.kind == Kind::Return) return true;
    if (s.kind == Kind::Break || s.kind == Kind::Continue) return !in_loop;
    const bool inside = in_loop || is_loop(s.kind);
    return leads_out(s.body, inside) || leads_out(s.otherwise, inside);
  });
}

bool handles_threads(const Statement& statement) {
  bool found = false;
  visit({statement}, [&](const Statement& s) {
    found = found || s.kind == Kind::Spawn || s.kind == Kind::Join;
  });
  return found;
}

}  // namespace

bool leads_out(const Block& block) { return leads_out(block, false); }

// --- blocks ------------------------------------------------------------------------------------

void CPrinter::block(const Block& block) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (chance(style_.dead)) do_nothing();
    if (outlined(block, i)) continue;
    if (i + 1 < block.size() && block[i].kind == Kind::For && block[i + 1].kind == Kind::For &&
        chance(style_.rounds) && block[i].value.constant > 0 && block[i + 1].value.constant > 0 &&
        block[i].value.constant + block[i + 1].value.constant <= 4 && !leads_out(block[i].body) &&
        !leads_out(block[i + 1].body)) {
      merged(block[i], block[i + 1]);
      ++i;
      continue;
    }
    statement(block[i]);
  }
}

void CPrinter::braces(const std::string& head, const Block& inner, const std::string& tail) {
  line("{}{{", head);
  ++depth_;
  block(inner);
  --depth_;
  line("{}", tail);
}

// Some statements as a function of their own. Moves i to the last of them.
bool CPrinter::outlined(const Block& block, std::size_t& i) {
  if (scope_.registers != Style::Registers::Frame || !chance(style_.outline)) return false;
  const std::size_t most = i + random_.between(1, 3);
  std::size_t end = i;
  while (end < std::min(most, block.size()) && !leads_out({block[end]}) &&
         !handles_threads(block[end]))
    ++end;
  if (end == i) return false;
  const std::string part = fresh("part");
  const Block inner(block.begin() + static_cast<std::ptrdiff_t>(i),
                    block.begin() + static_cast<std::ptrdiff_t>(end));
  prototypes_.push_back(fmt::format("static void {}(struct frame *f);\n", part));
  functions_.push_back(apart([&] {
    line("");
    line("static void {}(struct frame *f) {{", part);
    ++depth_;
    for (const Statement& s : inner) statement(s);
    --depth_;
    line("}}");
  }));
  line("{}(f);", part);
  i = end - 1;
  return true;
}

// One loop instead of two.
void CPrinter::merged(const Statement& first, const Statement& second) {
  const std::uint32_t a = first.value.constant, b = second.value.constant;
  const std::string n = fresh("n");
  line("for (uint32_t {0} = 0; {0} != {1}u; {0}++) {{", n, a + b);
  ++depth_;
  line("if ({} < {}u) {{", n, a);
  ++depth_;
  line("{} = {};", reg(first.dst), n);
  body(first, {});
  line("{} = {} + 1;", reg(first.dst), n);
  --depth_;
  line("}} else {{");
  ++depth_;
  line("{} = {} - {}u;", reg(second.dst), n, a);
  body(second, {});
  line("{} = {} - {}u;", reg(second.dst), n, a - 1);
  --depth_;
  line("}}");
  --depth_;
  line("}}");
}

// Something without an observable effect. In a loop it is forgotten when the next iteration begins.
void CPrinter::do_nothing() {
  switch (random_.below(5)) {
    case 0:
      if (!sketch_.locations.empty() && !style_.cpp)
        return line("if (0) {} = 9;",
                    location(random_.below(static_cast<std::uint32_t>(sketch_.locations.size()))));
      return line("if (0) exit(1);");
    case 1:
      return line("{{ uint32_t spare = {}u; spare = spare * 3; (void)spare; }}", random_.below(9));
    case 2:
      return line("do {{ }} while (0);");
    case 3:
      helper("square", "static uint32_t square(uint32_t a) {\n  return a * a;\n}\n");
      return line("(void)square({}u);", random_.below(9));
    default:
      return line("for (uint32_t spare = 0; spare < 2; spare++) {{ }}");
  }
}

// --- statements --------------------------------------------------------------------------------

void CPrinter::statement(const Statement& s) {
  if (is_access(s.kind)) return access(s);
  if (is_loop(s.kind)) return loop(s);
  switch (s.kind) {
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
      return line("{} = __overtake_choose({});", reg(s.dst), s.value.constant);
    case Kind::Exit:
      return line("exit(0);");
    case Kind::Set:
      return line("{} = {};", reg(s.dst), text(s.value));
    case Kind::Mask:
      return line("{} = ({}) & {}u;", reg(s.dst), text(s.value), s.expected.constant);
    case Kind::Break:
      return line("{}", loops_.back().leave);
    case Kind::Continue:
      return line("{}", loops_.back().next);
    case Kind::Call:
      return call(s);
    case Kind::Return:
      return leave_function(s);
    case Kind::Allocate:
      return line("{} = calloc(1, {});", name("h", s.target), kLocationBytes);
    case Kind::HeapLoad:
      return line("{} = *{};", reg(s.dst), name("h", s.target));
    case Kind::HeapStore:
      return line("*{} = {};", name("h", s.target), text(s.value));
    case Kind::HeapFree:
      return line("free((void *){});", name("h", s.target));
    default:
      return synchronization(s);
  }
}

void CPrinter::synchronization(const Statement& s) {
  const std::string m = name("m", s.target), sem = name("s", s.target), c = name("c", s.target);
  switch (s.kind) {
    case Kind::Fence:
      return line("{}", style_.cpp ? "std::atomic_thread_fence(std::memory_order_seq_cst);"
                                   : "atomic_thread_fence(memory_order_seq_cst);");
    case Kind::StoreFence:
      return line("{}", style_.cpp ? "std::atomic_thread_fence(std::memory_order_release);"
                                   : "atomic_thread_fence(memory_order_release);");
    case Kind::Lock:
      return line("{}", style_.cpp ? m + ".lock();" : "pthread_mutex_lock(&" + m + ");");
    case Kind::Unlock:
      return line("{}", style_.cpp ? m + ".unlock();" : "pthread_mutex_unlock(&" + m + ");");
    case Kind::TryLock:
      return line("{} = {};", reg(s.dst),
                  style_.cpp ? m + ".try_lock()" : "pthread_mutex_trylock(&" + m + ") == 0");
    case Kind::Locked:
      held_.push_back(s.target);
      if (style_.cpp) {
        line("{{");
        ++depth_;
        line("std::lock_guard<std::mutex> {}({});", fresh("guard"), m);
        block(s.body);
        --depth_;
        line("}}");
      } else {
        line("pthread_mutex_lock(&{});", m);
        block(s.body);
        line("pthread_mutex_unlock(&{});", m);
      }
      return held_.pop_back();
    case Kind::SemWait:
      return line("sem_wait(&{});", sem);
    case Kind::SemTryWait:
      return line("{} = sem_trywait(&{}) == 0;", reg(s.dst), sem);
    case Kind::SemPost:
      return line("sem_post(&{});", sem);
    case Kind::CondWait:
      return condition_wait(s);
    case Kind::CondSignal:
      return line("{}", style_.cpp ? c + ".notify_one();" : "pthread_cond_signal(&" + c + ");");
    case Kind::CondBroadcast:
      return line("{}", style_.cpp ? c + ".notify_all();" : "pthread_cond_broadcast(&" + c + ");");
    case Kind::Barrier:
      return line("pthread_barrier_wait(&{});", name("b", s.target));
    case Kind::Spawn:
      return spawn(s.target);
    default:
      return join(s);
  }
}

void CPrinter::condition_wait(const Statement& s) {
  const std::string c = name("c", s.target), m = name("m", held_.back());
  if (!style_.cpp) return line("pthread_cond_wait(&{}, &{});", c, m);
  const std::string lock = fresh("lock");
  line("{{");
  line("  std::unique_lock<std::mutex> {}({}, std::adopt_lock);", lock, m);
  line("  {}.wait({});", c, lock);
  line("  {}.release();", lock);
  line("}}");
}

void CPrinter::spawn(std::uint8_t t) {
  const std::string cells = cells_argument();
  if (style_.cpp)
    return line("{} = std::thread({}{});", name("t", t), name("thread", t),
                cells.empty() ? "" : ", " + cells);
  line("pthread_create(&{}, 0, {}, {});", name("t", t), name("thread", t),
       cells.empty() ? "0" : cells);
}

void CPrinter::join(const Statement& s) {
  if (style_.cpp) {
    line("{}.join();", name("t", s.target));
    return line("{} = (uint32_t){};", reg(s.dst), name("result", s.target));
  }
  line("{{");
  line("  void *joined;");
  line("  pthread_join({}, &joined);", name("t", s.target));
  line("  {} = (uint32_t)(uint64_t)joined;", reg(s.dst));
  line("}}");
}

// --- calls -------------------------------------------------------------------------------------

void CPrinter::leave_function(const Statement& s) {
  if (!scope_.expanded) return line("return {};", text(s.value));
  line("{{ {} = {}; goto {}; }}", scope_.result, text(s.value), scope_.leave);
}

void CPrinter::call(const Statement& s) {
  const bool itself = s.target == scope_.function;
  if (!itself && expanding_ < 2 && chance(style_.expand)) return expand(s);
  std::string arguments = cells_argument();
  const auto add = [&](const std::string& argument) {
    arguments += (arguments.empty() ? "" : ", ") + argument;
  };
  for (std::size_t i = 0; i < s.arguments.size(); ++i)
    add(itself && i == 0 ? reg(0) + " - 1u" : text(s.arguments[i]));
  bool all_shared = true;
  for (const Place& p : s.pointers) {
    add(address(p));
    all_shared = all_shared && p.space == Space::Shared;
  }
  const std::string guard = itself ? fmt::format("if ({} != 0u) ", reg(0)) : "";
  if (itself || !all_shared || !chance(style_.wrap))
    return line("{}{} = {}({});", guard, reg(s.dst), name("f", s.target), arguments);
  // Through a pointer to the function.
  const std::string go = fresh("go");
  std::string type = signature(s.target);
  const std::string called = name("f", s.target) + "(";
  type = type.substr(std::string("static ").size());
  type.replace(type.find(called), called.size(), "(*" + go + ")(");
  line("{{");
  line("  {} = {};", type, name("f", s.target));
  line("  {} = {}({});", reg(s.dst), go, arguments);
  line("}}");
}

// The body of the function in the place of its call.
void CPrinter::expand(const Statement& s) {
  const Function& f = sketch_.functions[s.target];
  std::vector<std::string> arguments;
  for (const Value& v : s.arguments) arguments.push_back(text(v));
  for (const Place& p : s.pointers) arguments.push_back(address(p));
  Scope inner{.prefix = fresh("i") + "_",
              .registers = style_.registers == Style::Registers::Frame ? Style::Registers::Variables
                                                                       : style_.registers,
              .function = s.target,
              .expanded = true,
              .result = reg(s.dst),
              .leave = fresh("leave")};
  const Scope outer = std::exchange(scope_, inner);
  ++expanding_;
  line("{{");
  ++depth_;
  locals(f.body, register_count(f), f.parameters, f.pointers, arguments);
  block(f.body);
  line("{} = 0;", scope_.result);
  --depth_;
  line("}}");
  line("{}:;", scope_.leave);
  --expanding_;
  scope_ = outer;
}

}  // namespace overtake::fuzz
