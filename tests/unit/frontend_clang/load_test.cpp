// How files, flags and models come together, and where instructions say that they are from.
#include <algorithm>

#include "ir/shape.h"
#include "run.h"
#include "source.h"

namespace overtake::test {
namespace {

class Load : public Sources {
 protected:
  static const ir::Function* find(const ir::Program& program, const std::string& name) {
    for (const ir::Function& f : program.functions)
      if (f.name == name) return &f;
    return nullptr;
  }
  static std::size_t count(const ir::Function& f, ir::Opcode opcode) {
    return std::ranges::count(f.code, opcode, &ir::Instruction::op);
  }
  static const ir::Instruction& first(const ir::Function& f, ir::Opcode opcode) {
    return *std::ranges::find(f.code, opcode, &ir::Instruction::op);
  }
  ir::Program load_text(const std::string& text) { return frontend::load(input("a.c", text)); }
  int result_of(const frontend::Input& i) { return run(frontend::load(i)).exit_code(); }
};

TEST_F(Load, SeveralFiles) {
  frontend::Input i = input("a.c", "int f(int); extern int x; int main(void) { return f(x); }");
  i.files.push_back(write(
      "b.c", "int x = 20; static int g(int y) { return y + 1; } int f(int y) { return g(y); }"));
  EXPECT_EQ(result_of(i), 21);
}

TEST_F(Load, StaticNamesStayApart) {
  frontend::Input i = input("a.c",
                            "static int n = 1; int g(void); static int f(void) { return n; } int "
                            "main(void) { return f() * 10 + g(); }");
  i.files.push_back(write(
      "b.c", "static int n = 2; static int f(void) { return n; } int g(void) { return f(); }"));
  EXPECT_EQ(result_of(i), 12);
}

TEST_F(Load, WeakGivesWay) {
  frontend::Input i = input(
      "a.c", "__attribute__((weak)) int f(void) { return 1; } int main(void) { return f(); }");
  i.files.push_back(write("b.c", "int f(void) { return 2; }"));
  EXPECT_EQ(result_of(i), 2);
}

TEST_F(Load, OwnDefinitionsWinOverModels) {
  EXPECT_EQ(
      result_of(input("a.c",
                      "int abs(int x) { return 77; } int atoi(const char* s) { return 5; }\n"
                      "double sin(double x) { return 3; } int puts(const char* s) { return 9; }\n"
                      "int main(void) { return __builtin_strlen(\"ab\") + atoi(\"1\") + "
                      "(int)sin(0) + puts(\"\"); }")),
      2 + 5 + 3 + 9);
}

TEST_F(Load, Flags) {
  frontend::Input i =
      input("a.c", "#include \"sub.h\"\nint main(void) { return VALUE + EXTRA + OTHER; }");
  std::filesystem::create_directories(folder_ / "sub");
  write("sub/sub.h", "#define VALUE 3\n");
  write("forced.h", "#define OTHER 100\n");
  i.compiler_flags = {"-I" + (folder_ / "sub").string(), "-DEXTRA=40", "-std=c11", "-include",
                      (folder_ / "forced.h").string()};
  EXPECT_EQ(result_of(i), 143);
}

TEST_F(Load, CompilationDatabase) {
  std::filesystem::create_directories(folder_ / "include");
  std::filesystem::create_directories(folder_ / "build");
  write("include/q.h", "int q(void);\n");
  write("q.c", "#include <q.h>\nextern int deep; int q(void) { return BASE + deep; }");
  write("deep.cpp", "extern \"C\" { extern int deep; int deep = 3; }");
  write("other_test.c", "int main(void) { return 99; }");
  frontend::Input i = input("test.c", "#include <q.h>\nint main(void) { return q() + EXTRA; }");
  const std::string entry = R"({"directory": ")" + folder_.string() + R"(/build", "file": "../)";
  write(
      "build/compile_commands.json",
      "[" + entry +
          R"(test.c", "command": "cc -I../include -DEXTRA=1 -O2 -o test.o -c ../test.c"},)" +
          entry + R"(other_test.c", "command": "cc -c ../other_test.c"},)" + entry +
          R"(deep.cpp", "command": "c++ -std=c++17 -c ../deep.cpp -o deep.o"},)" + entry +
          R"(q.c", "arguments": ["cc", "-I../include", "-DBASE=40", "-MD", "-MF", "q.d", "-c", "../q.c"]}])");
  i.compile_database = (folder_ / "build").string();
  const std::filesystem::path here = std::filesystem::current_path();
  EXPECT_EQ(result_of(i), 44);
  EXPECT_EQ(std::filesystem::current_path(), here);
  i.compile_database = folder_.string();
  EXPECT_EQ(refusal(i),
            "compile_commands.json: No such file; a build makes it with "
            "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON");
}

