// A packed structure at an odd address is written by memcpy and memset, and read by fields and by a word across them.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

struct __attribute__((packed)) header {
  uint8_t type;
  uint16_t length;
  uint32_t sequence;
};
struct __attribute__((packed)) {
  char first;
  struct header header;
  uint8_t body[5];
} packet;
_Atomic int ready;

static void *sender(void *argument) {
  struct header h = {7, 0x1234, 0xdeadbeef};
  memcpy(&packet.header, &h, sizeof h);
  memset(packet.body, 0xab, sizeof packet.body);
  ready = 1;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, sender, NULL);
  if (ready) {
    struct header h = packet.header;
    uint64_t word;
    memcpy(&word, &packet.header.length, sizeof word);
    assert(h.type == 7 && h.length == 0x1234 && h.sequence == 0xdeadbeef);
    assert(word == 0xababdeadbeef1234);
  }
  pthread_join(t, NULL);
}
