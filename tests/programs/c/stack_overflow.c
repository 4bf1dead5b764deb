// Recursion without an end.
// overtake: model=sc,tso,pso verdict=error kind=stack-overflow line=4
int down(int n) {
  return down(n + 1) + 1;  // fails
}

int main(void) { return down(0); }
