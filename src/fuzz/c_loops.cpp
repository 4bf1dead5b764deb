// Loops: each kind in many forms.
#include "fuzz/c_printer.h"

namespace overtake::fuzz {

void CPrinter::body(const Statement& s, LoopText how) {
  loops_.push_back(std::move(how));
  block(s.body);
  loops_.pop_back();
}

void CPrinter::body_and_label(const Statement& s, const std::string& leave,
                              const std::string& label) {
  line("{{");
  ++depth_;
  body(s, {leave, "goto " + label + ";"});
  --depth_;
  line("}}");
  line("{}:;", label);
}

void CPrinter::loop(const Statement& s) {
  if (chance(style_.loops) && random_.chance(30)) return jump_loop(s);
  switch (s.kind) {
    case Kind::For:
      return counted(s);
    case Kind::While:
      return with_test_first(s);
    case Kind::DoWhile:
      return with_test_last(s);
    default:
      return endless(s);
  }
}

// Any loop, by jumps.
void CPrinter::jump_loop(const Statement& s) {
  const std::string top = fresh("top"), next = fresh("next"), out = fresh("out");
  if (s.kind == Kind::For) line("{} = 0;", reg(s.dst));
  line("{}:;", top);
  if (s.kind == Kind::For) line("if ({} == {}u) goto {};", reg(s.dst), s.value.constant, out);
  if (s.kind == Kind::While) line("if (!({})) goto {};", text(s.condition), out);
  body_and_label(s, "goto " + out + ";", next);
  if (s.kind == Kind::For) line("{0} = {0} + 1;", reg(s.dst));
  if (s.kind == Kind::DoWhile)
    line("if ({}) goto {};", text(s.condition), top);
  else
    line("goto {};", top);
  line("{}:;", out);
}

void CPrinter::counted(const Statement& s) {
  const std::string r = reg(s.dst);
  const std::uint32_t count = s.value.constant;
  const auto piece = [&](const std::string& begin, std::uint32_t end, const LoopText& how) {
    line("for ({}; {} != {}u; {} = {} + 1) {{", begin, r, end, r, r);
    ++depth_;
    body(s, how);
    --depth_;
    line("}}");
  };
  if (chance(style_.rounds)) {
    const std::string out = fresh("out");
    if (random_.chance(50) && count > 1) {  // split
      piece(r + " = 0", count / 2, {"goto " + out + ";", "continue;"});
      piece("", count, {"goto " + out + ";", "continue;"});
    } else {  // written out
      for (std::uint32_t i = 0; i < count; ++i) {
        line("{} = {}u;", r, i);
        body_and_label(s, "goto " + out + ";", fresh("next"));
      }
      line("{} = {}u;", r, count);
    }
    return line("{}:;", out);
  }
  if (!chance(style_.loops)) return piece(r + " = 0", count, {});
  line("{} = 0;", r);
  line("while ({} != {}u) {{", r, count);
  ++depth_;
  body_and_label(s, "break;", fresh("next"));
  line("{0} = {0} + 1;", r);
  --depth_;
  line("}}");
}

void CPrinter::with_test_first(const Statement& s) {
  const auto write = [&](const std::string& head, bool test_inside, const LoopText& how) {
    line("{} {{", head);
    ++depth_;
    if (test_inside) line("if (!({})) break;", text(s.condition));
    body(s, how);
    --depth_;
    line("}}");
  };
  if (chance(style_.rounds)) {  // the first iteration apart
    const std::string out = fresh("out"), again = fresh("again");
    line("if ({}) {{", text(s.condition));
    ++depth_;
    body(s, {"goto " + out + ";", "goto " + again + ";"});
    --depth_;
    line("}}");
    line("{}:;", again);
    write(fmt::format("while ({})", text(s.condition)), false, {});
    return line("{}:;", out);
  }
  if (!chance(style_.loops)) return write(fmt::format("while ({})", text(s.condition)), false, {});
  if (random_.chance(50))
    write(fmt::format("for (; {};)", text(s.condition)), false, {});
  else
    write("for (;;)", true, {});
}

void CPrinter::with_test_last(const Statement& s) {
  if (chance(style_.rounds)) {  // the first iteration apart
    const std::string out = fresh("out"), again = fresh("again");
    body_and_label(s, "goto " + out + ";", again);
    line("while ({}) {{", text(s.condition));
    ++depth_;
    body(s, {});
    --depth_;
    line("}}");
    return line("{}:;", out);
  }
  if (!chance(style_.loops)) {
    line("do {{");
    ++depth_;
    body(s, {});
    --depth_;
    return line("}} while ({});", text(s.condition));
  }
  line("for (;;) {{");
  ++depth_;
  body_and_label(s, "break;", fresh("next"));
  line("if (!({})) break;", text(s.condition));
  --depth_;
  line("}}");
}

void CPrinter::endless(const Statement& s) {
  const bool twice = chance(style_.rounds);
  const bool other = !twice && chance(style_.loops);
  const bool at_end = other && random_.chance(50);
  line("{} {{", at_end ? "do" : other ? "while (1)" : "for (;;)");
  ++depth_;
  if (twice) {
    const std::string again = fresh("again");
    line("{{");
    ++depth_;
    body(s, {"break;", "goto " + again + ";"});
    --depth_;
    line("}}");
    line("{}:;", again);
  }
  body(s, {});
  --depth_;
  line("{}", at_end ? "} while (1);" : "}");
}

}  // namespace overtake::fuzz