TEST_F(Load, FilesOfAProjectThatCannotBeCompiled) {
  frontend::Input i = input("test.c", "int q(void); int main(void) { return q(); }");
  write("q.c", "int q(void) { return 5; }");
  write("broken.c", "#include \"not_generated.h\"\nint r(void) { return 1; }");
  const std::string entry = R"({"directory": ")" + folder_.string() + R"(", "file": ")";
  write("compile_commands.json", "[" + entry + R"(gone.c", "command": "cc -c gone.c"},)" + entry +
                                     R"(broken.c", "command": "cc -c broken.c"},)" + entry +
                                     R"(q.c", "command": "cc -c q.c"}])");
  i.compile_database = folder_.string();
  EXPECT_EQ(result_of(i), 5);
  frontend::Input needs = input("needs.c", "int r(void); int main(void) { return r(); }");
  needs.compile_database = folder_.string();
  const std::string message = refusal(needs);
  for (const char* part : {"call of undefined function 'r'", "could not be compiled:",
                           "gone.c: No such file", "'not_generated.h' file not found"})
    EXPECT_NE(message.find(part), message.npos) << message;
}

TEST_F(Load, LlvmAssembly) {
  EXPECT_EQ(result_of(input("a.ll",
                            "@x = global i32 4\ndefine i32 @main() {\n  %a = load i32, ptr @x\n"
                            "  %b = mul i32 %a, 3\n  ret i32 %b\n}\n")),
            12);
}

TEST_F(Load, EntryFunction) {
  frontend::Input i = input("a.c", "int other(void) { return 9; }");
  i.entry = "other";
  EXPECT_EQ(result_of(i), 9);
}

TEST_F(Load, InlineWithoutExternalDefinition) {
  EXPECT_EQ(
      result_of(input("a.c", "inline int f(void) { return 3; }\nint main(void) { return f(); }")),
      3);
  // The external definition wins over the body of an inline function.
  frontend::Input both =
      input("b.c", "inline int f(void) { return 3; }\nint main(void) { return f(); }");
  both.files.push_back(input("c.c", "int f(void) { return 4; }").files.front());
  EXPECT_EQ(result_of(both), 4);
}

TEST_F(Load, NewerStandardWhereItIsNeeded) {
  EXPECT_EQ(result_of(input("a.cpp",
                            "#include <concepts>\ntemplate <std::integral T> int f(T t) { "
                            "return t; }\nint main() { return f(5); }")),
            5);
  frontend::Input older = input("b.cpp",
                                "#include <concepts>\ntemplate <std::integral T> int f(T t) "
                                "{ return t; }\nint main() { return f(5); }");
  older.compiler_flags = {"-std=c++17"};
  EXPECT_NE(refusal(older), "");
}

// Our header of std::thread needs no other than itself.
TEST_F(Load, ThreadsInEachStandard) {
  for (const char* standard : {"-std=c++11", "-std=c++14", "-std=c++17", "-std=c++20"}) {
    frontend::Input i = input("a.cpp",
                              "#include <thread>\nint main() { int x = 1; std::thread t([&] { x = "
                              "2; }); t.join(); return 0; }");
    i.compiler_flags = {standard};
    EXPECT_EQ(refusal(i), "no error") << standard;
  }
}

TEST_F(Load, AbortInProgramsOfTheCompetition) {
  // There it is an assumption, elsewhere an error.
  const char* main = "void abort(void); int main(void) { abort(); }";
  auto uses = [&](const std::string& text, const char* function) {
    return find(load_text(text), function) != nullptr;
  };
  EXPECT_TRUE(
      uses(std::string("void reach_error(void) {}\n") + main, "__overtake_competition_abort"));
  EXPECT_FALSE(uses(main, "__overtake_competition_abort"));
  EXPECT_TRUE(uses(main, "abort"));
}

TEST_F(Load, MainIsGivenItsName) {
  EXPECT_EQ(result_of(input("a.c",
                            "int main(int n, char** v, char** e) { return n * 100 + v[0][0] - 'p' "
                            "+ (v[1] == 0) + (e[0] == 0); }")),
            102);
}

TEST_F(Load, OnlyWhatIsReachable) {
  const ir::Program p = load_text(
      "#include <stdlib.h>\n#include <string.h>\nint unused_variable = 3; void unused(void) { "
      "free(strdup(\"\")); }\n"
      "static int used = 4; int main(void) { return used; }");
  EXPECT_EQ(p.functions.size(), 2u);  // <start>, main
  EXPECT_EQ(find(p, "unused"), nullptr);
  EXPECT_TRUE(std::ranges::none_of(
      p.globals, [](const ir::Global& g) { return g.name == "unused_variable"; }));
}

