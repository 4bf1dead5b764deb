// A member that does not exist.
// overtake: exit=2 stderr=type_error.c:9:
// overtake: stderr=no member named 'z'
struct point {
  int x, y;
};
int main(void) {
  struct point p = {1, 2};
  return p.z;
}
