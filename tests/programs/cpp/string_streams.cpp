// Each thread makes its text with a stream of its own, which is no shared state; what it hands over
// is.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <cassert>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

static std::string text(int n) {
  std::ostringstream out;
  out << n << ' ' << std::hex << std::setw(4) << std::setfill('0') << 255 << ' ' << 0.5;
  return out.str();
}

static int sum(const std::string& numbers) {
  std::istringstream in(numbers);
  int sum = 0;
  for (int n; in >> n;) sum += n;
  assert(in.eof());
  return sum;
}

int main() {
  std::string theirs;
  std::thread t([&] {
    theirs = text(1);
    std::cout << "thread: " << theirs << std::endl;
  });
  const std::string ours = text(2);
  std::cout << "main: " << std::setw(12) << ours << std::endl;
  t.join();
  assert(theirs == "1 00ff 0.5");
  assert(ours == "2 00ff 0.5");
  assert(sum("1 2 3") == 6);
}
