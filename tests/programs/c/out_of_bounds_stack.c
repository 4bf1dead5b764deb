// A local array read below its start.
// overtake: model=sc,tso,pso verdict=error kind=out-of-bounds line=5
int sum(const int* a, int n) {
  int s = 0;
  for (int i = n; i >= 0; i--) s += a[i - 1];  // fails
  return s;
}

int main(void) {
  int a[3] = {1, 2, 3};
  return sum(a, 3);
}
