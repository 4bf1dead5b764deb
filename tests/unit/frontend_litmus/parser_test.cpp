// What the parser makes of the parts of a litmus file.
#include "frontend/litmus/parser.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "frontend/litmus/condition.h"

namespace overtake::litmus {
namespace {

const std::vector<x86::Thread>& x86_threads(const litmus::Test& test) {
  return std::get<std::vector<x86::Thread>>(test.threads);
}

TEST(ParseLitmus, Header) {
  const auto t = parse(R"((* before *)
X86 SB+odd-name.1
"a string" (* and a comment (* inside another *) *)
Hash=0123abcd
Com=Fr Fr
{ }
 P0 ;
 NOP ;
)",
                       "t.litmus");
  EXPECT_EQ(t.name, "SB+odd-name.1");
  EXPECT_EQ(t.architecture, Architecture::X86);
  EXPECT_EQ(t.info.at("Hash"), "0123abcd");
  EXPECT_EQ(t.info.at("Com"), "Fr Fr");
  EXPECT_EQ(condition_text(t), "forall (true)") << "no condition";
}

TEST(ParseLitmus, InitialState) {
  const auto t = parse(R"(X86_64 T
{ x=1; int y; uint64_t z=0x10; int* p=&y; *q=x; int t[2]={1,-1}; [w]=3;
  0:rax=x; int64_t 0:rbx=-5; int u = ATOMIC_INIT(4); P0:rcx=t[1]; }
 P0 ;
 nop ;
exists (x=1))",
                       "t.litmus");
  ASSERT_EQ(t.initial.size(), 11u);
  EXPECT_EQ(t.initial[0].values[0].number, 1);
  EXPECT_FALSE(t.initial[0].type);
  EXPECT_TRUE(t.initial[1].values.empty());
  EXPECT_EQ(t.initial[2].values[0].number, 16);
  EXPECT_EQ(t.initial[2].type->bytes(), 8);
  EXPECT_EQ(t.initial[3].values[0].symbol, "y");
  EXPECT_TRUE(t.initial[3].type->is_pointer());
  EXPECT_TRUE(t.initial[4].type->is_pointer());
  EXPECT_EQ(t.initial[5].array_size, 2u);
  EXPECT_EQ(t.initial[5].values[1].number, -1);
  EXPECT_EQ(t.initial[6].where.name, "w");
  EXPECT_EQ(t.initial[7].where.thread, 0u);
  EXPECT_EQ(t.initial[8].values[0].number, -5);
  EXPECT_EQ(t.initial[9].values[0].number, 4);
  EXPECT_EQ(t.initial[10].values[0].index, 1u);
}

TEST(ParseLitmus, IntelOperandOrder) {
  const auto t = parse(R"(X86 T
{ 0:ESI=x; }
 P0               | P1            ;
 MOV [x],$1       | MOV EAX,[ESI] ;
 l: LOCK INC [y]  | XCHG [x],EBX  ;
 CMP EAX,$-3      |               ;
 JNE l            |               ;
exists (x=1))",
                       "t.litmus");
  const auto& threads = x86_threads(t);
  ASSERT_EQ(threads.size(), 2u);
  ASSERT_EQ(threads[0].code.size(), 5u) << "the label counts";
  const x86::Instruction& mov = threads[0].code[0];
  EXPECT_EQ(mov.op, x86::Op::Mov);
  EXPECT_EQ(mov.operands[0].memory.symbol, "x");
  EXPECT_EQ(mov.operands[1].immediate, 1);
  EXPECT_EQ(mov.position.line, 4u);
  EXPECT_EQ(mov.position.column, 2u);
  EXPECT_TRUE(threads[0].code[2].locked);
  EXPECT_EQ(threads[0].code[3].operands[1].immediate, -3);
  EXPECT_EQ(threads[0].code[4].condition, x86::Condition::NotEqual);
  EXPECT_EQ(threads[1].code.size(), 2u) << "empty cells are no instructions";
  EXPECT_EQ(threads[1].code[0].operands[1].memory.base->number, 4);
}

