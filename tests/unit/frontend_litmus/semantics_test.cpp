// What single instructions and statements compute, run on the machine.
#include <gtest/gtest.h>

#include <iterator>
#include <random>
#include <string>
#include <utility>

#include "frontend/litmus/lower.h"
#include "frontend/litmus/parser.h"
#include "ir/verify.h"
#include "litmus/run.h"

namespace overtake::litmus {
namespace {

// The log's states, one a line.
std::string states(const std::string& text, Model model = Model::SC) {
  const litmus::Test test = parse(text, "t.litmus");
  ir::verify_or_throw(lower(test).program);
  ir::verify_or_throw(lower(test, {.assert_condition = true}).program);
  const Outcome o = run(test, {.model = model});
  std::string out;
  for (const auto& state : o.states) {
    for (std::size_t i = 0; i < state.size(); ++i)
      out += o.locations[i] + "=" + state[i] + (i + 1 < state.size() ? " " : "\n");
  }
  return out;
}

// One X86_64 thread, instructions separated by `;`; the values of rax, rbx and of x.
std::string run_x86(const std::string& code, const std::string& init = "") {
  return states("X86_64 T\n{ int64_t 0:rax; int64_t 0:rbx; int64_t x; " + init + "}\n P0 ;\n " +
                code + " ;\nlocations [0:rax; 0:rbx; x;]");
}

TEST(X86, Arithmetic) {
  EXPECT_EQ(run_x86("movq $7,%rax; subq $9,%rax; movq %rax,%rbx; negq %rbx"),
            "0:rax=-2 0:rbx=2 [x]=0\n");
  EXPECT_EQ(run_x86("movq $12,%rax; andq $10,%rax; movq $12,%rbx; xorq $10,%rbx; orq $1,%rbx"),
            "0:rax=8 0:rbx=7 [x]=0\n");
  EXPECT_EQ(run_x86("incq (x); incq (x); decq (x); notq (x); movq (x),%rax"),
            "0:rax=-2 0:rbx=0 [x]=-2\n");
}

TEST(X86, PartialRegisters) {
  EXPECT_EQ(run_x86("movq $-1,%rax; movl $1,%eax"), "0:rax=1 0:rbx=0 [x]=0\n") << "zero-extends";
  EXPECT_EQ(run_x86("movq $0x1234,%rax; movb $0x56,%al"), "0:rax=4694 0:rbx=0 [x]=0\n") << "keeps";
  EXPECT_EQ(run_x86("movq $-1,%rax; movw $0,%ax; movq $255,%rbx; addb $1,%bl"),
            "0:rax=-65536 0:rbx=0 [x]=0\n");
}

TEST(X86, ReadModifyWrite) {
  EXPECT_EQ(run_x86("movq $5,(x); movq $3,%rax; lock xaddq %rax,(x)"), "0:rax=5 0:rbx=0 [x]=8\n");
  EXPECT_EQ(run_x86("movq $5,(x); movq $3,%rax; xaddq %rax,(x)"), "0:rax=5 0:rbx=0 [x]=8\n");
  EXPECT_EQ(run_x86("movq $5,(x); movq $3,%rax; xchgq %rax,(x)"), "0:rax=5 0:rbx=0 [x]=3\n");
  EXPECT_EQ(run_x86("movq $1,%rax; movq $2,%rbx; xchgq %rax,%rbx"), "0:rax=2 0:rbx=1 [x]=0\n");
  for (const std::string lock : {"lock ", ""}) {
    EXPECT_EQ(run_x86("movq $5,(x); movq $5,%rax; movq $9,%rbx; " + lock + "cmpxchgq %rbx,(x)"),
              "0:rax=5 0:rbx=9 [x]=9\n");
    EXPECT_EQ(run_x86("movq $5,(x); movq $4,%rax; movq $9,%rbx; " + lock + "cmpxchgq %rbx,(x)"),
              "0:rax=5 0:rbx=9 [x]=5\n");
  }
}

TEST(X86, Conditions) {
  struct Row {
    const char* condition;
    bool less, equal, greater, wrapped;  // 1?2, 2?2, 2?1, -1?1 (unsigned: above)
  };
  const Row rows[] = {
      {"e", false, true, false, false}, {"ne", true, false, true, true},
      {"l", true, false, false, true},  {"ge", false, true, true, false},
      {"le", true, true, false, true},  {"g", false, false, true, false},
      {"b", true, false, false, false}, {"ae", false, true, true, true},
      {"be", true, true, false, false}, {"a", false, false, true, true},
      {"s", true, false, false, true},  {"ns", false, true, true, false},
  };
  auto taken = [](const std::string& condition, int a, int b) {
    const std::string s = "movq $" + std::to_string(a) + ",%rbx; cmpq $" + std::to_string(b) +
                          ",%rbx; set" + condition + " %al; j" + condition +
                          " out; movq $1,(x); out:";
    return run_x86(s).find("0:rax=1") != std::string::npos &&
           run_x86(s).find("[x]=0") != std::string::npos;
  };
  for (const Row& r : rows) {
    SCOPED_TRACE(r.condition);
    EXPECT_EQ(taken(r.condition, 1, 2), r.less);
    EXPECT_EQ(taken(r.condition, 2, 2), r.equal);
    EXPECT_EQ(taken(r.condition, 2, 1), r.greater);
    EXPECT_EQ(taken(r.condition, -1, 1), r.wrapped);
  }
}

TEST(X86, Addresses) {
  EXPECT_EQ(states("X86_64 T\n{ int t[3]={10,20,30}; 0:rdi=t; 0:rcx=2; }\n P0 ;\n "
                   "movl (%rdi,%rcx,4),%eax ; movl 4(%rdi),%ebx ; leaq 8(%rdi),%rdx ; "
                   "movl $5,(%rdx) ;\nlocations [0:rax; 0:rbx; 0:rdx; t[2];]"),
            "0:rax=30 0:rbx=20 0:rdx=t[2] t[2]=5\n");
  EXPECT_EQ(states("X86 T\n{ 0:EAX=x; x=4; }\n P0 ;\n MOV EBX,[EAX] ; MOV [p],EAX ;\n"
                   "locations [0:EBX; p;]"),
            "0:EBX=4 [p]=x\n");
}

TEST(X86, RegistersAreIntsUnlessUsedAsLongs) {
  EXPECT_EQ(states("X86_64 T\n{ x=-1; }\n P0 ;\n movl (x),%eax ;\nlocations [0:rax;]"),
            "0:rax=-1\n");
  EXPECT_EQ(states("X86_64 T\n{ x=-1; }\n P0 ;\n movl (x),%eax ;\n addq $0,%rax ;\n"
                   "locations [0:rax;]"),
            "0:rax=4294967295\n");
}

// One C thread over int* x.
std::string run_c(const std::string& body, const std::string& locations) {
  return states("C T\n{ x=5; }\nP0(int* x) {\n" + body + "\n}\nlocations [" + locations + "]");
}

TEST(C, ConvertsAsC) {
  EXPECT_EQ(
      run_c("unsigned char a = 300; char b = 200; unsigned d = -1; long e = d; long f = (int)d;",
            "0:a; 0:b; 0:d; 0:e; 0:f;"),
      "0:a=44 0:b=-56 0:d=4294967295 0:e=4294967295 0:f=-1\n");
  EXPECT_EQ(
      run_c("int a = -7 / 2; int b = -7 % 2; int d = -8 >> 1; unsigned u = -8; int e = u >> 28; "
            "int f = -1 < 1u;",
            "0:a; 0:b; 0:d; 0:e; 0:f;"),
      "0:a=-3 0:b=-1 0:d=-4 0:e=15 0:f=0\n");
}

TEST(C, EvaluatesOnlyWhatIsNeeded) {
  EXPECT_EQ(run_c("int a = 0; int b = a && 1 / a; int d = 1 || 1 / a; int e = a ? 1 / a : 7;",
                  "0:b; 0:d; 0:e;"),
            "0:b=0 0:d=1 0:e=7\n");
}

TEST(C, ControlFlow) {
  EXPECT_EQ(run_c("int s = 0; int i = 0; while (i < 4) { i++; if (i == 2) s += 10; else s += i; }"
                  "do s *= 2; while (s < 100);",
                  "0:i; 0:s;"),
            "0:i=4 0:s=144\n");
}

TEST(C, Atomics) {
  EXPECT_EQ(
      run_c("int a = atomic_exchange(x, 9); int b = atomic_fetch_sub(x, 2); int e = 3; int k = "
            "atomic_compare_exchange_strong(x, &e, 1);",
            "0:a; 0:b; 0:e; 0:k; x;"),
      "0:a=5 0:b=9 0:e=7 0:k=0 [x]=7\n");
  EXPECT_EQ(
      run_c("int a = atomic_fetch_add(1, x); int b = atomic_add_return(2, x); int d = "
            "atomic_sub_and_test(8, x); int e = cmpxchg(x, 0, 4); int f = atomic_inc_return(x);",
            "0:a; 0:b; 0:d; 0:e; 0:f; x;"),
      "0:a=5 0:b=8 0:d=1 0:e=0 0:f=5 [x]=5\n");
}

TEST(C, Pointers) {
  EXPECT_EQ(states("C T\n{ int t[2]={3,4}; int* p=&t[1]; }\nP0(int** p) {\n int* q = *p; "
                   "int a = q[-1]; int b = *q; *(q - 1) = 8; *p = q - 1;\n}\n"
                   "locations [0:a; 0:b; 0:q; p; t[0];]"),
            "0:a=3 0:b=4 0:q=t[1] [p]=t t[0]=8\n");
}

TEST(Litmus, InitialRegistersAndTwoThreadNumbers) {
  EXPECT_EQ(states("C T\n{ 0:r1=3; 1:r1=x; x=2; }\nP0(int* x) { *x = r1; }\nP1(int* x) { int b = "
                   "*r1; }\nlocations [1:b; 1:r1; x;]"),
            "1:b=2 1:r1=x [x]=3\n1:b=3 1:r1=x [x]=3\n");
}

// --- 128 bits
// --------------------------------------------------------------------------------------

std::string wide_constant(Number n) {
  return "((uint128_t)" + std::to_string(high_half(n)) + "u << 64 | " +
         std::to_string(low_half(n)) + "u)";
}

// One thread that computes r from a and b of the type.
std::string run_wide(const std::string& type, Number a, Number b, const std::string& expression) {
  return states("C T\n{ }\nP0(int* x) {\n  " + type + " a = " + wide_constant(a) + ";\n  " + type +
                " b = " + wide_constant(b) + ";\n  " + type + " r = " + expression +
                ";\n}\nlocations [0:r;]");
}

template <class Type>
void expect_as_computed_here(const std::string& type, Type a, Type b) {
  const int n = static_cast<int>(b & 127);
  const std::pair<std::string, Type> cases[] = {
      {"a + b", a + b},
      {"a - b", a - b},
      {"a * b", a * b},
      {"a & b", a & b},
      {"a | b", a | b},
      {"a ^ b", a ^ b},
      {"-a", -a},
      {"~a", ~a},
      {"!a", !a},
      {"a << " + std::to_string(n), a << n},
      {"a >> " + std::to_string(n), a >> n},
      {"a == b", a == b},
      {"a != b", a != b},
      {"a < b", a < b},
      {"a <= b", a <= b},
      {"a > b", a > b},
      {"a >= b", a >= b},
      {"(int)a", static_cast<int>(a)},
      {"(unsigned)a", static_cast<unsigned>(a)},
      {"(long)a", static_cast<long>(a)},
      {"a + (short)b", a + static_cast<short>(b)},
      {"a ? b : a", a ? b : a},
      {"a && b", a && b},
  };
  for (const auto& [expression, value] : cases)
    EXPECT_EQ(run_wide(type, static_cast<Number>(a), static_cast<Number>(b), expression),
              "0:r=" + to_text(static_cast<Number>(value)) + "\n")
        << type << " " << expression << ", a = " << to_text(static_cast<Number>(a))
        << ", b = " << to_text(static_cast<Number>(b));
}

TEST(WideNumbers, AreComputedAsByTheCompiler) {
  std::mt19937_64 random(7);
  const Number interesting[] = {
      0, 1, -1, INT64_MAX, static_cast<Number>(UINT64_MAX), static_cast<Number>(1) << 64};
  for (int i = 0; i < 40; ++i) {
    const auto number = [&] {
      if (random() % 4 == 0) return interesting[random() % std::size(interesting)];
      // Not so large that sums and products of signed numbers overflow.
      const Number n = static_cast<Number>(random() >> random() % 64);
      return random() % 2 == 0 ? n : -n;
    };
    const Number a = number() >> 2, b = number() >> 2;
    expect_as_computed_here<Number>("__int128", a, b >> 2);
    const auto unsigned_a = static_cast<UnsignedNumber>(a) << random() % 64;
    const auto unsigned_b = static_cast<UnsignedNumber>(b) << random() % 64;
    expect_as_computed_here<UnsignedNumber>("unsigned __int128", unsigned_a, unsigned_b);
  }
}

TEST(WideNumbers, InMemoryAndConditions) {
  EXPECT_EQ(states("C T\n{ int128_t x = 0x10000000000000002; int128_t 0:r = -5; }\n"
                   "P0(int128_t* x) {\n  int128_t s = atomic_fetch_add(x, r);\n"
                   "  int128_t t = atomic_add_return(1, x);\n}\n"
                   "locations [0:r; 0:s; 0:t; x;]"),
            "0:r=-5 0:s=18446744073709551618 0:t=18446744073709551614 [x]=18446744073709551614\n");
  const std::string test =
      "C T\n{ int128_t x = -1; long y = -1; }\nP0(int128_t* x, long* y) {\n"
      "  int128_t r = *x;\n}\n";
  const auto ok = [&](const std::string& condition) {
    return run(parse(test + condition, "t.litmus"), {.model = Model::SC}).ok;
  };
  EXPECT_TRUE(ok("exists (0:r=-1 /\\ x=-1 /\\ y=0xffffffffffffffff)"));
  EXPECT_FALSE(ok("exists (x=0xffffffffffffffff)"));
  EXPECT_TRUE(ok("exists ([x]=[y] /\\ 0:r=[y])"));
}

}  // namespace
}  // namespace overtake::litmus
