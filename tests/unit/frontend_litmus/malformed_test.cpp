// Bad litmus files: file, line, column and what was expected.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "frontend/litmus/lower.h"
#include "frontend/litmus/parser.h"

namespace overtake::litmus {
namespace {

struct Case {
  std::string text;
  std::string message;  // how the error begins, after the file's name
};

// The instruction stands in line 4, column 2; the condition in line 5.
std::string x86(const std::string& instruction, const std::string& condition = "exists (x=1)",
                const std::string& architecture = "X86") {
  return architecture + " T\n{ x=0; }\n P0 ;\n " + instruction + " ;\n" + condition;
}
std::string init(const std::string& state) {
  return "X86 T\n{ " + state + " }\n P0 ;\n MOV [x],$1 ;\nexists (x=1)";
}
// The statement stands in line 4, column 1.
std::string c(const std::string& statement, const std::string& condition = "exists (x=1)") {
  return "C T\n{ }\nP0(atomic_int* x, int** p) {\n" + statement + "\n}\n" + condition;
}

const std::vector<Case> kCases = {
    {"", "1:1: expected the architecture (X86, X86_64 or C) and the test's name"},
    {"PPC SB\n{ }", "1:1: architecture `PPC` is not supported; expected X86, X86_64 or C"},
    {"X86\n{ }", "1:1: expected the test's name after the architecture"},
    {"X86 T\nP0 ;", "2:1: expected `{` (the initial state)"},
    {"X86 T\n\"never closed\n{ }", "2:1: this string is never closed"},
    {"X86 T\n(* never closed\n{ }", "2:1: this comment is never closed; expected `*)`"},
    {"X86 T\n{ x=0;", "2:7: expected a location (`x`, `t[1]` or `0:register`), found the end"},
    {init("x=;"), "2:5: expected a number or the name of a location, found `;`"},
    {init("x=1 y=2;"), "2:7: expected `;`, found `y`"},
    {init("x=0; x=1;"), "2:8: location `x` is initialized twice"},
    {init("3:EAX=1;"), "2:3: there is no thread 3; the test has 1"},
    {init("0:FOO=1;"), "2:3: expected a register of x86, found `FOO`"},
    {init("int t[2]={1};"), "2:3: 1 initial values for `t`, which has 2 cells"},
    {init("frob x=1;"), "2:3: unknown type `frob`"},
    {init("x=99999999999999999999;"), "2:5: 99999999999999999999 does not fit in 64 bits"},
    {init("x=0x100000000000000000000000000000000;"),
     "2:5: 0x100000000000000000000000000000000 does not fit in 128 bits"},
    {x86("MOV [x],$99999999999999999999"), "4:11: 99999999999999999999 does not fit in 64 bits"},
    {"X86 T\n{ int128_t x; }\n P0 ;\n MOV [x],$1 ;", "4:2: no instruction here works on 128 bits"},
    {init("int128_t 0:EAX=1;"), "2:12: a register has no 128 bits"},
    {"X86 T\n{ }\n P1 ;\n NOP ;", "3:2: expected thread P0, found `P1`"},
    {"X86 T\n{ }\n P0 | P1 ;\n NOP ;", "4:6: expected `|` (one column for each thread), found `;`"},
    {"X86 T\n{ }\n P0 ;\n NOP | NOP ;",
     "4:8: expected `;` (one column for each thread), found `NOP`"},
    {x86("FROB [x],$1"), "4:2: instruction `FROB` is not supported"},
    {x86("MOVNTI [x],EAX"), "4:2: instruction `MOVNTI` is not supported"},
    {x86("MOV [x]"), "4:10: expected `,`, found `;`"},
    {x86("MOV [x],[y]"), "4:10: expected at most one memory operand"},
    {x86("MOV $1,EAX"), "4:6: expected a register or a memory location as the destination"},
    {x86("MOV [x,$1"), "4:9: expected a register, found `$`"},
    {x86("MOV [x],y"), "4:10: expected an operand"},
    {x86("LOCK MOV [x],$1"), "4:2: LOCK needs a read-modify-write instruction"},
    {x86("LOCK ADD EAX,$1"), "4:2: LOCK needs a read-modify-write instruction"},
    {x86("JMP"), "4:6: expected a label to jump to, found `;`"},
    {x86("JMP nowhere"), "4:2: thread P0 has no label `nowhere`"},
    {x86("l: NOP ;\n l: NOP"), "5:2: label `l` is defined twice in this thread"},
    {x86("MOVQ [x],$1"), "4:7: an access of 8 bytes does not fit into location `x` of 4 bytes"},
    {x86("NOP", "exist (x=1)"), "5:1: instruction `exist` is not supported"},
    {x86("NOP", "exists (x)"), "5:10: expected `=` or `!=`, found `)`"},
    {x86("NOP", "exists (x=1"), "5:12: expected `)`, found the end of the file"},
    {x86("NOP", "exists (x=1) y"), "5:14: expected `/\\`, `\\/`, `=>` or the end of the file"},
    {x86("NOP", "exists (z=1)"), "5:9: expected a location of the test, found `z`"},
    {x86("NOP", "exists (x=z)"), "5:11: expected a number or a location of the test, found `z`"},
    {x86("NOP", "exists (1:EAX=1)"), "5:9: there is no thread 1; the test has 1"},
    {x86("NOP", "exists (0:R0=1)"), "5:9: expected a register of x86, found `R0`"},
    {x86("NOP", "~forall (x=1)"), "5:2: expected `exists`, found `forall`"},
    {x86("NOP", "locations x"), "5:11: expected `[`, found `x`"},
    {x86("movl $x,%eax", "exists (x=1)", "X86_64"), "4:7: an address needs a 64-bit operand"},
    {x86("NOP", "exists " + std::string(1000, '(')), "5:93: this is nested too deeply"},
    {c("int r0 = 1"), "5:1: expected `;`, found `}`"},
    {c("r0 = 1;"), "4:1: expected a local variable on the left, found `r0`; write *r0"},
    {c("int r0 = y;"), "4:10: `y` is neither a parameter nor a local variable of P0"},
    {c("int r0 = frob(x);"), "4:10: function `frob` is not supported"},
    {c("int r0 = atomic_load_explicit(x, memory_order_release);"), "4:10: a load cannot release"},
    {c("atomic_store_explicit(x, 1, memory_order_acq_rel);"), "4:1: a store cannot acquire"},
    {c("int r0 = *x / (__int128)2;"), "4:13: division of 128-bit numbers is not supported"},
    {c("synchronize_rcu();"), "4:1: function `synchronize_rcu` is not supported"},
    {c("atomic_store_explicit(x, 1);"), "4:1: `atomic_store_explicit` takes 3 arguments, found 2"},
    {c("atomic_store_explicit(x, 1, relaxed);"), "4:29: expected a memory order"},
    {c("int r0 = atomic_load(3);"), "4:22: expected a pointer"},
    {c("int r0 = smp_mb();"), "4:10: `smp_mb` returns no value"},
    {c("for (;;) { }"), "4:1: `for` is not supported in litmus tests"},
    {c("goto out;"), "4:1: `goto` is not supported in litmus tests"},
    {c("1 = 2;"), "4:1: expected a variable or *pointer on the left of `=`"},
    {c("READ_ONCE(x);"), "4:11: expected *pointer"},
    {c("int r0; long r0;"), "4:9: `r0` is declared again with another type"},
    {c("int x;"), "4:1: `x` is a parameter already"},
    {c("if (1 { }"), "4:7: expected `)`, found `{`"},
    {c("int r0 = *x;", "exists (0:r1=0)"), "6:9: thread P0 has no variable `r1`"},
    {"C T\n{ }\nP0(int x) { }", "3:4: expected a pointer: parameter `x` is the address of"},
    {"C T\n{ }\nP0(int* x) { } P2(int* x) { }", "3:16: expected thread P1, found `P2`"},
    {"C T\n{ }\nexists (x=1)", "3:1: expected a thread, such as P0(...) { ... }, found `exists`"},
    {"C T\n{ }\nP0(int* x) { } P1(long* x) { }",
     "3:19: location `x` has 4 bytes elsewhere, 8 bytes here"},
};

TEST(Malformed, Litmus) {
  EXPECT_GE(kCases.size(), 20u);
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.text);
    try {
      lower(parse(c.text, "bad"));
      ADD_FAILURE() << "accepted";
    } catch (const InputError& e) {
      EXPECT_EQ(std::string(e.what()).substr(0, 4 + c.message.size()), "bad:" + c.message);
    }
  }
}

}  // namespace
}  // namespace overtake::litmus
