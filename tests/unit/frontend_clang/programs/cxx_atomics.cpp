#include <atomic>

#include "check.h"
struct S {
  int a, b;
};
enum class E : char { X, Y };
int main() {
  std::atomic<int> a{5};
  a++, a += 3, --a, mix(a.fetch_or(16)), mix(a.exchange(7)), mix(a.load(std::memory_order_acquire));
  int e = 7;
  mix(a.compare_exchange_strong(e, 9)), mix(a.compare_exchange_weak(e, 1)), mix(e),
      a.store(4, std::memory_order_release);
  std::atomic<long*> p;
  long arr[5] = {1, 2, 3, 4, 5};
  p = arr, p++, p += 2, mix(*p.load()), mix(p.fetch_sub(1) - arr);
  std::atomic<bool> b{true};
  mix(b.exchange(false));
  std::atomic<S> s{S{1, 2}};
  S x = s;
  mix(x.a + x.b), x.a = 8, s.store(x), mix(s.exchange(S{3, 4}).a),
                  mix(s.compare_exchange_strong(x, S{5, 6})), mix(x.b);
  std::atomic<double> d{1.5};
  double dd = d.load();
  mix(d.compare_exchange_strong(dd, 2.5)), mix_double(d);
  d.fetch_add(1.0), mix_double(d);
  std::atomic_flag f = ATOMIC_FLAG_INIT;
  mix(f.test_and_set()), mix(f.test_and_set()), f.clear(), mix(f.test());
  std::atomic<E> en{E::X};
  en = E::Y, mix((int)en.load());
  int plain = 3;
  std::atomic_ref<int> r(plain);
  r += 4, mix(plain);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  std::atomic<unsigned char> uc{250};
  uc += 10, mix(uc.load());
  mix(a.is_lock_free());
  a.notify_all(), a.wait(99);
  mix(std::atomic_fetch_add(&a, 2));
  return done();
}
