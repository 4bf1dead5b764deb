// An object is built, then published by a release store to an atomic pointer.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <atomic>
#include <cassert>
#include <string>
#include <thread>

struct Message {
  std::string text;
  int length;
};

std::atomic<Message*> mailbox{nullptr};

int main() {
  std::thread reader([] {
    if (Message* m = mailbox.load(std::memory_order_acquire)) assert(m->length == 5);
  });
  mailbox.store(new Message{"hello", 5}, std::memory_order_release);
  reader.join();
  delete mailbox.load();
}
