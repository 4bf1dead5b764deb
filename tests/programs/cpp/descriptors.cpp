// Two words are changed at once: a descriptor stands in both of them, and threads that meet it
// help.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>
struct Desc {
  std::atomic<int> status{0};
  std::atomic<uintptr_t>* a[2];
  uintptr_t o[2], n[2];
};  // 0 undecided 1 ok 2 failed
uintptr_t pack(Desc* d) { return (uintptr_t)d | 1; }
void help(Desc* d);
uintptr_t read(std::atomic<uintptr_t>& x) {
  for (;;) {
    uintptr_t v = x.load();
    if (!(v & 1)) return v;
    help((Desc*)(v & ~uintptr_t(1)));
  }
}
void help(Desc* d) {
  int st = 1;
  for (int i = 0; i < 2 && st == 1 && d->status == 0; ++i)
    for (;;) {
      uintptr_t e = d->o[i];
      if (d->a[i]->compare_exchange_strong(e, pack(d)) || e == pack(d)) break;
      if (e & 1) {
        help((Desc*)(e & ~uintptr_t(1)));
        continue;
      }
      st = 2;
      break;
    }
  int zero = 0;
  d->status.compare_exchange_strong(zero, st);
  bool ok = d->status == 1;
  for (int i = 0; i < 2; ++i) {
    uintptr_t e = pack(d);
    d->a[i]->compare_exchange_strong(e, ok ? d->n[i] : d->o[i]);
  }
}
bool dcas(std::atomic<uintptr_t>& x, std::atomic<uintptr_t>& y, uintptr_t ox, uintptr_t oy,
          uintptr_t nx, uintptr_t ny) {
  Desc* d = new Desc;
  d->a[0] = &x;
  d->a[1] = &y;
  d->o[0] = ox;
  d->o[1] = oy;
  d->n[0] = nx;
  d->n[1] = ny;
  help(d);
  return d->status == 1;
}
std::atomic<uintptr_t> x{0}, y{0};
int main() {
  bool a, b;
  std::thread t([&] { a = dcas(x, y, 0, 0, 2, 4); });
  b = dcas(x, y, 0, 0, 6, 8);
  t.join();
  assert(a != b);
  uintptr_t u = read(x), v = read(y);
  assert((u == 2 && v == 4) || (u == 6 && v == 8));
}
