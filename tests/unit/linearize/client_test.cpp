// Clients are enumerated without repetition, and none is missing: counted against a naive
// enumeration of everything, of which equal ones are told by trying all renamings.
#include "linearize/client.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace overtake::linearize {
namespace {

using List = std::vector<CallId>;

Declaration declare(const std::string& clauses) {
  return parse_declaration(clauses, "test.cpp", true, 6);
}

std::string clause(const std::string& what, const std::string& name, const std::string& list) {
  return "{\"@overtake\", \"test.cpp\", \"7\", \"" + what + "\", \"" + name + "\", \"" + list +
         "\"};\n";
}

// All ways to give each thread a list, then all renamings of each.
class Naive {
 public:
  Naive(const Declaration& d, const ClientBounds& bounds) : d_(d), bounds_(bounds) {
    std::vector<List> threads;
    for (std::uint32_t n = 1; n <= bounds.threads; ++n) add(n, threads);
  }

  // By number of calls.
  std::map<std::uint32_t, std::set<std::vector<List>>> classes;

 private:
  void add(std::uint32_t left, std::vector<List>& threads) {
    if (left == 0) return note(threads);
    List list;
    lists(left, threads, list);
  }

  void lists(std::uint32_t left, std::vector<List>& threads, List& list) {
    if (!list.empty()) {
      threads.push_back(list);
      add(left - 1, threads);
      threads.pop_back();
    }
    if (list.size() == bounds_.operations) return;
    for (std::uint32_t c = 0; c < d_.alphabet; ++c) {
      list.push_back(CallId{std::size_t{c}});
      lists(left, threads, list);
      list.pop_back();
    }
  }

  void note(const std::vector<List>& threads) {
    for (std::uint32_t g = 0; g < d_.single_groups; ++g) {
      std::set<std::size_t> owners;
      for (std::size_t t = 0; t < threads.size(); ++t)
        for (const CallId c : threads[t])
          for (const std::uint32_t own : d_.operation_of(c).single)
            if (own == g) owners.insert(t);
      if (owners.size() > 1) return;
    }
    std::multiset<CallId> distinct;
    std::size_t calls = 0;
    for (const List& list : threads)
      for (const CallId c : list) {
        ++calls;
        if (d_.operation_of(c).distinct) distinct.insert(c);
      }
    if (distinct.size() != std::set(distinct.begin(), distinct.end()).size()) return;
    classes[static_cast<std::uint32_t>(calls)].insert(representative(threads));
  }

  std::vector<List> representative(const std::vector<List>& threads) const {
    std::vector<std::string> values;
    for (const DeclaredOperation& o : d_.operations)
      if (o.interchangeable) values = o.values;
    std::vector<std::size_t> to(values.size());
    std::iota(to.begin(), to.end(), 0);
    std::optional<std::vector<List>> least;
    do {
      std::vector<List> renamed = threads;
      for (List& list : renamed)
        for (CallId& c : list) {
          const Call& call = d_.calls[c.index()];
          if (!d_.operations[call.operation].interchangeable) continue;
          const auto v = std::ranges::find(values, call.arguments) - values.begin();
          const Call wanted{call.operation, values[to[static_cast<std::size_t>(v)]], ""};
          for (std::size_t k = 0; k < d_.calls.size(); ++k)
            if (d_.calls[k].operation == wanted.operation &&
                d_.calls[k].arguments == wanted.arguments)
              c = CallId{k};
        }
      std::ranges::sort(renamed);
      if (!least || renamed < *least) least = renamed;
    } while (std::next_permutation(to.begin(), to.end()));
    return *least;
  }

