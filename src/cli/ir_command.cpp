#include "cli/ir_command.h"

#include <nlohmann/json.hpp>

#include "cli/exit_codes.h"
#include "cli/prepare.h"
#include "cli/terminal.h"
#include "ir/print.h"

namespace overtake::cli {

int ir_command(const Settings& settings) {
  const ProgramKey key = program_key(settings);
  ir::Program program;
  if (settings.model)
    program = prepare(key).program;
  else
    program = load_program(key);
  const std::string text = ir::print(program);
  if (!settings.json) {
    write_stdout(text);
    return to_int(ExitCode::NoError);
  }
  nlohmann::ordered_json json;
  json["command"] = "ir";
  json["input"] = settings.files;
  json["model"] = settings.model ? nlohmann::ordered_json(name(*settings.model)) : nullptr;
  json["functions"] = nlohmann::ordered_json::array();
  for (const ir::Function& function : program.functions)
    json["functions"].push_back({{"name", function.name}, {"instructions", function.code.size()}});
  json["globals"] = nlohmann::ordered_json::array();
  for (const ir::Global& global : program.globals)
    json["globals"].push_back({{"name", global.name}, {"size", global.size}});
  json["text"] = text;
  write_stdout(json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  return to_int(ExitCode::NoError);
}

}  // namespace overtake::cli