TEST_F(Load, SourcePlaces) {
  const ir::Program p = load_text("int x;\nint main(void) {\n  x = 3;\n  return\n    x;\n}\n");
  const ir::Function& f = *find(p, "main");
  auto line = [&](const ir::Instruction& i) { return p.sources[i.source.index()].line; };
  EXPECT_EQ(line(first(f, ir::Opcode::Store)), 3u);
  EXPECT_EQ(line(first(f, ir::Opcode::Load)), 5u);
  EXPECT_EQ(p.files[p.sources[f.source.index()].file.index()].path, (folder_ / "a.c").string());
  EXPECT_EQ(p.sources[f.source.index()].line, 2u);
}

TEST_F(Load, PlacesOfInlinedCode) {
  const ir::Program p = load_text(
      "int x;\nstatic inline __attribute__((always_inline)) void set(void) {\n  x = 3;\n}\n"
      "int main(void) {\n  set();\n  return 0;\n}\n");
  const ir::Source& s = p.sources[first(*find(p, "main"), ir::Opcode::Store).source.index()];
  EXPECT_EQ(s.line, 3u);
  ASSERT_TRUE(s.inlined_at.valid());
  EXPECT_EQ(p.sources[s.inlined_at.index()].line, 6u);
}

TEST_F(Load, EveryInstructionHasAPlace) {
  const ir::Program p = load_text(
      "#include <pthread.h>\nstatic void* f(void* p) { return p; }\nint main(void) { pthread_t t; "
      "return pthread_create(&t, 0, f, 0); }\n");
  for (const ir::Function& f : p.functions)
    for (const ir::Instruction& i : f.code) EXPECT_TRUE(i.source.valid()) << f.name;
  const ir::Function& model = *find(p, "pthread_create");
  const ir::File& file = p.files[p.sources[model.source.index()].file.index()];
  EXPECT_TRUE(file.path.starts_with("<runtime>/"));
  EXPECT_EQ(file.origin, ir::FileOrigin::Model);
}

TEST_F(Load, OrdersOfAccesses) {
  const ir::Program p = load_text(
      "#include <stdatomic.h>\natomic_int x; int y; volatile int v;\nint main(void) {\n"
      "  atomic_store_explicit(&x, 1, memory_order_release);\n  y = atomic_load_explicit(&x, "
      "memory_order_acquire);\n"
      "  x = 2;\n  v = 3;\n  atomic_store_explicit(&x, 4, memory_order_relaxed);\n"
      "  atomic_thread_fence(memory_order_acq_rel);\n  "
      "atomic_signal_fence(memory_order_seq_cst);\n  return 0;\n}\n");
  const ir::Function& f = *find(p, "main");
  std::vector<ir::Order> stores;
  for (const ir::Instruction& i : f.code)
    if (i.op == ir::Opcode::Store) stores.push_back(i.order);
  EXPECT_EQ(stores, (std::vector{ir::Order::Release, ir::Order::Plain, ir::Order::SeqCst,
                                 ir::Order::Plain, ir::Order::Relaxed}));
  EXPECT_EQ(first(f, ir::Opcode::Load).order, ir::Order::Acquire);
  EXPECT_EQ(count(f, ir::Opcode::Fence), 1u);
  EXPECT_EQ(first(f, ir::Opcode::Fence).order, ir::Order::AcqRel);
}

TEST_F(Load, ConditionalAccessesStayConditional) {
  const ir::Program p = load_text(
      "int g, h, c;\nint main(void) { int r = 0; if (c) r = g; return c ? r : (g && h); }\n");
  const ir::Function& f = *find(p, "main");
  EXPECT_EQ(count(f, ir::Opcode::Load), 5u);
  EXPECT_GE(count(f, ir::Opcode::Branch), 3u);
}

TEST_F(Load, LocalsLiveInRegisters) {
  const ir::Program p =
      load_text("int main(void) { int s = 0; for (int i = 0; i < 9; ++i) s += i; return s; }");
  const ir::Function& f = *find(p, "main");
  EXPECT_EQ(count(f, ir::Opcode::Alloca) + count(f, ir::Opcode::Load) + count(f, ir::Opcode::Store),
            0u);
}

TEST_F(Load, StructsAreCopiedFieldByField) {
  const ir::Program p = load_text(
      "struct s { int a, b; char c; long d; } x, y;\nint main(void) { x = y; return 0; }");
  const ir::Function& f = *find(p, "main");
  std::vector<int> widths;
  for (const ir::Instruction& i : f.code)
    if (i.op == ir::Opcode::Store) widths.push_back(i.width);
  EXPECT_EQ(widths, (std::vector{4, 4, 1, 1, 2, 4, 8}));  // with the padding after c
  EXPECT_EQ(count(f, ir::Opcode::MemCopy), 0u);
}

