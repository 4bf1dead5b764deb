// The file: includes, types, globals, helpers, functions, threads, main.
#include <algorithm>

#include "fuzz/c_printer.h"
#include "fuzz/to_c.h"

namespace overtake::fuzz {

namespace {

constexpr const char* kWords[] = {"amber", "birch", "cedar", "delta", "ember", "flint", "grove",
                                  "heron", "inlet", "jetty", "knoll", "larch", "maple"};

}  // namespace

std::string CPrinter::name(const char* letter, std::size_t number) const {
  if (!style_.rename) return letter + std::to_string(number);
  const std::size_t word =
      (style_.seed % 7 + number * 3 + static_cast<unsigned char>(letter[0])) % std::size(kWords);
  return fmt::format("{}_{}{}", kWords[word], letter, number);
}

std::string CPrinter::run() {
  c11_.resize(sketch_.locations.size());
  for (std::size_t i = 0; i < sketch_.locations.size(); ++i)
    c11_[i] = !style_.cpp && style_.data != Style::Data::Array && i % 2 == 1 && !in_parts(i);
  locations();
  objects();
  frame_type();
  for (std::size_t f = sketch_.functions.size(); f-- > 0;) function(f);
  for (std::size_t t = sketch_.threads.size(); t-- > 1;) thread(t);  // children come first
  main();
  if (style_.shuffle) {
    shuffle(globals_);
    shuffle(functions_);
  }
  includes();
  for (const auto* section : {&types_, &globals_, &helpers_, &prototypes_, &functions_})
    for (const std::string& text : *section) out_ += text;
  return std::move(out_);
}

void CPrinter::includes() {
  if (style_.cpp)
    out_ +=
        "#include <atomic>\n#include <cassert>\n#include <condition_variable>\n#include <cstdint>\n"
        "#include <cstdlib>\n#include <mutex>\n#include <thread>\n"
        "#include <pthread.h>\n#include <semaphore.h>\n\n";
  else
    out_ +=
        "#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n"
        "#include <stdatomic.h>\n#include <stdint.h>\n#include <stdlib.h>\n\n";
  const char* external = style_.cpp ? "extern \"C\" " : "";
  if (uses(sketch_, Kind::Assume)) line("{}void __VERIFIER_assume(int condition);", external);
  if (uses(sketch_, Kind::Choose)) line("{}uint64_t __overtake_choose(uint64_t count);", external);
  if (uses(sketch_, Kind::Await))
    for (int size : {1, 2, 4})
      line("{}uint64_t __overtake_await_not_equal_{}(const void *word, uint64_t value);", external,
           size);
  if (uses(sketch_, Kind::Atomic))
    line("{0}void __VERIFIER_atomic_begin(void);\n{0}void __VERIFIER_atomic_end(void);", external);
}

// --- data --------------------------------------------------------------------------------------

bool CPrinter::in_parts(std::size_t location) const {
  bool found = false;
  visit(sketch_, [&](const Statement& s) {
    found = found || (is_access(s.kind) && s.space == Space::Shared && s.target == location &&
                      s.size != kLocationBytes);
  });
  return found;
}

void CPrinter::locations() {
  const std::size_t count = sketch_.locations.size();
  const auto type = [&](std::size_t i) {
    return style_.cpp ? "std::atomic<uint32_t>"
           : c11_[i]  ? "_Atomic uint32_t"
                      : "volatile uint32_t";
  };
  const auto initialized = [&](std::uint32_t v) {
    return style_.cpp ? fmt::format("{{{}}}", v) : fmt::format(" = {}", v);
  };
  std::string initial;
  for (std::size_t i = 0; i < count; ++i)
    initial += fmt::format("{}{}", i == 0 ? "" : ", ", sketch_.locations[i]);
  if (style_.data == Style::Data::Globals) {
    for (std::size_t i = 0; i < count; ++i)
      globals_.push_back(fmt::format("static {} {}{};\n", type(i), name("x", i),
                                     initialized(sketch_.locations[i])));
    return;
  }
  if (count == 0) initial = "0";
  if (style_.data == Style::Data::Array) {
    globals_.push_back(fmt::format("static {} cells[{}] = {{{}}};\n",
                                   style_.cpp ? "std::atomic<uint32_t>" : "volatile uint32_t",
                                   std::max<std::size_t>(count, 1), initial));
    return;
  }
  std::string members;
  for (std::size_t i = 0; i < count; ++i)
    members += fmt::format("  {} {}{};\n", type(i), name("x", i),
                           style_.cpp ? initialized(sketch_.locations[i]) : "");
  types_.push_back(fmt::format("struct cells {{\n{}  uint32_t spare;\n}};\n", members));
  if (style_.data == Style::Data::Heap)
    globals_.push_back("static struct cells *shared;\n");
  else
    globals_.push_back(style_.cpp ? "static struct cells shared;\n"
                                  : fmt::format("static struct cells shared = {{{}}};\n", initial));
}

void CPrinter::objects() {
  const auto global = [&]<class... Args>(fmt::format_string<Args...> format, Args&&... args) {
    globals_.push_back(fmt::format(format, std::forward<Args>(args)...) + "\n");
  };
  for (std::size_t i = 0; i < sketch_.mutexes; ++i) {
    if (style_.cpp)
      global("static std::mutex {};", name("m", i));
    else
      global("static pthread_mutex_t {} = PTHREAD_MUTEX_INITIALIZER;", name("m", i));
  }
  for (std::size_t i = 0; i < sketch_.semaphores.size(); ++i)
    global("static sem_t {};", name("s", i));
  for (std::size_t i = 0; i < sketch_.conditions; ++i) {
    if (style_.cpp)
      global("static std::condition_variable {};", name("c", i));
    else
      global("static pthread_cond_t {} = PTHREAD_COND_INITIALIZER;", name("c", i));
  }
  for (std::size_t i = 0; i < sketch_.barriers.size(); ++i)
    global("static pthread_barrier_t {};", name("b", i));
  for (std::size_t i = 0; i < sketch_.slots; ++i)
    global("static volatile uint32_t *volatile {};", name("h", i));
  for (std::size_t t = 1; style_.cpp && t < sketch_.threads.size(); ++t)
    if (result_is_joined(t)) global("static uint64_t {};", name("result", t));
  if (chance(style_.dead)) {
    global("static uint32_t unused = 7;");
    helpers_.push_back("static inline uint32_t nobody_calls_this(void) {\n  return unused++;\n}\n");
  }
}

void CPrinter::frame_type() {
  if (style_.registers != Style::Registers::Frame) return;
  const char* cell = style_.cpp ? "std::atomic<uint32_t>" : "volatile uint32_t";
  const char* zero = style_.cpp ? " = {}" : "";
  if (style_.data != Style::Data::Argument && types_.empty()) types_.push_back("struct cells;\n");
  types_.push_back(
      fmt::format("struct frame {{\n  struct cells *s{2};\n  uint32_t r[{0}]{2};\n  {1} v[3]{2};\n"
                  "  {1} *p[3]{2};\n}};\n",
                  kRegisters, cell, zero));
}

std::string CPrinter::cells_argument() const {
  if (style_.data != Style::Data::Argument) return "";
  return style_.registers == Style::Registers::Frame ? "f->s" : "s";
}

// What main does before it creates a thread.
void CPrinter::initialize() {
  for (std::size_t i = 0; i < sketch_.semaphores.size(); ++i)
    line("sem_init(&{}, 0, {});", name("s", i), sketch_.semaphores[i]);
  for (std::size_t i = 0; i < sketch_.barriers.size(); ++i)
    line("pthread_barrier_init(&{}, 0, {});", name("b", i), sketch_.barriers[i]);
  if (style_.data != Style::Data::Heap) return;
  line("shared = {};", style_.cpp ? "new cells()" : "calloc(1, sizeof *shared)");
  for (std::size_t i = 0; !style_.cpp && i < sketch_.locations.size(); ++i) {
    if (c11_[i])
      line("atomic_init(&{}, {});", location(i), sketch_.locations[i]);
    else
      line("{} = {};", location(i), sketch_.locations[i]);
  }
}

// --- functions ---------------------------------------------------------------------------------

// Registers, variables and pointers; `arguments` are the values of the first registers, then those
// of the pointers.
void CPrinter::locals(const Block& block, std::uint32_t registers, std::uint32_t parameters,
                      std::uint32_t pointers, const std::vector<std::string>& arguments) {
  const char* cell = style_.cpp ? "std::atomic<uint32_t>" : "volatile uint32_t";
  const auto initial = [&](std::uint32_t r) { return r < parameters ? arguments[r] : "0"; };
  using R = Style::Registers;
  if (scope_.registers == R::Frame) {
    line("struct frame frame{};", style_.cpp ? "" : " = {0}");
    line("struct frame *const f = &frame;");
    if (style_.data == Style::Data::Argument) line("f->s = s;");
    for (std::uint32_t r = 0; r < parameters; ++r) line("f->r[{}] = {};", r, arguments[r]);
    for (std::uint32_t p = 0; p < pointers; ++p)
      line("f->p[{}] = {};", p, arguments[parameters + p]);
    return;
  }
  if (scope_.registers == R::Array && registers > 0) {
    line("uint32_t {}r[{}] = {{0}};", scope_.prefix, registers);
    for (std::uint32_t r = 0; r < parameters; ++r)
      line("{}r[{}] = {};", scope_.prefix, r, initial(r));
  }
  const char* type = scope_.registers == R::Volatile ? "volatile uint32_t"
                     : scope_.registers == R::Words  ? "volatile uint64_t"
                                                     : "uint32_t";
  for (std::uint32_t r = 0; scope_.registers != R::Array && r < registers; ++r)
    line("{} {}{} = {};", type, scope_.prefix, name("r", r), initial(r));
  for (std::uint32_t r = 0; scope_.registers == R::Pointers && r < registers; ++r)
    line("uint32_t *const {0}{1} = &{0}{2};", scope_.prefix, name("q", r), name("r", r));
  for (std::uint32_t v = 0; v < variable_count(block); ++v)
    line("{} {}{};", cell, variable(static_cast<std::uint8_t>(v)), style_.cpp ? "{0}" : " = 0");
  for (std::uint32_t p = 0; p < pointers; ++p)
    line("{} *{} = {};", cell, pointer(static_cast<std::uint8_t>(p)), arguments[parameters + p]);
}

namespace {

void add_children(const Block& block, std::vector<std::uint8_t>& children) {
  visit(block, [&](const Statement& s) {
    if (s.kind == Kind::Spawn) children.push_back(s.target);
  });
}

}  // namespace

void CPrinter::handles(const Block& block, std::vector<std::uint8_t> children) {
  add_children(block, children);
  for (std::uint8_t child : children)
    line("{} {};", style_.cpp ? "std::thread" : "pthread_t", name("t", child));
}

void CPrinter::release_handles(const Block& block, std::vector<std::uint8_t> children) {
  if (!style_.cpp) return;
  add_children(block, children);
  for (std::uint8_t child : children) line("if ({0}.joinable()) {0}.detach();", name("t", child));
}

std::string CPrinter::result(std::size_t t) const {
  std::string text = fmt::format("(uint64_t){}", t);
  for (std::uint32_t r = 0; r < result_registers(sketch_.threads[t]); ++r)
    text = fmt::format("({}) * 256 + {}", text, reg(static_cast<std::uint8_t>(r)));
  return text;
}

bool CPrinter::result_is_joined(std::size_t t) const {
  bool joined = false;
  visit(sketch_,
        [&](const Statement& s) { joined = joined || (s.kind == Kind::Join && s.target == t); });
  return joined;
}

std::string CPrinter::thread_signature(std::size_t t) const {
  if (!style_.cpp) return fmt::format("static void *{}(void *argument)", name("thread", t));
  return fmt::format("static void {}({})", name("thread", t),
                     style_.data == Style::Data::Argument ? "struct cells *s" : "");
}

void CPrinter::thread(std::size_t t) {
  scope_ = {.registers = style_.registers};
  const Block& code = sketch_.threads[t];
  prototypes_.push_back(any_order() ? thread_signature(t) + ";\n" : "");
  functions_.push_back(apart([&] {
    line("");
    line("{} {{", thread_signature(t));
    ++depth_;
    if (!style_.cpp)
      line("{}", style_.data == Style::Data::Argument
                     ? "struct cells *s = (struct cells *)argument;"
                     : "(void)argument;");
    locals(code, register_count(code), 0, 0, {});
    handles(code, {});
    block(code);
    release_handles(code, {});
    if (!style_.cpp)
      line("return (void *)({});", result(t));
    else if (result_is_joined(t))
      line("{} = {};", name("result", t), result(t));
    --depth_;
    line("}}");
  }));
}

std::string CPrinter::signature(std::size_t f) const {
  std::string parameters;
  const auto add = [&](const std::string& text) {
    parameters += (parameters.empty() ? "" : ", ") + text;
  };
  if (style_.data == Style::Data::Argument) add("struct cells *s");
  for (std::size_t i = 0; i < sketch_.functions[f].parameters; ++i) add("uint32_t " + name("a", i));
  for (std::size_t i = 0; i < sketch_.functions[f].pointers; ++i)
    add((style_.cpp ? "std::atomic<uint32_t> *" : "volatile uint32_t *") + name("w", i));
  return fmt::format("static uint32_t {}({})", name("f", f),
                     parameters.empty() ? "void" : parameters);
}

void CPrinter::function(std::size_t number) {
  const Function& f = sketch_.functions[number];
  scope_ = {.registers = style_.registers, .function = number};
  prototypes_.push_back(any_order() ? signature(number) + ";\n" : "");
  functions_.push_back(apart([&] {
    line("");
    line("{} {{", signature(number));
    ++depth_;
    std::vector<std::string> arguments;
    for (std::size_t i = 0; i < f.parameters; ++i) arguments.push_back(name("a", i));
    for (std::size_t i = 0; i < f.pointers; ++i) arguments.push_back(name("w", i));
    locals(f.body, register_count(f), f.parameters, f.pointers, arguments);
    block(f.body);
    line("return 0;");
    --depth_;
    line("}}");
  }));
}

void CPrinter::main() {
  scope_ = {.registers = style_.registers};
  std::vector<std::uint8_t> spawned = roots(sketch_);
  const Block& code = sketch_.threads[0];
  functions_.push_back(apart([&] {
    line("");
    line("int main(void) {{");
    ++depth_;
    if (style_.data == Style::Data::Argument) line("struct cells *s = &shared;");
    locals(code, register_count(code), 0, 0, {});
    handles(code, spawned);
    initialize();
    if (style_.reorder) shuffle(spawned);
    for (std::uint8_t t : spawned) spawn(t);
    block(code);
    if (style_.reorder) shuffle(spawned);
    if (sketch_.join_all)
      for (std::uint8_t t : spawned)
        line("{}", style_.cpp ? name("t", t) + ".join();"
                              : fmt::format("pthread_join({}, 0);", name("t", t)));
    release_handles(code, spawned);
    if (style_.cpp)
      line("return 0;");
    else
      line("pthread_exit((void *)({}));", result(0));
    --depth_;
    line("}}");
  }));
}

void CPrinter::helper(const std::string& key, const std::string& text) {
  if (helper_keys_.insert(key).second) helpers_.push_back(text);
}

std::string to_c(const Sketch& sketch, const Style& style) { return CPrinter(sketch, style).run(); }

}  // namespace overtake::fuzz
