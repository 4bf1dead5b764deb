// Clients: which calls each thread does. All of them up to a bound, each once.
//
// Two clients are the same if one becomes the other when threads are renamed, or when values are
// that the declaration calls interchangeable. Of each set of equal ones the least is taken: threads
// are ordered by their lists of calls, and lists of lists are compared call by call, longer lists
// last. Clients come in the order of their number of calls, then of threads: the first that fails
// is a smallest one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "linearize/declaration.h"

namespace overtake::linearize {

struct Client {
  std::vector<std::vector<CallId>> threads;
  friend bool operator==(const Client&, const Client&) = default;

  std::uint32_t calls() const {
    std::size_t n = 0;
    for (const auto& t : threads) n += t.size();
    return static_cast<std::uint32_t>(n);
  }
};

struct ClientBounds {
  std::uint32_t threads = 2;     // at most
  std::uint32_t operations = 2;  // of a thread, at most
};

// With exactly so many calls, in all. In order.
std::vector<Client> clients_of_size(const Declaration& declaration, const ClientBounds& bounds,
                                    std::uint32_t calls);

// "push(1); pop() || pop()"
std::string text(const Declaration& declaration, const Client& client);

}  // namespace overtake::linearize