TEST(ParseLitmus, AttOperandOrder) {
  const auto t = parse(R"(X86_64 T
{ }
 P0 ;
 movl $1,(x) ;
 movq 8(%rdi,%rcx,4),%r10 ;
 lock xaddl %eax,(x) ;
 lock cmpxchgl %ebx,(x) ;
 lock cmpxchgl (x),%ebx ;
 movb y(%rip),%al ;
)",
                       "t.litmus");
  const auto& code = x86_threads(t)[0].code;
  EXPECT_EQ(code[0].operands[0].memory.symbol, "x") << "destination first";
  EXPECT_EQ(code[0].bytes, 4);
  EXPECT_EQ(code[1].operands[0].reg, (x86::Register{10, 8}));
  EXPECT_EQ(code[1].operands[1].memory.displacement, 8);
  EXPECT_EQ(code[1].operands[1].memory.index->number, 2);
  EXPECT_EQ(code[1].operands[1].memory.scale, 4);
  for (int i : {2, 3, 4}) {
    EXPECT_TRUE(code[i].operands[0].is_memory()) << i;
    EXPECT_TRUE(code[i].operands[1].is_register()) << i;
  }
  EXPECT_EQ(code[5].operands[1].memory.symbol, "y");
  EXPECT_EQ(code[5].operands[0].reg, (x86::Register{0, 1}));
}

TEST(ParseLitmus, ConditionsPrintAsHerdPrintsThem) {
  auto condition = [](const std::string& text) {
    return condition_text(parse("X86 T\n{ }\n P0 ;\n NOP ;\n" + text, "t.litmus"));
  };
  EXPECT_EQ(condition("exists (0:EAX=0 /\\ x=0x10)"), "exists (0:EAX=0 /\\ [x]=16)");
  EXPECT_EQ(condition("~exists 0:EAX=0 /\\ (x=1 \\/ y=-2)"),
            "~exists (0:EAX=0 /\\ ([x]=1 \\/ [y]=-2))");
  EXPECT_EQ(condition("forall (x=1 /\\ y=1 \\/ z=1)"), "forall ([x]=1 /\\ [y]=1 \\/ [z]=1)");
  EXPECT_EQ(condition("exists (not (x=1) /\\ y!=2)"), "exists (not ([x]=1) /\\ not ([y]=2))");
  EXPECT_EQ(condition("exists (0:EAX=x => 0:EBX=1)"), "exists (0:EAX=x => 0:EBX=1)");
  EXPECT_EQ(condition("exists (P0:EAX=0:EBX /\\ [x]=[y])"), "exists (0:EAX=0:EBX /\\ [x]=[y])");
  EXPECT_EQ(condition("exists (true \\/ false)"), "exists (true \\/ false)");
  EXPECT_EQ(condition("final (t[1]=1);"), "exists (t[1]=1)");
}

TEST(ParseLitmus, LocationsAndFilter) {
  const auto t = parse(
      "X86 T\n{ }\n P0 ;\n NOP ;\nlocations [x; 0:EAX int; t[2]; p int*;]\nfilter (x=1)\n"
      "exists (y=1)",
      "t.litmus");
  ASSERT_EQ(t.locations.size(), 4u);
  EXPECT_EQ(to_text(t.locations[1]), "0:EAX");
  EXPECT_EQ(to_text(t.locations[2]), "t[2]");
  ASSERT_TRUE(t.filter);
  EXPECT_EQ(to_text(*t.filter), "[x]=1");
}

TEST(ParseLitmus, CFunctions) {
  const auto t = parse(R"(C T
{ }
P0(atomic_int* x, volatile int* y, _Atomic(long) *z) {
  // comment
  int r0 = atomic_load(x), r1; /* another */
  unsigned long r2 = (unsigned long)(*y);
  if (r0 == 1 && !r1) { *y = r0; } else r1 += 2;
  do { r1--; } while (r1 > 0);
}
(* herd's comment *)
static void P1(int* y) { *y = 1; }
exists (0:r0=0))",
                       "t.litmus");
  const auto& functions = std::get<std::vector<c::Function>>(t.threads);
  ASSERT_EQ(functions.size(), 2u);
  EXPECT_EQ(functions[0].parameters.size(), 3u);
  EXPECT_TRUE(functions[0].parameters[0].type.pointee().atomic);
  EXPECT_EQ(functions[0].parameters[2].type.pointee().bytes(), 8);
  ASSERT_EQ(functions[0].body.body.size(), 4u);
  EXPECT_EQ(functions[0].body.body[0].body.size(), 2u) << "two declarations";
  EXPECT_EQ(functions[0].body.body[2].body.size(), 2u) << "then and else";
  EXPECT_EQ(functions[0].body.body[3].kind, c::Statement::Kind::DoWhile);
}

}  // namespace
}  // namespace overtake::litmus
