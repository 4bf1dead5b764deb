// Two threads write to one string stream without a lock: a character can be lost.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=15
#include <cassert>
#include <sstream>
#include <thread>

static std::ostringstream out;

static void write(char c) { out.put(c); }

int main() {
  std::thread t(write, 'a');
  write('b');
  t.join();
  assert(out.str().size() == 2);
}
