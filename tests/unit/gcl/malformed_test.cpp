// Bad input: file, line, column and what was expected.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "gcl/parser.h"

namespace overtake::gcl {
namespace {

struct Case {
  std::string text;
  std::string message;  // how the error begins, after the file's name
};

void expect_errors(const std::vector<Case>& cases,
                   const std::function<void(const std::string&)>& parse) {
  for (const Case& c : cases) {
    SCOPED_TRACE(c.text);
    try {
      parse(c.text);
      ADD_FAILURE() << "accepted";
    } catch (const InputError& e) {
      EXPECT_EQ(std::string(e.what()).substr(0, 4 + c.message.size()), "bad:" + c.message);
    }
  }
}

// A process around an instruction; the instruction stands in line 2, column 1.
std::string with(const std::string& instruction, const std::string& vars = "x y") {
  return "program p vars " + vars + " procs process a regs $r init q begin\n" + instruction +
         "\nend";
}

TEST(Malformed, Gcl) {
  const std::vector<Case> cases = {
      {"", "1:1: expected `program`, found the end of the file"},
      {"vars x", "1:1: expected `program`, found `vars`"},
      {"program vars", "1:9: expected a program name, found `vars`"},
      {"program p\nvars 3", "2:6: expected a variable name or `procs`, found `3`"},
      {"program p vars x x procs", "1:18: variable `x` is declared twice"},
      {"program p vars x : 2..1 procs", "1:20: this range is empty"},
      {"program p vars x : 0..1 = 2 procs", "1:27: the initial value 2 of `x` is not in 0..1"},
      {"program p vars x = y procs", "1:20: expected an integer, found `y`"},
      {"program p vars x procs begin", "1:24: expected `process` or the end of the file"},
      {"program p vars procs process a init q", "1:32: expected `regs`, found `init`"},
      {"program p vars procs process a regs r init q",
       "1:37: expected a register (`$name`) or `init`, found `r`"},
      {"program p vars procs process a regs $r $r init q", "1:40: register `$r` is declared twice"},
      {"program p vars procs process a regs init q begin end process a regs init q begin end",
       "1:62: process `a` is declared twice"},
      {"program p vars procs process a regs init q begin r: skip; goto r end",
       "1:42: no instruction of process `a` has the initial label `q`"},
      {"program p vars procs process a regs init q begin q: skip; goto q",
       "1:65: expected a label or `end`, found the end of the file"},
      {with("q skip; goto q"), "2:3: expected `:`, found `skip`"},
      {with("q: skip goto q"), "2:9: expected `;`, found `goto`"},
      {with("q: skip; q"), "2:10: expected `goto`, found `q`"},
      {with("q: skip; goto end"), "2:15: expected a label, found `end`"},
      {with("q: z = 1; goto q"), "2:4: variable `z` is not declared in `vars`"},
      {with("q: $s = 1; goto q"), "2:4: register `$s` is not declared in `regs` of process `a`"},
      {with("q: x = y; goto q"), "2:8: expected a register or a number, found `y`; read the"},
      {with("q: $r = x + 1; goto q"), "2:11: expected `;` (a read takes one variable"},
      {with("q: x = ; goto q"), "2:8: expected an expression, found `;`"},
      {with("q: x = (1 + 2; goto q"), "2:14: expected `)`, found `;`"},
      {with("q: arw(x, 1); goto q"), "2:12: expected `,`, found `)`"},
      {with("q: assume; goto q"), "2:10: expected an expression, found `;`"},
      {with("q: 3 = x; goto q"), "2:4: expected a statement"},
      {with("q: x = 9223372036854775808; goto q"), "2:8: 9223372036854775808 does not fit"},
      {with("q: x = 12ab; goto q"), "2:8: `12ab` is not a number"},
      {with("q: x = $; goto q"), "2:8: expected a register name after `$`"},
      {with("q: x = 1 @ 2; goto q"), "2:10: unexpected character `@`"},
      {with("/* q: skip; goto q"), "2:1: this comment is never closed"},
      {with("q: x = " + std::string(1000, '(') + "1; goto q"),
       "2:264: this expression is nested too deeply"},
  };
  EXPECT_GE(cases.size(), 20u);
  expect_errors(cases, [](const std::string& text) { parse_gcl(text, "bad"); });
}

std::string thread(const std::string& transition) {
  return "memory_size 2 thread t initial q\n" + transition + "\nend";
}

TEST(Malformed, Trencher) {
  const std::vector<Case> cases = {
      {"", "1:1: expected a `thread`, found the end of the file"},
      {"# only a comment\n", "2:1: expected a `thread`, found the end of the file"},
      {"thread t initial q transition q q read r -1 end",
       "1:42: address -1 is outside the memory of 65536 cells"},
      {"thread t initial q transition q q local r + r 1 transition q q write 1 r end",
       "1:72: the cells that this address reaches cannot be told from the text"},
      {"threads", "1:1: expected `memory_size` or `thread`, found `threads`"},
      {"memory_size", "1:12: expected an integer, found the end of the file"},
      {"memory_size x", "1:13: expected an integer, found `x`"},
      {"memory_size 0", "1:13: expected a memory size from 1 to 65536, found 0"},
      {"memory_size -4", "1:13: expected a memory size from 1 to 65536, found -4"},
      {"memory_size 99999999999999999999", "1:13: expected a 64-bit integer"},
      {"memory_size 2x", "1:13: expected a 64-bit integer, found `2x`"},
      {"memory_size 1 memory_size 1", "1:15: `memory_size` is given twice"},
      {"memory_size 1 thread", "1:21: expected a thread name, found the end of the file"},
      {"memory_size 1 thread t end", "1:24: expected `initial STATE` in thread `t`"},
      {"memory_size 1 thread t initial q end thread t initial q end",
       "1:45: thread `t` is declared twice"},
      {thread("initial r"), "2:1: this thread has a second `initial`"},
      {thread("transitions q q noop"), "2:1: expected `initial`, `transition` or `end`, found"},
      {thread("transition q q jump"), "2:16: expected an instruction (read, write, local,"},
      {thread("transition q q read 3 1"), "2:21: expected the register to read into, found `3`"},
      {thread("transition q q local + 1 2"), "2:22: expected the register to assign to, found `+`"},
      {thread("transition q q write 1 2"), "2:24: address 2 is outside the memory of 2 cells"},
      {thread("transition q q read r -1"), "2:23: address -1 is outside the memory of 2 cells"},
      {thread("transition q q check"), "3:1: expected an expression in prefix form"},
      {thread("transition q q check == r"), "3:1: expected an expression in prefix form"},
      {thread("transition q q check ? r"), "2:22: expected an expression in prefix form"},
      {thread("transition q q write 1 transition q q noop"),
       "2:24: expected an expression in prefix form (operator, integer or register), found"},
      {"memory_size 2 thread t initial q transition q q noop",
       "1:53: expected `initial`, `transition` or `end`, found the end of the file"},
  };
  EXPECT_GE(cases.size(), 20u);
  expect_errors(cases, [](const std::string& text) { parse_trencher(text, "bad"); });
}

}  // namespace
}  // namespace overtake::gcl