  const Declaration& d_;
  const ClientBounds bounds_;
};

std::size_t compare(const Declaration& d, const ClientBounds& bounds) {
  const Naive naive(d, bounds);
  std::size_t all = 0;
  for (std::uint32_t calls = 1; calls <= bounds.threads * bounds.operations; ++calls) {
    const std::vector<Client> clients = clients_of_size(d, bounds, calls);
    const auto expected = naive.classes.find(calls);
    EXPECT_EQ(clients.size(), expected == naive.classes.end() ? 0 : expected->second.size())
        << calls << " calls";
    std::set<std::vector<List>> different;
    for (const Client& c : clients) {
      EXPECT_EQ(c.calls(), calls);
      different.insert(c.threads);
    }
    EXPECT_EQ(different.size(), clients.size());
    all += clients.size();
  }
  return all;
}

const std::string kQueue = clause("linearizable", "Queue", "push(1, 2), pop()");

TEST(Clients, UpToThreads) {
  // 3 calls: 3 + 9 lists; one thread, and pairs of them.
  EXPECT_EQ(compare(declare(kQueue), {2, 2}), 12u + 12u * 13 / 2);
  EXPECT_EQ(compare(declare(kQueue), {3, 1}), 3u + 6 + 10);
  compare(declare(kQueue), {3, 2});
}

TEST(Clients, UpToValues) {
  const std::string values = clause("linearizable", "Set", "add(1, 2, 3), has(1, 2, 3), clear()");
  const Declaration d = declare(values + clause("interchangeable", "", "add, has"));
  const std::size_t renamed = compare(d, {2, 2});
  EXPECT_LT(renamed, compare(declare(values), {2, 2}));
  compare(d, {3, 1});
}

TEST(Clients, DistinctValuesAreCountedOn) {
  const Declaration d =
      declare(clause("linearizable", "Queue", "push(1), pop()") + clause("distinct", "", "push"));
  EXPECT_EQ(d.operations[0].values.size(), 6u);
  // As many as with one value: which pushes differ is fixed.
  EXPECT_EQ(compare(d, {2, 2}),
            compare(declare(clause("linearizable", "Queue", "push(1), pop()")), {2, 2}));
}

TEST(Clients, SingleThreads) {
  const Declaration producer = declare(kQueue + clause("single", "", "push"));
  const Declaration both =
      declare(kQueue + clause("single", "", "push") + clause("single", "", "pop"));
  const Declaration owner = declare(kQueue + clause("single", "", "push, pop"));
  EXPECT_GT(compare(producer, {2, 2}), compare(both, {2, 2}));
  EXPECT_EQ(compare(owner, {2, 2}), 12u);
  compare(producer, {3, 2});
}

TEST(Clients, SmallestFirst) {
  const Declaration d = declare(kQueue);
  EXPECT_EQ(text(d, clients_of_size(d, {2, 2}, 1).front()), "push(1)");
  EXPECT_EQ(text(d, clients_of_size(d, {2, 2}, 2).back()), "pop() || pop()");
}

TEST(Declarations, AreRefusedWithTheirLine) {
  const auto message = [](const std::string& clauses) -> std::string {
    try {
      declare(clauses);
    } catch (const std::exception& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_NE(message("").find("test.cpp: declares no structure"), std::string::npos);
  EXPECT_NE(message(clause("linearizable", "Queue", "push")).find("test.cpp:7: 'push' is no"),
            std::string::npos);
  EXPECT_NE(message(kQueue + clause("single", "", "pull")).find("no operation 'pull'"),
            std::string::npos);
  EXPECT_NE(message(kQueue + kQueue).find("a second structure"), std::string::npos);
  EXPECT_NE(message(kQueue + clause("distinct", "", "pop")).find("needs integers"),
            std::string::npos);
  EXPECT_NE(message(clause("linearizable", "Set", "add(1, 2), has(1)") +
                    clause("interchangeable", "", "add, has"))
                .find("declare the same ones"),
            std::string::npos);
}

TEST(Declarations, ValuesInParenthesesAreListsOfArguments) {
  const Declaration d = declare(clause("linearizable", "Map", "put((1, 10), (2, 20)), get(1)") +
                                clause("initially", "", "put((3, 30))"));
  ASSERT_EQ(d.calls.size(), 4u);
  EXPECT_EQ(d.calls[0].text, "put(1, 10)");
  EXPECT_EQ(d.alphabet, 3u);
  EXPECT_EQ(d.calls[d.initially.at(0).index()].text, "put(3, 30)");
}

}  // namespace
}  // namespace overtake::linearize
