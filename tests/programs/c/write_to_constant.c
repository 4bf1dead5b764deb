// A string literal is not to be written to.
// overtake: model=sc,tso,pso verdict=error kind=write-to-constant line=5
int main(void) {
  char* text = (char*)"literal";
  text[0] = 'L';  // fails
}
