#include "analysis/show_ir.h"

#include "analysis/prepare.h"
#include "ir/print.h"

namespace overtake::analysis {

report::IrDocument show_ir(const Program& program, bool lowered) {
  const Purpose purpose = lowered ? Purpose::Explore : Purpose::Text;
  const ir::Program prepared = prepare(key_of(program, purpose), purpose).program;
  report::IrDocument d{.input = program.files, .text = ir::print(prepared)};
  if (lowered) d.model = program.model.base;
  for (const ir::Function& function : prepared.functions)
    d.functions.push_back({function.name, function.code.size()});
  for (const ir::Global& global : prepared.globals) d.globals.push_back({global.name, global.size});
  return d;
}

}  // namespace overtake::analysis
