// overtake check states.cpp --model sc
// Enumerations, booleans and characters.
#include <cassert>
#include <thread>

enum class State : unsigned char { Closed, Opening, Open };

struct Door {
  State state = State::Closed;
  bool locked = true;
  char label = 'a';
};

Door door;

void unlock() {
  door.state = State::Opening;
  door.label = 'b';
  door.locked = false;
  door.state = State::Open;
}

int main() {
  std::thread t(unlock);
  const Door now = door;
  assert(now.state != State::Opening || now.locked || now.label == 'a');
  t.join();
}