TEST_F(Load, StructsInRegistersAreReadFieldByField) {
  const ir::Program p = load_text(
      "struct s { int a, b; } x;\nstatic int f(struct s s) { return s.a - s.b; }\n"
      "static struct s g(void) { struct s r = {1, 2}; return r; }\n"
      "int main(void) { x = g(); return f(x); }");
  for (const ir::Function& f : p.functions)
    for (const ir::Instruction& i : f.code)
      EXPECT_TRUE((i.op != ir::Opcode::Load && i.op != ir::Opcode::Store) || i.width == 4)
          << f.name;
}

TEST_F(Load, AtomicFunctionsOfTheVerificationCompetition) {
  const ir::Program p = load_text(
      "int x; void __VERIFIER_atomic_inc(void) { if (x > 5) return; x++; }\nint main(void) { "
      "__VERIFIER_atomic_inc(); return 0; }");
  const ir::Function& f = *find(p, "__VERIFIER_atomic_inc");
  EXPECT_EQ(f.code.front().op, ir::Opcode::AtomicBegin);
  EXPECT_EQ(count(f, ir::Opcode::AtomicEnd), count(f, ir::Opcode::Ret));
}

TEST_F(Load, OutputIsSwallowedUnlessWanted) {
  frontend::Input i = input(
      "a.c",
      "#include <stdio.h>\nint x; int main(void) { printf(\"%d\", x); puts(\"\"); return 0; }");
  const ir::Program silent = frontend::load(i);
  EXPECT_EQ(silent.functions.size(), 2u);
  EXPECT_EQ(count(*find(silent, "main"), ir::Opcode::Load), 1u);  // the argument is still read
  i.show_output = true;
  const ir::Program shown = frontend::load(i);
  EXPECT_TRUE(std::ranges::any_of(
      shown.functions, [](const ir::Function& f) { return count(f, ir::Opcode::Print) > 0; }));
}

TEST_F(Load, ThePlaceOfAnUncaughtExceptionIsItsThrow) {
  const ir::Program p =
      frontend::load(input("a.cpp",
                           "#include <stdexcept>\nstatic void f(int x) {\n  if (x)\n    throw "
                           "std::runtime_error(\"\");\n}\n"
                           "int main() {\n  try { f(1); } catch (std::logic_error&) {}\n}\n"));
  const Outcome outcome = run(p);
  ASSERT_TRUE(outcome.failed);
  EXPECT_EQ(outcome.error.kind, ir::ErrorKind::UncaughtException);
  EXPECT_EQ(p.sources[outcome.error.source.index()].line, 4u);
}

TEST_F(Load, HeadersOfTheLibraryAreNotTheUsersCode) {
  const ir::Program p = frontend::load(input(
      "a.cpp", "#include <atomic>\nstd::atomic<int> x;\nint main() { x.store(1); return x++; }\n"));
  for (const ir::File& file : p.files)
    EXPECT_EQ(file.origin == ir::FileOrigin::User, file.path == (folder_ / "a.cpp").string())
        << file.path;
}

TEST_F(Load, MemoryErrorsKeepTheirKinds) {
  auto kind = [&](const std::string& body) {
    const Outcome o = run(
        load_text("#include <stdlib.h>\n#include <assert.h>\nint zero, *null; int main(void) { " +
                  body + " return 0; }"));
    return o.failed ? std::string(ir::name(o.error.kind)) : "none";
  };
  EXPECT_EQ(kind("*null = 1;"), "null-dereference");
  EXPECT_EQ(kind("int a[3]; a[zero + 3] = 1;"), "out-of-bounds");
  EXPECT_EQ(kind("int* p = malloc(4); free(p); *p = 1;"), "use-after-free");
  EXPECT_EQ(kind("int* p = malloc(4); free(p); free(p);"), "double-free");
  EXPECT_EQ(kind("return 1 / zero;"), "division-by-zero");
  EXPECT_EQ(kind("assert(zero == 1);"), "assertion");
  EXPECT_EQ(kind("abort();"), "abort");
  EXPECT_EQ(kind("__builtin_trap();"), "abort");
  EXPECT_EQ(kind("__builtin_unreachable();"), "unreachable");
  EXPECT_EQ(kind("*(char*)\"text\" = 1;"), "write-to-constant");
  EXPECT_EQ(kind("int undefined(void); int (*volatile p)(void) = undefined; p();"), "invalid-call");
}

}  // namespace
}  // namespace overtake::test
