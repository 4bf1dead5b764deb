// A state machine in a variant, visited under a mutex.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <cassert>
#include <mutex>
#include <string>
#include <thread>
#include <type_traits>
#include <variant>

struct Closed {};
struct Open {
  int users;
};

std::mutex m;
std::variant<Closed, Open, std::string> state;

void enter() {
  std::lock_guard lock(m);
  std::visit(
      [](auto& s) {
        using S = std::decay_t<decltype(s)>;
        if constexpr (std::is_same_v<S, Closed>)
          state = Open{1};
        else if constexpr (std::is_same_v<S, Open>)
          ++s.users;
      },
      state);
}

int main() {
  std::thread t(enter);
  enter();
  t.join();
  assert(std::get<Open>(state).users == 2);
  assert(!std::holds_alternative<std::string>(state));
}
