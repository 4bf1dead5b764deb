#include "seq/bound.h"

#include "ir/builder.h"
#include "ir/simplify.h"
#include "ir/verify.h"
#include "seq/split_registers.h"
#include "seq/unfold.h"

namespace overtake::seq {

BoundedProgram bound(const ir::Program& program, const BoundOptions& options) {
  BoundedProgram out;
  out.program.globals = program.globals;
  out.program.sources = program.sources;
  out.program.files = program.files;
  out.program.next_global_slot = program.next_global_slot;
  out.program.global_of_slot = program.global_of_slot;
  out.objects.resize(program.globals.size());
  out.program.entry = ir::declare_function(out.program, "T0.main", 0);
  out.instances.push_back({});
  Unfolding shared{.source = program, .options = options, .out = out};
  shared.threads.push_back({program.entry, std::nullopt});
  // Threads are found while the threads that start them are unfolded.
  for (std::uint32_t t = 0; t < shared.threads.size(); ++t) {
    ir::FunctionBuilder builder(out.program, ir::FunctionId{t});
    Unfolder(shared, t, builder).run();
    builder.finish();
  }
  // Registers stay apart (no ir::compact_registers).
  for (ir::Function& f : out.program.functions) {
    ir::tidy_jumps(f);
    ir::drop_dead(f);
    split_registers(f);
    ir::propagate(f);
    ir::tidy_jumps(f);
    ir::drop_dead(f);
    ir::tidy_jumps(f);
    ir::compact_pools(f);
  }
  ir::verify_or_throw(out.program);
  return out;
}

}  // namespace overtake::seq
