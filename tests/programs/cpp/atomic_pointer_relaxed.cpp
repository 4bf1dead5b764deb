// The same with a relaxed store: under PSO the pointer may overtake what it points to.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=18
#include <atomic>
#include <cassert>
#include <new>
#include <thread>

struct Message {
  int length = 5;
};

std::atomic<Message*> mailbox{nullptr};
alignas(Message) Message place[1] = {{0}};

int main() {
  std::thread reader([] {
    if (Message* m = mailbox.load(std::memory_order_acquire)) assert(m->length == 5);  // fails
  });
  mailbox.store(new (&place) Message, std::memory_order_relaxed);
  reader.join();
}
