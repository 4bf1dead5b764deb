// A file that needs C++20 and has an error of its own: it is told what is wrong as C++20.
// overtake: exit=2 stderr=no viable conversion
#include <atomic>
#include <memory>

std::atomic<std::shared_ptr<const int>> current = std::make_shared<int>(1);

int main() { return *current.load() - 1; }
