// Writes a Sketch as C or C++ in a Style. Only for its parts: c_layout.cpp (the file), c_access.cpp
// (places and accesses), c_control.cpp (blocks, statements, calls), c_loops.cpp.
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "fuzz/style.h"

namespace overtake::fuzz {

class CPrinter {
 public:
  CPrinter(const Sketch& sketch, const Style& style)
      : sketch_(sketch), style_(style), random_(style.seed) {}

  std::string run();

 private:
  static constexpr std::size_t kThread = ~std::size_t{0};

  // The thread or function whose statements are written, perhaps in the midst of another one's.
  struct Scope {
    std::string prefix;  // of its names
    Style::Registers registers = Style::Registers::Variables;
    std::size_t function = kThread;
    bool expanded = false;  // in the midst of another one: see `result` and `leave`
    std::string result;     // the register for what it returns
    std::string leave;      // the label after it
  };
  // How to leave a loop, and how to get to its next iteration.
  struct LoopText {
    std::string leave = "break;";
    std::string next = "continue;";
  };
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    out_.append(2 * depth_, ' ');
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    out_ += '\n';
  }
  bool chance(std::uint32_t percent) { return percent > 0 && random_.chance(percent); }
  std::string fresh(const char* what) { return fmt::format("{}_{}", what, ++fresh_); }
  // The name of the thing with that letter and number.
  std::string name(const char* letter, std::size_t number) const;
  template <class T>
  void shuffle(std::vector<T>& all) {
    for (std::size_t i = all.size(); i > 1; --i)
      std::swap(all[i - 1], all[random_.below(static_cast<std::uint32_t>(i))]);
  }
  // Takes what is written from now on for another place.
  std::string apart(const auto& write) {
    std::string saved = std::exchange(out_, {});
    const std::size_t depth = std::exchange(depth_, 0);
    write();
    depth_ = depth;
    return std::exchange(out_, std::move(saved));
  }

  // --- the file (c_layout.cpp)
  void includes();
  void locations();
  void objects();
  void frame_type();
  void thread(std::size_t t);
  void main();
  void function(std::size_t f);
  std::string signature(std::size_t f) const;
  std::string thread_signature(std::size_t t) const;
  void initialize();
  void locals(const Block& block, std::uint32_t registers, std::uint32_t parameters,
              std::uint32_t pointers, const std::vector<std::string>& arguments);
  void handles(const Block& block, std::vector<std::uint8_t> children);
  void release_handles(const Block& block, std::vector<std::uint8_t> children);
  std::string result(std::size_t t) const;
  void helper(const std::string& key, const std::string& text);
  std::string cells_argument() const;
  bool in_parts(std::size_t location) const;
  bool result_is_joined(std::size_t t) const;
  // Functions may be used before they are defined.
  bool any_order() const { return style_.shuffle || style_.outline > 0; }

  // --- places and accesses (c_access.cpp)
  std::string reg(std::uint8_t r) const;
  std::string variable(std::uint8_t v) const;
  std::string pointer(std::uint8_t p) const;
  std::string location(std::size_t i) const;
  std::string place(const Statement& s) const;
  std::string address(const Place& p) const;
  bool is_c11(const Statement& s) const { return s.space == Space::Shared && c11_[s.target]; }
  std::string text(const Value& v) const;
  std::string text(const Condition& c);
  void access(const Statement& s);
  void c11_access(const Statement& s);
  void volatile_access(const Statement& s);
  void compare_and_swap(const Statement& s);
  void cpp_access(const Statement& s);
  std::string cpp_call(const Statement& s) const;
  void wrapped_access(const Statement& s);
  void wrapped_cpp_access(const Statement& s);
  std::string accessor(const Statement& s);
  bool is_addressable() const;

  // --- statements (c_control.cpp)
  void block(const Block& block);
  void braces(const std::string& head, const Block& inner, const std::string& tail = "}");
  void statement(const Statement& s);
  void synchronization(const Statement& s);
  void do_nothing();
  bool outlined(const Block& block, std::size_t& i);
  void merged(const Statement& first, const Statement& second);
  void spawn(std::uint8_t t);
  void join(const Statement& s);
  void condition_wait(const Statement& s);
  void call(const Statement& s);
  void expand(const Statement& s);
  void leave_function(const Statement& s);

  // --- loops (c_loops.cpp)
  void loop(const Statement& s);
  void counted(const Statement& s);
  void with_test_first(const Statement& s);
  void with_test_last(const Statement& s);
  void endless(const Statement& s);
  void body(const Statement& s, LoopText how);
  // As a block; the next iteration begins at the label after it.
  void body_and_label(const Statement& s, const std::string& leave, const std::string& label);
  void jump_loop(const Statement& s);

  const Sketch& sketch_;
  const Style style_;
  Random random_;
  std::string out_;
  std::size_t depth_ = 0;
  std::size_t fresh_ = 0;
  std::vector<std::string> types_, globals_, helpers_, prototypes_, functions_;
  std::set<std::string> helper_keys_;
  Scope scope_;
  std::vector<LoopText> loops_;
  std::vector<bool> c11_;           // by location: declared _Atomic
  std::vector<std::uint8_t> held_;  // mutexes of the enclosing Locked
  std::size_t expanding_ = 0;       // how deep in functions written in the midst of others
};

// Whether a break, continue or return in the block leads out of it.
bool leads_out(const Block& block);

}  // namespace overtake::fuzz
