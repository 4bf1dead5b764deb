// An exception that nobody in its thread catches ends the program, though main would catch it.
// overtake: model=sc,tso,pso verdict=error kind=uncaught-exception line=7
#include <stdexcept>
#include <thread>

int parse(int digit) {
  if (digit > 9) throw std::out_of_range("digit");  // fails
  return digit;
}

int main() {
  try {
    std::thread t([] { parse(12); });
    t.join();
  } catch (const std::exception&) {
  }
}
