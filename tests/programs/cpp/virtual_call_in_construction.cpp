// A base class starts the thread before the derived object is there: the thread may call the pure
// virtual function.
// overtake: model=sc,tso,pso verdict=error kind=abort
#include <thread>

class Worker {
 public:
  Worker() : thread_([this] { run(); }) {}
  virtual ~Worker() = default;
  void join() { thread_.join(); }

 protected:
  virtual void run() = 0;

 private:
  std::thread thread_;
};

class Printer : public Worker {
  void run() override {}
};

int main() {
  Printer printer;
  printer.join();
}
