#include "report/witness.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "report/json.h"
#include "report/sha256.h"

namespace overtake::report {
namespace {

using Json = nlohmann::ordered_json;

// The property that an error violates, as SV-COMP writes it.
std::string specification(const std::string& kind) {
  std::string property = "G ! call(reach_error())";
  if (kind == "null-dereference" || kind == "out-of-bounds" || kind == "use-after-free" ||
      kind == "dead-stack-object" || kind == "invalid-pointer" || kind == "write-to-constant")
    property = "G valid-deref";
  else if (kind == "double-free" || kind == "invalid-free")
    property = "G valid-free";
  else if (kind == "race")
    property = "G ! data-race";
  else if (kind == "deadlock" || kind == "hang")
    property = "G ! deadlock";
  return fmt::format("CHECK( init(main()), LTL({}) )", property);
}

// One transition: a step of a thread at a line of the program.
struct Transition {
  std::string thread;
  std::string file;
  std::uint64_t line = 0;
  std::uint64_t column = 0;
  std::string created;   // the thread that it starts
  std::string function;  // entered by the first step of a thread
  std::string assumption;
};

bool is_identifier(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

class Path {
 public:
  explicit Path(const Document& document)
      : error(*first_error(document)), around_(*frame(document)) {
    std::map<std::string, std::string> entered{{"main", "main"}};
    for (const Step& step : error.run.schedule) add(step, entered);
    if (error.place.known())
      target = Transition{.thread = error.thread.empty() ? "main" : error.thread,
                          .file = error.place.file,
                          .line = error.place.line,
                          .column = error.place.column};
  }

  // Threads are numbered in the order of their names in the document: main is 0.
  std::size_t number(const std::string& thread) const {
    const std::vector<std::string>& names = error.run.threads;
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), thread) - names.begin());
  }

  std::string hash(const std::string& file) const {
    for (const SourceFile& source : around_.sources)
      if (source.file == file) return sha256(source.text);
    return sha256("");
  }

  const std::vector<std::string>& input() const { return around_.input; }
  const std::string& program() const { return around_.input.at(0); }
  std::string producer_version() const { return around_.version.empty() ? "0" : around_.version; }

  const Finding& error;
  std::vector<Transition> transitions;
  std::optional<Transition> target;

 private:
  void add(const Step& step, std::map<std::string, std::string>& entered) {
    if (step.drain || !step.place.known()) return;
    Transition t{.thread = step.thread,
                 .file = step.place.file,
                 .line = step.place.line,
                 .column = step.place.column,
                 .created = step.spawned};
    if (!t.created.empty()) entered[t.created] = step.function;
    // The first step of a thread enters its function.
    if (const auto first = entered.find(t.thread); first != entered.end()) {
      t.function = first->second;
      entered.erase(first);
    }
    if (step.op == "load" && !step.library && is_identifier(step.variable) && !step.local &&
        step.read && std::holds_alternative<std::int64_t>(*step.read))
      t.assumption = fmt::format("{} == {}", step.variable, to_text(*step.read));
    // Steps of one statement are one transition, unless there is something to say.
    const bool same = !transitions.empty() && transitions.back().thread == t.thread &&
                      transitions.back().line == t.line && transitions.back().file == t.file;
    if (same && t.created.empty() && t.function.empty() && t.assumption.empty()) return;
    transitions.push_back(std::move(t));
  }

  const Frame& around_;
};

