// Inline assembly that Overtake does not know.
// overtake: exit=2 stderr=unknown_assembly.c:6:
// overtake: stderr=assembly
int main(void) {
  unsigned low, high;
  asm volatile("cpuid" : "=a"(low), "=d"(high) : "0"(0) : "rbx", "rcx");
  return low == high;
}
