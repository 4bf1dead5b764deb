// request_stop runs the callbacks: under a lock that one of them takes.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <cassert>
#include <mutex>
#include <stop_token>
#include <thread>
std::mutex m;
bool stopped = false;
int main() {
  std::stop_source source;
  std::jthread t([token = source.get_token()] {
    std::stop_callback on_stop(token, [] {
      std::lock_guard l(m);
      stopped = true;
    });
    std::lock_guard l(m);
  });
  std::unique_lock l(m);
  source.request_stop();
}
