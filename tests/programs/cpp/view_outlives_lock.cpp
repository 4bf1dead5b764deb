// A string_view of what the lock protects is used when the lock has been given back.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free
#include <cassert>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
class Title {
  mutable std::mutex m_;
  std::string text_ = "a title that is longer than a small string holds";

 public:
  std::string_view first_word() const {
    std::lock_guard l(m_);
    std::string_view v = text_;
    return v.substr(0, v.find(' '));
  }
  void set(std::string s) {
    std::lock_guard l(m_);
    text_ = std::move(s);
  }
};
int main() {
  Title t;
  std::thread u([&] { t.set("the next title that is longer than a small string holds"); });
  auto w = t.first_word();
  assert(w == "a" || w == "the");
  u.join();
}
