#include "fuzz/to_cpp.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace overtake::fuzz {

namespace {

std::string text(const Value& v) {
  if (!v.computed()) return fmt::format("{}", v.constant);
  return v.constant == 0 ? fmt::format("reg({})", v.reg)
                         : fmt::format("reg({}, {})", v.reg, v.constant);
}

std::string text(const Condition& c) {
  const char* relation = c.equal ? "eq" : "ne";
  if (c.other == Value::kNoRegister) return fmt::format("{}({}, {})", relation, c.reg, c.constant);
  return fmt::format("{}({}, {})", relation, c.reg, text(c.right()));
}

std::string text(const Place& p) {
  constexpr const char* kNames[] = {"shared", "variable", "pointer"};
  return fmt::format("{}({})", kNames[static_cast<std::size_t>(p.space)], p.target);
}

template <class T>
std::string list(const std::vector<T>& all) {
  std::string out;
  for (const T& one : all) out += (out.empty() ? "" : ", ") + text(one);
  return "{" + out + "}";
}

// As a last argument; nothing where the shorthand has that order anyway.
std::string text(ir::Order order, ir::Order usual) {
  if (order == usual) return "";
  constexpr const char* kNames[] = {"Plain", "Relaxed", "Acquire", "Release", "AcqRel", "SeqCst"};
  return fmt::format(", ir::Order::{}", kNames[static_cast<std::size_t>(order)]);
}

std::string text(const Block& block, std::size_t indent);

std::string access(const Statement& s) {
  const std::string rmw_order = text(s.order, ir::Order::Relaxed);
  switch (s.kind) {
    case Kind::Load:
      return fmt::format("load({}, {})", s.dst, s.target);
    case Kind::Store:
      return fmt::format("store({}, {}{})", s.target, text(s.value),
                         text(s.order, ir::Order::Plain));
    case Kind::Add:
      return fmt::format("add({}, {}, {}{})", s.dst, s.target, text(s.value), rmw_order);
    case Kind::Exchange:
      return fmt::format("exchange({}, {}, {}{})", s.dst, s.target, text(s.value), rmw_order);
    case Kind::Or:
      return fmt::format("fetch_or({}, {}, {}{})", s.dst, s.target, text(s.value), rmw_order);
    case Kind::And:
      return fmt::format("fetch_and({}, {}, {}{})", s.dst, s.target, text(s.value), rmw_order);
    case Kind::Cas:
      return fmt::format("cas({}, {}, {}, {}{})", s.dst, s.target, text(s.expected), text(s.value),
                         rmw_order);
    default:
      return fmt::format("await({}, {}, {})", s.dst, s.target, text(s.value));
  }
}

std::string text(const Statement& s, std::size_t indent) {
  if (is_access(s.kind)) {
    if (s.space == Space::Variable) return fmt::format("local({})", access(s));
    if (s.space == Space::Pointer) return fmt::format("through({})", access(s));
    if (s.size == kLocationBytes && s.offset == 0) return access(s);
    return fmt::format("part({}, {}, {})", access(s), s.offset, s.size);
  }
  switch (s.kind) {
    case Kind::Fence:
    case Kind::StoreFence:
    case Kind::Exit:
    case Kind::Break:
    case Kind::Continue:
      return fmt::format("plain(Kind::{})", name(s.kind));
    case Kind::Locked:
      return fmt::format("locked({}, {})", s.target, text(s.body, indent));
    case Kind::Atomic:
      return fmt::format("atomic({})", text(s.body, indent));
    case Kind::If:
      if (s.otherwise.empty())
        return fmt::format("if_({}, {})", text(s.condition), text(s.body, indent));
      return fmt::format("if_({}, {}, {})", text(s.condition), text(s.body, indent),
                         text(s.otherwise, indent));
    case Kind::Assume:
      return fmt::format("assume({})", text(s.condition));
    case Kind::Assert:
      return fmt::format("assert_({})", text(s.condition));
    case Kind::Choose:
      return fmt::format("choose({}, {})", s.dst, s.value.constant);
    case Kind::Set:
      return fmt::format("set({}, {})", s.dst, text(s.value));
    case Kind::Mask:
      return fmt::format("mask({}, {}, {})", s.dst, text(s.value), s.expected.constant);
    case Kind::For:
      return fmt::format("for_({}, {}, {})", s.dst, s.value.constant, text(s.body, indent));
    case Kind::While:
      return fmt::format("while_({}, {})", text(s.condition), text(s.body, indent));
    case Kind::DoWhile:
      return fmt::format("do_while({}, {})", text(s.body, indent), text(s.condition));
    case Kind::Loop:
      return fmt::format("loop({})", text(s.body, indent));
    case Kind::Call:
      return fmt::format("call({}, {}, {}, {})", s.dst, s.target, list(s.arguments),
                         list(s.pointers));
    case Kind::Return:
      return fmt::format("ret({})", text(s.value));
    case Kind::HeapStore:
      return fmt::format("heap_store({}, {})", s.target, text(s.value));
    default:
      if (writes_register(s.kind))
        return fmt::format("on(Kind::{}, {}, {})", name(s.kind), s.target, s.dst);
      return fmt::format("on(Kind::{}, {})", name(s.kind), s.target);
  }
}

std::string text(const Block& block, std::size_t indent) {
  std::string out = "{";
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (i > 0) {
      const bool tall = has_body(block[i - 1].kind) || has_body(block[i].kind);
      out += tall ? ",\n" + std::string(indent + 1, ' ') : ", ";
    }
    out += text(block[i], indent + 4);
  }
  return out + "}";
}

}  // namespace

std::string to_cpp(const Sketch& sketch) {
  std::string out = "Sketch s;\n";
  auto line = [&]<class... Args>(bool wanted, fmt::format_string<Args...> format, Args&&... args) {
    if (!wanted) return;
    fmt::format_to(std::back_inserter(out), format, std::forward<Args>(args)...);
    out += '\n';
  };
  line(!sketch.locations.empty(), "s.locations = {{{}}};", fmt::join(sketch.locations, ", "));
  line(sketch.mutexes > 0, "s.mutexes = {};", sketch.mutexes);
  line(!sketch.semaphores.empty(), "s.semaphores = {{{}}};", fmt::join(sketch.semaphores, ", "));
  line(sketch.conditions > 0, "s.conditions = {};", sketch.conditions);
  line(!sketch.barriers.empty(), "s.barriers = {{{}}};", fmt::join(sketch.barriers, ", "));
  line(sketch.slots > 0, "s.slots = {};", sketch.slots);
  line(sketch.join_all, "s.join_all = true;");
  for (const Function& f : sketch.functions)
    line(
        true,
        "s.functions.push_back({{.parameters = {}, .pointers = {},\n                       .body = "
        "{}}});",
        f.parameters, f.pointers, text(f.body, 32));
  out += "s.threads = {";
  const std::size_t indent = 13;
  for (std::size_t t = 0; t < sketch.threads.size(); ++t) {
    if (t > 0) out += ",\n" + std::string(indent, ' ');
    out += text(sketch.threads[t], indent);
  }
  return out + "};\n";
}

}  // namespace overtake::fuzz
