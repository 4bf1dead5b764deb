// Two once flags, each initialized by a function that needs the other, taken in opposite orders.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <pthread.h>

pthread_once_t a = PTHREAD_ONCE_INIT, b = PTHREAD_ONCE_INIT;
int a_done, b_done;

static void b_plain(void) { b_done = 1; }
static void a_plain(void) { a_done = 1; }
static void make_a(void) { pthread_once(&b, b_plain); a_done = 1; }
static void make_b(void) { pthread_once(&a, a_plain); b_done = 1; }

void* first(void* p) { pthread_once(&a, make_a); return p; }
void* second(void* p) { pthread_once(&b, make_b); return p; }

int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, first, 0);
  pthread_create(&y, 0, second, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
}
