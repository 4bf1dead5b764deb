/* A checksum over whatever a program computes. */
static unsigned long checksum = 1469598103934665603ul;
static void mix(unsigned long v) {
  checksum = (checksum ^ v) * 1099511628211ul;
  checksum ^= checksum >> 29;
}
static void mix_double(double d) {
  union {
    double d;
    unsigned long u;
  } v = {d};
  mix(v.u);
}
static int done(void) { return (int)(checksum % 251) + 1; }
