#include "linearize/client_program.h"

#include <algorithm>

#include "base/error.h"

namespace overtake::linearize {
namespace {

ir::Global& table_of(ir::Program& program) {
  const auto it = std::ranges::find(program.globals, kClientTable, &ir::Global::name);
  if (it == program.globals.end()) throw InternalError("the driver has no table for its client");
  return *it;
}

}  // namespace

void open_client_table(ir::Program& program) { table_of(program).constant = false; }

void set_client(ir::Program& program, const Declaration& declaration, const Client& client) {
  std::vector<std::uint8_t> bytes(kClientTableSize, 0);
  bytes[1] = static_cast<std::uint8_t>(client.threads.size());
  std::size_t at = 12;
  const auto add = [&](std::size_t section, const std::vector<CallId>& calls) {
    bytes[2 + section] = static_cast<std::uint8_t>(calls.size());
    for (const CallId c : calls) {
      if (at == bytes.size()) throw InternalError("a client is larger than its table");
      bytes[at++] = static_cast<std::uint8_t>(c.value);
    }
  };
  add(0, declaration.initially);
  for (std::size_t t = 0; t < client.threads.size(); ++t) add(t + 1, client.threads[t]);
  add(9, declaration.finally);
  ir::Global& table = table_of(program);
  table.constant = true;
  table.initial = std::move(bytes);
}

void set_sequential(ir::Program& program) {
  ir::Global& table = table_of(program);
  table.constant = true;
  table.initial.assign(kClientTableSize, 0);
  table.initial[0] = 1;
}

}  // namespace overtake::linearize
