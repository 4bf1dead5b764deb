// The raw pointer of a unique_ptr is used by a thread that outlives the owner.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free line=11
#include <memory>
#include <thread>

int main() {
  std::thread user;
  {
    auto owner = std::make_unique<int>(1);
    user = std::thread([raw = owner.get()] {
      *raw = 2;  // fails
    });
  }
  user.join();
}
