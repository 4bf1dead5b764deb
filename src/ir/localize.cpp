#include "ir/localize.h"

#include "ir/drop_unwinds.h"
#include "ir/mark_idle.h"
#include "ir/privatize.h"
#include "ir/promote.h"

namespace overtake::ir {

void localize(Program& program) {
  drop_unwinds(program);
  privatize(program);
  promote(program);
  mark_idle(program);
}

}  // namespace overtake::ir
