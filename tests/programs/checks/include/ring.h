#pragma once
#ifdef __cplusplus
extern "C" {
#endif
struct ring {
  int values[RING_SIZE];
  volatile unsigned head, tail;
};
int ring_put(struct ring *r, int value);
int ring_get(struct ring *r, int *value);
#ifdef __cplusplus
}
#endif
