// Output through iostreams and printf is no part of what is checked.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <cstdio>
#include <iostream>
#include <string>
#include <thread>

void report(const std::string& who, int n) {
  std::cout << who << " has " << n << '\n' << std::flush;
  std::cerr << "still " << who << std::endl;
  std::printf("%s\n", who.c_str());
}

int main() {
  std::thread t(report, "thread", 1);
  report("main", 2);
  t.join();
}
