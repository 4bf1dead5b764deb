#include <iomanip>
#include <iostream>
#include <string>

#include "check.h"
int main() {
  std::cout << "x = " << 5 << ' ' << 2.5 << std::endl
            << std::hex << std::setw(8) << 255 << true << std::string("s") << "\n"
            << std::flush;
  std::cerr << (void*)0 << 'c' << 3ul << -4l;
  std::clog << 1.5f;
  std::cout.put('c'), std::cout.write("ab", 2);
  mix(3);
  return done();
}
