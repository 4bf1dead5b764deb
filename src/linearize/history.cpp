#include "linearize/history.h"

#include <algorithm>

#include "base/error.h"

namespace overtake::linearize {
namespace {

std::string word_text(const exec::Mark& m) {
  switch (static_cast<MarkKind>(m.kind)) {
    case MarkKind::Signed:
      return std::to_string(static_cast<std::int64_t>(m.value));
    case MarkKind::Unsigned:
      return std::to_string(m.value);
    case MarkKind::Bool:
      return m.value != 0 ? "true" : "false";
    case MarkKind::Empty:
      return "empty";
    case MarkKind::Throw:
      return "throws";
    default:
      return "?";
  }
}

}  // namespace

std::string text(const Result& result) {
  std::string out;
  bool first = true;
  bool string = false;
  for (const exec::Mark& m : result) {
    const auto kind = static_cast<MarkKind>(m.kind);
    if (kind == MarkKind::Character) {
      out += static_cast<char>(m.value);
      continue;
    }
    if (kind == MarkKind::Close) {
      out += m.value == 1 ? "\"" : ")";
      string = false;
      first = false;
      continue;
    }
    if (!first && !string) out += ", ";
    first = false;
    if (kind == MarkKind::Open) {
      string = m.value == 1;
      out += string ? "\"" : "(";
      first = !string;
      continue;
    }
    out += word_text(m);
  }
  return out;
}

std::vector<Operation> operations_of(const Declaration& declaration, const Client& client) {
  std::vector<Operation> out;
  const auto add = [&](std::uint32_t section, const std::vector<CallId>& calls) {
    for (std::uint32_t i = 0; i < calls.size(); ++i) {
      Operation o;
      o.section = section;
      o.number = i;
      o.call = calls[i];
      out.push_back(std::move(o));
    }
  };
  add(0, declaration.initially);
  for (std::uint32_t t = 0; t < client.threads.size(); ++t) add(t + 1, client.threads[t]);
  add(kFinalSection, declaration.finally);
  return out;
}

void read_marks(ThreadId thread, std::span<const exec::Mark> marks, std::span<Operation> operations,
                const std::function<std::uint32_t(std::size_t)>& events_at) {
  const auto first_of = [&](std::uint64_t section) {
    return std::ranges::find(operations, section, &Operation::section);
  };
  auto next = operations.end();
  Operation* current = nullptr;
  for (std::size_t k = 0; k < marks.size(); ++k) {
    const auto kind = static_cast<MarkKind>(marks[k].kind);
    if (kind == MarkKind::Section) {
      next = first_of(marks[k].value);
    } else if (kind == MarkKind::Call) {
      if (next == operations.end() || next->call.value != marks[k].value)
        throw InternalError("a thread of a client did what the client does not say");
      current = &*next++;
      current->called = true;
      current->thread = thread;
      current->begin = events_at(k);
    } else if (kind == MarkKind::Return) {
      current->returned = true;
      current->end = events_at(k);
    } else {
      current->result.push_back(marks[k]);
    }
  }
}

}  // namespace overtake::linearize
