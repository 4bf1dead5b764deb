// A thread leaves a barrier of four in the first phase; the completion counts the phases.
// overtake: model=sc,tso,pso verdict=safe
#include <barrier>
#include <thread>
#include <vector>
#include <cassert>
int phase, got[2];
struct Next { void operator()() noexcept { ++phase; } };
int main(){ std::barrier<Next> b(4);
  std::vector<std::jthread> t;
  for(int i=0;i<3;i++) t.emplace_back([&,i]{ if(i==0){ b.arrive_and_drop(); return;} b.arrive_and_wait(); assert(phase>=1); b.arrive_and_wait(); assert(phase==2); });
  b.arrive_and_wait(); assert(phase>=1); b.arrive_and_wait(); assert(phase==2);
}
