// What the front end does not take, and what it says then: file, line, the construct's name.
#include "source.h"

namespace overtake::test {
namespace {

using Refusals = Sources;

TEST_F(Refusals, MissingFile) {
  frontend::Input i;
  i.files = {(folder_ / "nowhere.c").string()};
  EXPECT_EQ(refusal(i), "nowhere.c: No such file or directory");
}

TEST_F(Refusals, UnknownKindOfFile) {
  const std::string text = refusal(input("a.rs", "fn main() {}"));
  EXPECT_TRUE(text.starts_with("a.rs: unknown kind of file; supported are C (.c")) << text;
}

TEST_F(Refusals, SyntaxErrorAsClangPrintsIt) {
  const std::string text = refusal_of("int main(void) {\n  return 1 +;\n}\n");
  EXPECT_TRUE(text.starts_with("a.c:2:13: error: expected expression\n    2 |   return 1 +;\n"))
      << text;
}

TEST_F(Refusals, AllErrorsAndNoWarnings) {
  const std::string text = refusal_of("#warning hello\nint main(void) {\n  x = 1;\n  y = 2;\n}\n");
  EXPECT_NE(text.find("a.c:3:3: error: use of undeclared identifier 'x'"), text.npos) << text;
  EXPECT_NE(text.find("a.c:4:3: error: use of undeclared identifier 'y'"), text.npos) << text;
  EXPECT_EQ(text.find("hello"), text.npos) << text;
}

// `consteval` needs C++20, so that the errors of C++17 are not those of the user.
TEST_F(Refusals, ErrorsOfTheStandardThatTheFileNeeds) {
  const std::string text = refusal(input("a.cpp",
                                         "consteval int one() { return 1; }\n"
                                         "consteval int two() { return 2; }\n"
                                         "int main() { return one() + two() + three(); }\n"));
  EXPECT_TRUE(text.starts_with("a.cpp:3:37: error: use of undeclared identifier 'three'")) << text;
}

TEST_F(Refusals, MissingHeader) {
  EXPECT_TRUE(refusal_of("#include \"none.h\"\n")
                  .starts_with("a.c:1:10: fatal error: 'none.h' file not found"));
}

TEST_F(Refusals, UnknownFlag) {
  frontend::Input i = input("a.c", "int main(void) { return 0; }");
  i.compiler_flags = {"-fno-such-flag"};
  EXPECT_EQ(refusal(i), "error: unknown argument: '-fno-such-flag'");
}

TEST_F(Refusals, EmptyFile) {
  EXPECT_EQ(refusal_of(""),
            "a.c: there is no function 'main' to start with; name one with --entry");
}

TEST_F(Refusals, BinaryGarbage) {
  std::string bytes;
  for (int i = 0; i < 2000; ++i) bytes += static_cast<char>(i * 7919 >> 3);
  EXPECT_NE(refusal(input("a.c", bytes)).find("a.c:1:"), std::string::npos);
  EXPECT_NE(refusal(input("a.bc", bytes)).find("a.bc:1:"), std::string::npos);
  EXPECT_NE(refusal(input("a.ll", bytes)).find("a.ll:1:"), std::string::npos);
  EXPECT_NE(refusal(input("b.bc", "BC\xc0\xde" + bytes)).find("b.bc: "), std::string::npos);
}

TEST_F(Refusals, IllTypedLlvm) {
  const std::string text = refusal(input("a.ll", "define i32 @main() {\n  ret i64 5\n}\n"));
  EXPECT_TRUE(text.starts_with("a.ll:2:7: error: value doesn't match function result type 'i32'"))
      << text;
}

TEST_F(Refusals, UndefinedFunction) {
  EXPECT_EQ(refusal_of("int foo(int);\nint main(void) {\n  return foo(1);\n}\n"),
            "a.c:3:10: call of undefined function 'foo'; give its source file or a model of it");
}

TEST_F(Refusals, UndefinedFunctionOnlyIfReachable) {
  EXPECT_EQ(
      refusal_of(
          "int foo(int);\nint unused(void) { return foo(1); }\nint main(void) { return 0; }\n"),
      "no error");
}

TEST_F(Refusals, UndefinedFunctionBehindAPointer) {
  EXPECT_EQ(refusal_of("int foo(int);\nstatic int bar(void) { return foo(1); }\n"
                       "int (*p)(void) = bar;\nint main(void) { return p(); }\n"),
            "a.c:2:31: call of undefined function 'foo'; give its source file or a model of it");
}

TEST_F(Refusals, UndefinedVariable) {
  EXPECT_EQ(refusal_of("extern int y;\nint main(void) { return y; }\n"),
            "a.c:2:25: use of undefined variable 'y'; give the source file that defines it");
}

TEST_F(Refusals, UndefinedVariableInAnInitialValue) {
  const std::string text =
      refusal_of("extern int y;\nint* p = &y;\nint main(void) { return *p; }\n");
  EXPECT_EQ(
      text,
      "a.c: in the initial value of 'p': use of undefined variable 'y'; give the source file that "
      "defines it");
}

TEST_F(Refusals, TwoDefinitions) {
  frontend::Input i = input("a.c", "int f(void) { return 1; }\n");
  i.files.push_back(write("b.c", "\nint f(void) { return 2; }\nint main(void) { return f(); }\n"));
  EXPECT_EQ(refusal(i), "b.c:2: 'f' is defined twice; it is also in a.c:1");
}

TEST_F(Refusals, UnknownAssembly) {
  EXPECT_EQ(
      refusal_of("int main(void) {\n  asm volatile(\"cpuid\" ::: \"rax\");\n  return 0;\n}\n"),
      "a.c:2:3: inline assembly 'cpuid' is not supported: cpuid; use a builtin or an atomic "
      "operation");
}

TEST_F(Refusals, AssemblyThatOnlyLooksLikeAFence) {
  EXPECT_NE(refusal_of(
                "int main(void) { asm volatile(\"lock; addl $1,0(%%rsp)\" ::: \"cc\"); return 0; }")
                .find("is not supported: operand 0(%rsp)"),
            std::string::npos);
}

TEST_F(Refusals, AssemblyThatIsNotWhatItSeems) {
  auto text = [&](const std::string& statement) {
    return refusal_of("int main(void) { int x = 0; long y = 0; asm volatile(" + statement +
                      "); return x + y; }");
  };
  auto refuses = [&](const std::string& statement, const std::string& reason) {
    const std::string message = text(statement);
    EXPECT_NE(message.find("' is not supported: " + reason), message.npos) << message;
    EXPECT_TRUE(message.starts_with("a.c:1:41: inline assembly '")) << message;
  };
  EXPECT_EQ(text("\"addl $1, %0\" : \"+m\"(x)"), "no error");
  // Flags that nothing has set, or that the instruction leaves undefined.
  refuses("\"setz %b0\" : \"=q\"(x)", "a flag is read that nothing has set");
  refuses("\"btsl $1, %1; sets %b0\" : \"=q\"(x), \"+r\"(x)", "a flag is read that nothing");
  refuses("\"1: sete %b0; cmpl $1, %1; jne 1b\" : \"=q\"(x) : \"r\"(x)", "a flag is read");
  // Sizes that assemblers do not accept, and those that cannot be known.
  refuses("\"movl %1, %0\" : \"=r\"(x) : \"r\"(y)", "the size of operand $1");
  refuses("\"sete %0\" : \"=r\"(x)", "a flag is read");
  refuses("\"inc %0\" : \"+m\"(x)", "the size of its operand is not known");
  // Outputs that may have the register of an input which is read later, or again in a loop.
  refuses("\"movl $1, %0; addl %1, %0\" : \"=r\"(x) : \"r\"(x)",
          "$1 is read after $0 was written, which may have the same register");
  refuses("\"1: movl %1, %0; testl %0, %0; jz 1b\" : \"=r\"(x) : \"r\"(x) : \"cc\"",
          "$1 is read after");
  refuses("\"movl $1, %%eax; movl %%eax, (%1)\" : \"=a\"(x) : \"r\"(&x) : \"memory\"",
          "$1 is read after %eax was written");
  EXPECT_EQ(text("\"movl $1, %0; addl %1, %0\" : \"=&r\"(x) : \"r\"(x)"), "no error");
  EXPECT_EQ(text("\"movl $1, %0; addl %1, %0\" : \"=r\"(x) : \"m\"(x)"), "no error");
  // Data in another section is no code, and nothing may jump to it.
  refuses("\"jmp 2f\\n.pushsection .text.other\\n2: nop\\n.popsection\" : : \"r\"(x)", "label 2");
  // Registers that the statement does not mention, the stack, other units.
  refuses("\"movq %%rbx, %0\" : \"=r\"(y)", "a register that is neither an operand nor");
  refuses("\"pushq %0; popq %0\" : \"+r\"(y)", "pushq");
  refuses("\"movq %%xmm0, %0\" : \"=r\"(y)", "operand %xmm0");
  refuses("\"lock movl $1, %0\" : \"=m\"(x)", "lock movl");
  refuses("\"lock incl %0\" : \"+r\"(x)", "lock without memory");
  refuses("\"lock; cmpxchgl %1, %0\" : \"+m\"(x) : \"r\"(x)", "a register that is neither");
  refuses("\"jmp 7f\" : \"+r\"(x)", "label 7#0");
  refuses("\"movl %%fs:0, %0\" : \"=r\"(x)", "operand %fs:0");
  refuses("\"rep stosb\" : \"+m\"(x)", "rep stosb");
}

TEST_F(Refusals, NonLocalJumps) {
  EXPECT_EQ(refusal_of("#include <setjmp.h>\njmp_buf b;\nvoid end(int* p) { *p = 1; }\n"
                       "void f(void) { longjmp(b, 1); }\nvoid (*g)(void) = f;\nint main(void) {\n"
                       "  __attribute__((cleanup(end))) int x = 0;\n  if (setjmp(b) == 0) g();\n"
                       "  return x;\n}\n"),
            "a.c:8:23: setjmp in a function with cleanups or catch clauses is not supported");
}

TEST_F(Refusals, FrameAddresses) {
  EXPECT_EQ(refusal_of("int main(void) {\n  return __builtin_frame_address(0) != 0;\n}\n"),
            "a.c:2:10: __builtin_frame_address is not supported");
}

TEST_F(Refusals, TypesWithoutRegisters) {
  EXPECT_EQ(refusal_of("int main(void) {\n  _BitInt(8000) x = 1;\n  return x;\n}\n"),
            "a.c:2:17: values of type 'i8000' are not supported");
  EXPECT_EQ(refusal_of("#include <math.h>\nint main(int c, char** v) {\n"
                       "  return sinl(c) > 0;\n}\n"),
            "a.c:3:10: call of undefined function 'sinl'; give its source file or a model of it");
}

TEST_F(Refusals, UnknownKindOfError) {
  EXPECT_EQ(refusal_of("void __overtake_fail(const char*, const char*);\nint main(void) {\n"
                       "  __overtake_fail(\"no-such\", 0);\n}\n"),
            "a.c:3:3: __overtake_fail: there is no kind of error 'no-such'");
}

TEST_F(Refusals, ThreadsByLabels) {
  const std::string message =
      refusal(input("a.c", "#define START __CPROVER_ASYNC_1\nint main(void) { START: f(); }\n"));
  EXPECT_TRUE(
      message.starts_with("a.c:2:18: error: threads started by the label __CPROVER_ASYNC_1"))
      << message;
}

TEST_F(Refusals, IntrinsicWithoutArguments) {
  const std::string message =
      refusal(input("a.c", "int main(void) { return __builtin_ia32_readeflags_u64() != 0; }\n"));
  EXPECT_NE(message.find("a.c:1:"), std::string::npos) << message;
  EXPECT_NE(message.find("is not supported"), std::string::npos) << message;
}

TEST_F(Refusals, ThirtyTwoBits) {
  frontend::Input i = input("a.c", "int main(void) { return 0; }\n");
  i.compiler_flags = {"-m32"};
  EXPECT_EQ(refusal(i),
            "a.c: compiled for a 32-bit machine; overtake checks for x86-64: leave out -m32");
}

TEST_F(Refusals, EntryFunction) {
  frontend::Input i = input("a.c", "int twice(int x) { return 2 * x; }\n");
  i.entry = "half";
  EXPECT_EQ(refusal(i), "a.c: there is no function 'half' to start with; name one with --entry");
  i.entry = "twice";
  EXPECT_EQ(refusal(i), "a.c:1: the entry function 'twice' takes arguments; give one without");
  i.entry = "abort";  // of the models, not of the program
  EXPECT_EQ(refusal(i), "a.c: there is no function 'abort' to start with; name one with --entry");
}

}  // namespace
}  // namespace overtake::test
