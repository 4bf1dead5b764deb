#include "fuzz/style.h"

#include <fmt/format.h>

#include "base/random.h"

namespace overtake::fuzz {

namespace {

constexpr const char* kDataNames[] = {"globals", "structure", "array", "heap", "argument"};
constexpr const char* kRegisterNames[] = {"variables", "volatile", "array",
                                          "pointers",  "frame",    "words"};

// std::atomic has no accesses to parts, and slots of the heap are for C.
bool has_cpp_form(const Sketch& sketch) {
  bool parts = false;
  visit(sketch, [&](const Statement& s) {
    parts = parts || (is_access(s.kind) && s.size != kLocationBytes);
  });
  return !parts && sketch.slots == 0;
}

bool has_parts_or_await(const Sketch& sketch) {
  bool found = uses(sketch, Kind::Await);
  visit(sketch, [&](const Statement& s) {
    found = found || (is_access(s.kind) && s.size != kLocationBytes);
  });
  return found;
}

}  // namespace

Style random_style(std::uint64_t seed, const Sketch& sketch) {
  Random random(seed ^ 0x5deece66dull);
  Style s;
  s.seed = random.next();
  s.cpp = has_cpp_form(sketch) && random.chance(15);
  const auto percent = [&](std::uint32_t often) {
    return random.chance(often) ? random.between(20, 80) : 0u;
  };
  if (random.chance(60)) s.data = static_cast<Style::Data>(random.below(5));
  if (random.chance(60)) s.registers = static_cast<Style::Registers>(random.below(6));
  // A location of which parts are accessed is not moved about: its neighbours would be parts, too.
  if (has_parts_or_await(sketch)) s.data = Style::Data::Globals;
  s.rename = random.chance(30);
  s.shuffle = random.chance(40);
  s.reorder = random.chance(30);
  s.wrap = percent(50);
  s.outline = s.registers == Style::Registers::Frame ? percent(80) : 0;
  s.expand = percent(60);
  s.loops = percent(60);
  s.rounds = percent(30);
  s.dead = percent(30);
  return s;
}

std::string to_string(const Style& s) {
  std::string text =
      fmt::format("{}, {}, {}", s.cpp ? "c++" : "c", kDataNames[static_cast<std::size_t>(s.data)],
                  kRegisterNames[static_cast<std::size_t>(s.registers)]);
  const auto word = [&](bool wanted, const char* name) {
    if (wanted) text += fmt::format(", {}", name);
  };
  word(s.rename, "rename");
  word(s.shuffle, "shuffle");
  word(s.reorder, "reorder");
  const auto number = [&](std::uint32_t percent, const char* name) {
    if (percent > 0) text += fmt::format(", {} {}", name, percent);
  };
  number(s.wrap, "wrap");
  number(s.outline, "outline");
  number(s.expand, "expand");
  number(s.loops, "loops");
  number(s.rounds, "rounds");
  number(s.dead, "dead");
  return text;
}

}  // namespace overtake::fuzz
