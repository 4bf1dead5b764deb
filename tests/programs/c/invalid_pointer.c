// An integer that is nobody's address.
// overtake: model=sc,tso,pso verdict=error kind=invalid-pointer line=5
int main(void) {
  int* p = (int*)0x7eadbeef0000;
  *p = 1;  // fails
}
