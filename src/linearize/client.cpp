#include "linearize/client.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace overtake::linearize {
namespace {

using List = std::vector<CallId>;

bool less(const List& a, const List& b) {
  if (a.size() != b.size()) return a.size() < b.size();
  return a < b;
}

class Enumeration {
 public:
  Enumeration(const Declaration& declaration, const ClientBounds& bounds)
      : d_(declaration), bounds_(bounds), lists_(bounds.operations + 1) {
    find_values();
    lists_[0].emplace_back();
    for (std::uint32_t n = 1; n <= bounds.operations; ++n)
      for (const List& shorter : lists_[n - 1])
        for (std::uint32_t c = 0; c < d_.alphabet; ++c) {
          List longer = shorter;
          longer.push_back(CallId{std::size_t{c}});
          lists_[n].push_back(std::move(longer));
        }
  }

  std::vector<Client> of_size(std::uint32_t calls) {
    for (std::uint32_t threads = 1; threads <= bounds_.threads && threads <= calls; ++threads) {
      client_.threads.clear();
      add_thread(threads, calls, 1, 0, 0);
    }
    return std::move(found_);
  }

 private:
  // By call: its number among the values that may be renamed; and by value, the call of each
  // operation.
  void find_values() {
    value_of_.assign(d_.calls.size(), std::nullopt);
    for (std::uint32_t c = 0; c < d_.alphabet; ++c) {
      const DeclaredOperation& o = d_.operations[d_.calls[c].operation];
      if (!o.interchangeable) continue;
      const auto it = std::ranges::find(o.values, d_.calls[c].arguments);
      value_of_[c] = static_cast<std::uint32_t>(it - o.values.begin());
    }
  }

  // Lists do not decrease, so that each set of threads comes once. In the least of several clients
  // values appear in their order for the first time: else the renaming that makes it so would make
  // the first list that differs less.
  void add_thread(std::uint32_t threads, std::uint32_t calls, std::uint32_t least_length,
                  std::size_t least, std::uint32_t values) {
    if (threads == 0) {
      if (calls == 0 && allowed() && is_least(values)) found_.push_back(client_);
      return;
    }
    for (std::uint32_t n = least_length; n <= bounds_.operations && n * threads <= calls; ++n) {
      if (calls - n > (threads - 1) * bounds_.operations) continue;
      for (std::size_t i = n == least_length ? least : 0; i < lists_[n].size(); ++i) {
        const std::optional<std::uint32_t> more = values_after(lists_[n][i], values);
        if (!more) continue;
        client_.threads.push_back(lists_[n][i]);
        add_thread(threads - 1, calls - n, n, i, *more);
        client_.threads.pop_back();
      }
    }
  }

  // How many values there are after the list, if new ones come in their order.
  std::optional<std::uint32_t> values_after(const List& list, std::uint32_t values) const {
    for (const CallId c : list) {
      const std::optional<std::uint32_t> value = value_of_[c.index()];
      if (!value || *value < values) continue;
      if (*value > values) return std::nullopt;
      ++values;
    }
    return values;
  }

  bool allowed() const {
    std::vector<std::optional<std::size_t>> owner(d_.single_groups);
    std::vector<bool> used(d_.calls.size());
    for (std::size_t t = 0; t < client_.threads.size(); ++t)
      for (const CallId c : client_.threads[t]) {
        const DeclaredOperation& o = d_.operation_of(c);
        for (const std::uint32_t group : o.single) {
          if (owner[group] && *owner[group] != t) return false;
          owner[group] = t;
        }
        if (o.distinct && used[c.index()]) return false;
        used[c.index()] = true;
      }
    return true;
  }

  // Whether no renaming of the values that are there makes it less.
  bool is_least(std::uint32_t values) const {
    std::vector<std::uint32_t> to(values);
    std::iota(to.begin(), to.end(), 0);
    while (std::next_permutation(to.begin(), to.end()))
      if (renamed_is_less(to)) return false;
    return true;
  }

  bool renamed_is_less(const std::vector<std::uint32_t>& to) const {
    std::vector<List> renamed = client_.threads;
    for (List& list : renamed)
      for (CallId& c : list)
        if (value_of_[c.index()])
          c = CallId{c.index() - *value_of_[c.index()] + to[*value_of_[c.index()]]};
    std::ranges::sort(renamed, less);
    return std::ranges::lexicographical_compare(renamed, client_.threads, less);
  }

  const Declaration& d_;
  const ClientBounds bounds_;
  std::vector<std::vector<List>> lists_;  // by length, each in order
  std::vector<std::optional<std::uint32_t>> value_of_;
  Client client_;
  std::vector<Client> found_;
};

}  // namespace

std::vector<Client> clients_of_size(const Declaration& declaration, const ClientBounds& bounds,
                                    std::uint32_t calls) {
  return Enumeration(declaration, bounds).of_size(calls);
}

std::string text(const Declaration& declaration, const Client& client) {
  std::string out;
  for (const List& list : client.threads) {
    if (!out.empty()) out += " || ";
    for (std::size_t i = 0; i < list.size(); ++i)
      out += (i == 0 ? "" : "; ") + declaration.calls[list[i].index()].text;
  }
  return out;
}

}  // namespace overtake::linearize
