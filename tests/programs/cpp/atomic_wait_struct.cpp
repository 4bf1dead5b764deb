// Two equal threads wait for a structure of eight bytes that is changed twice, with a notify_one for each.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <thread>
#include <cassert>
struct P{int a,b;}; std::atomic<P> p{P{0,0}}; std::atomic<bool> ok{false};
int main(){ auto w=[]{ P o{0,0}; p.wait(o); assert(p.load().a==1); if(p.load().b==1) ok=true; };
 std::thread a(w), b(w); p.store(P{1,0}); p.notify_one(); p.store(P{1,1}); p.notify_one(); a.join(); b.join(); }
