#include "analysis/schedule_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/printable.h"

namespace overtake::analysis {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;

// "main", "T2", "T2.1": the ids are made as the names are met.
ThreadId thread_of(memory::ThreadNames& names, const std::string& name) {
  if (name == "main") return ThreadId{0};
  if (name.size() < 2 || name[0] != 'T') throw InputError("no thread is called '" + name + "'");
  ThreadId thread{0};
  const char* at = name.data() + 1;
  const char* const end = name.data() + name.size();
  while (true) {
    std::uint32_t number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc{} || number == 0 || (next != end && *next != '.'))
      throw InputError("no thread is called '" + name + "'");
    thread = names.child(thread, number - 1);
    if (next == end) return thread;
    at = next + 1;
  }
}

Json key_json(const ProgramKey& key) {
  Json json = Json::object();
  json["input"] = key.input.files;
  json["compiler_flags"] = key.input.compiler_flags;
  json["entry"] = key.input.entry;
  json["optimize"] = key.input.optimize;
  json["format"] = key.input.format;
  json["show_output"] = key.input.show_output;
  json["model"] = name(key.model.base);
  json["pso_rmw"] = name(key.model.pso_rmw);
  json["unroll"] = key.unroll;
  if (!key.counted_loops) json["counted_loops"] = false;
  for (const LoopBound& loop : key.loops) json["loops"].push_back(loop.text());
  json["spurious_wakeups"] = key.spurious_wakeups;
  json["races"] = key.races;
  json["zero_memory"] = key.zero_memory;
  json["compile_database"] = key.input.compile_database;
  json["nondet_range"] = key.nondet_range ? Json(key.nondet_range->text()) : Json();
  return json;
}

ProgramKey key_from(const Json& json) {
  ProgramKey key;
  key.input.files = json.at("input").get<std::vector<std::string>>();
  key.input.compiler_flags = json.at("compiler_flags").get<std::vector<std::string>>();
  key.input.entry = json.at("entry").get<std::string>();
  key.input.optimize = json.at("optimize").get<int>();
  key.input.format = json.value("format", "");
  key.input.show_output = json.at("show_output").get<bool>();
  const auto model = parse_model(json.at("model").get<std::string>());
  if (!model) throw InputError("unknown memory model");
  key.model = {*model, json.at("pso_rmw") == "location" ? PsoRmw::Location : PsoRmw::All};
  key.unroll = json.at("unroll").get<std::uint32_t>();
  key.counted_loops = json.value("counted_loops", true);
  for (const std::string& text : json.value("loops", std::vector<std::string>{}))
    if (const std::optional<LoopBound> loop = LoopBound::parse(text)) key.loops.push_back(*loop);
  key.spurious_wakeups = json.at("spurious_wakeups").get<bool>();
  key.races = json.value("races", false);
  key.zero_memory = json.value("zero_memory", true);
  key.input.compile_database = json.at("compile_database").get<std::string>();
  if (!json.at("nondet_range").is_null())
    key.nondet_range = Range::parse(json.at("nondet_range").get<std::string>());
  return key;
}

Json step_json(const memory::Step& step, const memory::ThreadNames& names) {
  Json json = {{"thread", names.name(step.thread)}};
  if (step.drain) json["drain"] = true;
  if (step.address != 0) json["address"] = step.address;
  if (step.choice != 0) json["choice"] = step.choice;
  return json;
}

}  // namespace

void write_schedule_file(const std::string& path, const ScheduleFile& file) {
  Json json = {{"overtake", kFormat}};
  json.update(key_json(file.key));
  json["error"] = file.error_kind;
  if (file.race) json["race"] = {file.race->first, file.race->second};
  // In the order of their ids, which are part of the addresses of what threads allocate.
  json["threads"] = Json::array();
  for (std::size_t t = 0; t < file.names.size(); ++t)
    json["threads"].push_back(file.names.name(ThreadId{t}));
  json["steps"] = Json::array();
  for (const memory::Step& step : file.schedule)
    json["steps"].push_back(step_json(step, file.names));
  // One step a line: readable, and diffable.
  std::string text = "{\n";
  for (const auto& [key, value] : json.items()) {
    if (key == "steps") continue;
    text += fmt::format(" {}: {},\n", Json(key).dump(), value.dump());
  }
  text += " \"steps\": [";
  const char* separator = "\n";
  for (const Json& step : json["steps"]) {
    text += separator + ("  " + step.dump());
    separator = ",\n";
  }
  text += "\n ]\n}\n";
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw InputError(fmt::format("{}: cannot be written: {}", path, std::strerror(errno)));
}

ScheduleFile read_schedule_file(const std::string& path) {
  std::error_code directory;
  if (std::filesystem::is_directory(path, directory))
    throw InputError(fmt::format("{}: is a directory", path));
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  try {
    const Json json = Json::parse(in);
    if (!json.is_object() || json.value("overtake", 0) != kFormat)
      throw InputError(fmt::format("not a schedule file of format {}", kFormat));
    ScheduleFile file;
    file.key = key_from(json);
    file.error_kind = json.at("error").get<std::string>();
    if (json.contains("race"))
      file.race = report::Race{json["race"].at(0).get<std::uint32_t>(),
                               json["race"].at(1).get<std::uint32_t>()};
    for (const Json& thread : json.at("threads")) thread_of(file.names, thread.get<std::string>());
    for (const Json& step : json.at("steps")) {
      file.schedule.push_back(
          {.thread = thread_of(file.names, step.at("thread").get<std::string>()),
           .drain = step.value("drain", false),
           .address = step.value("address", Address{0}),
           .choice = step.value("choice", std::uint32_t{0})});
    }
    return file;
  } catch (const nlohmann::json::exception& error) {
    throw InputError(fmt::format("{}: not a schedule file: {}", path, json_message(error.what())));
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", path, error.what()));
  }
}

}  // namespace overtake::analysis
