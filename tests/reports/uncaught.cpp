// overtake check uncaught.cpp --model tso
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

std::mutex m;
std::vector<int> jobs;

int take() {
  std::lock_guard l(m);
  if (jobs.empty()) throw std::underflow_error("no job");
  const int job = jobs.back();
  jobs.pop_back();
  return job;
}

int main() {
  std::thread worker(take);
  {
    std::lock_guard l(m);
    jobs.push_back(1);
  }
  worker.join();
}