std::string xml(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

struct Key {
  std::string_view id, name, type, of;
};
constexpr Key kKeys[] = {
    {"witness-type", "witness-type", "string", "graph"},
    {"sourcecodelang", "sourcecodelang", "string", "graph"},
    {"producer", "producer", "string", "graph"},
    {"specification", "specification", "string", "graph"},
    {"programfile", "programfile", "string", "graph"},
    {"programhash", "programhash", "string", "graph"},
    {"architecture", "architecture", "string", "graph"},
    {"creationtime", "creationtime", "string", "graph"},
    {"entry", "isEntryNode", "boolean", "node"},
    {"violation", "isViolationNode", "boolean", "node"},
    {"originfile", "originFileName", "string", "edge"},
    {"startline", "startline", "int", "edge"},
    {"threadId", "threadId", "string", "edge"},
    {"createThread", "createThread", "string", "edge"},
    {"enterFunction", "enterFunction", "string", "edge"},
    {"assumption", "assumption", "string", "edge"},
};

// A YAML scalar: JSON strings are YAML.
std::string scalar(const std::string& text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

bool has_violation(const Document& document) {
  const Finding* error = first_error(document);
  return error != nullptr && !error->run.schedule.empty() && !frame(document)->input.empty();
}

std::string to_graphml(const Document& document, const std::string& time) {
  const Path path(document);
  std::string out =
      "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
      "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n";
  for (const Key& key : kKeys)
    out += fmt::format("  <key id=\"{}\" attr.name=\"{}\" attr.type=\"{}\" for=\"{}\"/>\n", key.id,
                       key.name, key.type, key.of);
  const auto data = [&](int indent, std::string_view key, const std::string& value) {
    out += fmt::format("{:{}}<data key=\"{}\">{}</data>\n", "", indent, key, xml(value));
  };
  out += "  <graph edgedefault=\"directed\">\n";
  data(4, "witness-type", "violation_witness");
  data(4, "sourcecodelang", "C");
  data(4, "producer", "overtake " + path.producer_version());
  data(4, "specification", specification(path.error.kind));
  data(4, "programfile", path.program());
  data(4, "programhash", path.hash(path.program()));
  data(4, "architecture", "64bit");
  data(4, "creationtime", time);
  std::vector<Transition> transitions = path.transitions;
  if (path.target) transitions.push_back(*path.target);
  for (std::size_t i = 0; i <= transitions.size(); ++i) {
    out += fmt::format("    <node id=\"N{}\">\n", i);
    if (i == 0) data(6, "entry", "true");
    if (i == transitions.size()) data(6, "violation", "true");
    out += "    </node>\n";
  }
  for (std::size_t i = 0; i < transitions.size(); ++i) {
    const Transition& t = transitions[i];
    out += fmt::format("    <edge source=\"N{}\" target=\"N{}\">\n", i, i + 1);
    data(6, "originfile", t.file);
    data(6, "startline", std::to_string(t.line));
    data(6, "threadId", std::to_string(path.number(t.thread)));
    if (!t.created.empty()) data(6, "createThread", std::to_string(path.number(t.created)));
    if (!t.function.empty()) data(6, "enterFunction", t.function);
    if (!t.assumption.empty()) data(6, "assumption", t.assumption + ";");
    out += "    </edge>\n";
  }
  return out + "  </graph>\n</graphml>\n";
}

std::string to_yaml_witness(const Document& document, const std::string& time) {
  const Path path(document);
  std::string files, hashes;
  for (const std::string& name : path.input()) {
    files += fmt::format("        - {}\n", scalar(name));
    hashes += fmt::format("        {}: {}\n", scalar(name), scalar(path.hash(name)));
  }
  // Named after its contents, so that the same witness has the same name.
  const std::string id = sha256(
      to_json(document)["errors"].at(0).dump(-1, ' ', false, Json::error_handler_t::replace));
  const std::string uuid = fmt::format("{}-{}-8{}-8{}-{}", id.substr(0, 8), id.substr(8, 4),
                                       id.substr(12, 3), id.substr(15, 3), id.substr(18, 12));
  std::string out = fmt::format(
      "- entry_type: violation_sequence\n"
      "  metadata:\n"
      "    format_version: \"2.0\"\n"
      "    uuid: {}\n"
      "    creation_time: {}\n"
      "    producer:\n"
      "      name: overtake\n"
      "      version: {}\n"
      "    task:\n"
      "      input_files:\n{}"
      "      input_file_hashes:\n{}"
      "      specification: {}\n"
      "      data_model: LP64\n"
      "      language: C\n"
      "  content:\n",
      scalar(uuid), scalar(time), scalar(path.producer_version()), files, hashes,
      scalar(specification(path.error.kind)));
  const auto waypoint = [&](const Transition& t, std::string_view type,
                            const std::string& constraint) {
    out += fmt::format(
        "  - segment:\n"
        "    - waypoint:\n"
        "        type: {}\n"
        "        action: follow\n"
        "        location:\n"
        "          file_name: {}\n"
        "          line: {}\n",
        type, scalar(t.file), t.line);
    // An assumption stands at the beginning of a statement: the first one of its line.
    if (t.column != 0 && constraint.empty()) out += fmt::format("          column: {}\n", t.column);
    if (!constraint.empty())
      out +=
          fmt::format("        constraint:\n          value: {}\n          format: c_expression\n",
                      scalar(constraint));
  };
  for (const Transition& t : path.transitions)
    waypoint(t, "assumption", t.assumption.empty() ? "1" : t.assumption);
  // Without any place the sequence is empty.
  if (path.target)
    waypoint(*path.target, "target", "");
  else if (!path.transitions.empty())
    waypoint(path.transitions.back(), "target", "");
  return out;
}

}  // namespace overtake::report
