// A member that is a thread starts before the members after it are constructed.
// overtake: model=sc,tso,pso verdict=error kind=null-dereference line=10
#include <memory>
#include <string>
#include <thread>

struct Logger {
  std::jthread thread{[this](std::stop_token stop) {
    while (!stop.stop_requested())
      if (!text->empty()) break;  // fails
  }};
  std::unique_ptr<std::string> text = std::make_unique<std::string>("x");
};

int main() { auto logger = std::make_unique<Logger>(); }
