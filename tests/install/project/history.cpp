// Could a recorded history have happened? Store buffering: under TSO, not under SC.
#include <cstdio>

#include "consistency/consistency.h"

using namespace overtake;

int main() {
  Execution x;
  x.add({.kind = EventKind::Write, .thread = ThreadId{0}, .location = LocationId{0}});
  x.add({.kind = EventKind::Read, .thread = ThreadId{0}, .location = LocationId{1}});
  x.add({.kind = EventKind::Write, .thread = ThreadId{1}, .location = LocationId{1}});
  x.add({.kind = EventKind::Read, .thread = ThreadId{1}, .location = LocationId{0}});
  const bool sc = consistency::verify(x, Model::SC).verdict == consistency::Verdict::Consistent;
  const bool tso = consistency::verify(x, Model::TSO).verdict == consistency::Verdict::Consistent;
  std::printf("under SC: %s, under TSO: %s\n", sc ? "possible" : "impossible",
              tso ? "possible" : "impossible");
  return !sc && tso ? 0 : 1;
}
