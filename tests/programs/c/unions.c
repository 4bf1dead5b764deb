// Unions: the same bytes as integers, as a float, as bytes.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <stdint.h>

union word {
  uint32_t whole;
  uint16_t half[2];
  uint8_t byte[4];
  float real;
};

struct tagged {
  enum { INTEGER, REAL } kind;
  union {
    int i;
    double d;
  };
};

double value(struct tagged t) { return t.kind == INTEGER ? t.i : t.d; }

int main(void) {
  union word w = {.whole = 0x04030201};
  assert(w.half[0] == 0x0201 && w.byte[3] == 4);
  w.byte[0] = 0xff;
  assert(w.whole == 0x040302ff);
  w.real = 1.0f;
  assert(w.whole == 0x3f800000);
  assert(value((struct tagged){INTEGER, .i = 3}) + value((struct tagged){REAL, .d = 0.5}) == 3.5);
}
