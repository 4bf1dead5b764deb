// A spinlock in one assembly statement with numbered labels, released by a plain move. Under PSO the
// release may reach memory before what was written in the section.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=38
#include <assert.h>
#include <pthread.h>

int lock, data;

static void acquire(volatile int* l) {
  int v = 1;
  asm volatile(
      "1: xchgl %1, %0\n"
      "   testl %1, %1\n"
      "   jz 3f\n"
      "2: pause\n"
      "   cmpl $0, %0\n"
      "   jne 2b\n"
      "   jmp 1b\n"
      "3:"
      : "+m"(*l), "+q"(v)
      :
      : "memory", "cc");
}

static void release(volatile int* l) { asm volatile("movl $0, %0" : "=m"(*l) : : "memory"); }

void* work(void* arg) {
  acquire(&lock);
  data = data + 1;
  release(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL), pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL), pthread_join(b, NULL), assert(data == 2);
}
