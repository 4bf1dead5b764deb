// Numbers that std::thread hands to a function arrive as they are, converted to its parameter;
// three threads whose function does not look at its number are equal.
// overtake: model=sc,tso,pso verdict=safe executions=6
// overtake: stdout=1 up to renaming of equal threads
#include <atomic>
#include <cassert>
#include <climits>
#include <thread>

static std::atomic<int> added;
static int right;

static void count(int) { added.fetch_add(1); }

static void negative(int n) { right += n == -1 && static_cast<long>(n) * 2 == -2; }
static void converted(short n) { right += n == -1 && n < 0; }
static void small(signed char n) { right += n / 2 == -64; }
static void large(unsigned long n) { right += n == ULONG_MAX && n + 1 == 0; }
static void truth(bool b) noexcept { right += b ? 1 : 0; }
static int widened(long n) { return right += n < 0 && n == -7; }

int main() {
  std::thread(negative, -1).join();
  std::thread(converted, 65535).join();
  std::thread(small, static_cast<signed char>(-128)).join();
  std::thread(large, ULONG_MAX).join();
  std::thread(truth, true).join();
  std::thread(widened, -7).join();
  assert(right == 6);
  std::thread a(count, 1), b(count, 2), c(count, 3);
  a.join();
  b.join();
  c.join();
  assert(added == 3);
}
