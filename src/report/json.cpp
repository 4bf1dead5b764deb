// Three visitors for the fields of report/fields.h: one writes JSON, one reads it, one collects the
// names of files.
#include "report/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"
#include "report/linearize_fields.h"
#include "report/more_fields.h"
#include "report/observe_fields.h"
#include "report/places.h"
#include "report/valid.h"

namespace overtake::report {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
concept Plain = std::is_arithmetic_v<T> || std::same_as<T, std::string>;
template <class T>
concept List = !Plain<T> && requires(const T& list) { list.begin(), list.size(); };

// --- writing -------------------------------------------------------------------------------------

template <class T>
Json written(const T& value);

class Writer {
 public:
  static constexpr bool writing() { return true; }
  static bool has(const char*) { return false; }

  template <class T>
  void operator()(const char* key, const T& value) {
    json[key] = written(value);
  }
  template <class T>
  void unless_empty(const char* key, const T& value) {
    if (!empty(value)) json[key] = written(value);
  }
  template <class T>
  void or_null(const char* key, const T& value) {
    json[key] = empty(value) ? Json() : written(value);
  }
  void step(const char* key, bool there, std::uint32_t number) {
    if (there) json[key] = number == kNone ? Json() : Json(number);
  }
  void word(const char* key, bool value, const char* no, const char* yes) {
    json[key] = value ? yes : no;
  }
  void place(const Place& place) {
    json["file"] = place.known() ? Json(place.file) : Json();
    json["line"] = place.known() ? Json(place.line) : Json();
    if (place.known() && place.column != 0) json["column"] = place.column;
  }
  template <class T>
  void part(const char* key, T& object) {
    json[key] = written(object);
  }
  template <class Make>
  void only_write(const char* key, const Make& make) {
    unless_empty(key, make());
  }
  void raw(const char* key, const std::string& text) {
    if (!text.empty()) json[key] = Json::parse(text);
  }
  template <class T>
  void sentences(const char* key, const std::vector<T>& remarks) {
    Json& list = json[key] = Json::array();
    for (const T& remark : remarks) list.push_back(sentence(remark));
  }
  // {"[x]": 1, "0:EAX": 0} for each state.
  void states(const char* key, const std::vector<std::string>& locations,
              const std::vector<std::vector<std::string>>& states) {
    Json& list = json[key] = Json::array();
    for (const std::vector<std::string>& state : states) {
      Json values = Json::object();
      for (std::size_t i = 0; i < state.size(); ++i)
        values[locations[i]] = number_or_text(state[i]);
      list.push_back(std::move(values));
    }
  }

  Json json = Json::object();

 private:
  template <class T>
  static bool empty(const T& value) {
    if constexpr (requires { value.has_value(); })
      return !value.has_value();
    else if constexpr (requires { value.empty(); })
      return value.empty();
    else if constexpr (std::is_enum_v<T> || std::is_arithmetic_v<T>)
      return value == T{};
    else
      return false;
  }

  static Json number_or_text(const std::string& text) {
    std::int64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc{} && stop == end) return number;
    return text;  // an address
  }
};

Json written_value(const Value& value) {
  return std::visit([](const auto& v) { return Json(v); }, value);
}

template <class T>
Json written(const T& value) {
  if constexpr (Plain<T>) {
    return value;
  } else if constexpr (std::same_as<T, Value>) {
    return written_value(value);
  } else if constexpr (std::same_as<T, Model> || std::same_as<T, PsoRmw>) {
    return name(value);
  } else if constexpr (HasNames<T>) {
    return name_of(value);
  } else if constexpr (std::same_as<T, Edge>) {
    return Json::array({value.from, value.to});
  } else if constexpr (requires { value.has_value(); }) {
    return written(*value);
  } else if constexpr (List<T>) {
    Json list = Json::array();
    for (const auto& element : value) list.push_back(written(element));
    return list;
  } else {
    Writer writer;
    if constexpr (std::same_as<T, Place>)
      writer.place(value);
    else
      fields(writer, const_cast<T&>(value));  // a Writer changes nothing
    return std::move(writer.json);
  }
}

// --- reading -------------------------------------------------------------------------------------

template <class T>
void read(const Json& json, T& value);

class Reader {
 public:
  explicit Reader(const Json& json) : json_(json) {
    if (!json.is_object()) throw InputError("an object is expected");
  }

  static constexpr bool writing() { return false; }
  bool has(const char* key) const { return find(key) != nullptr; }

  template <class T>
  void operator()(const char* key, T& value) {
    const Json* found = find(key);
    if (found == nullptr) return;
    try {
      read(*found, value);
    } catch (const Json::exception&) {
      throw InputError(fmt::format("\"{}\" is of another kind", key));
    }
  }
  template <class T>
  void unless_empty(const char* key, T& value) {
    (*this)(key, value);
  }
  template <class T>
  void or_null(const char* key, T& value) {
    (*this)(key, value);
  }
  void step(const char* key, bool& there, std::uint32_t& number) {
    there = json_.contains(key);
    (*this)(key, number);
  }
  void word(const char* key, bool& value, const char*, const char* yes) {
    std::string text;
    (*this)(key, text);
    value = text == yes;
  }
  void place(Place& place) {
    (*this)("file", place.file);
    (*this)("line", place.line);
    (*this)("column", place.column);
  }
  template <class T>
  void part(const char* key, T& object) {
    (*this)(key, object);
  }
  template <class Make>
  void only_write(const char*, const Make&) {}
  void raw(const char* key, std::string& text) {
    if (const Json* found = find(key)) text = found->dump();
  }

  void sentences(const char* key, std::vector<Reason>& reasons) {
    for (std::string& text : texts(key)) reasons.push_back({Why::Told, 0, std::move(text)});
  }
  void sentences(const char* key, std::vector<Note>& notes) {
    for (std::string& text : texts(key)) notes.push_back({About::Told, 0, std::move(text)});
  }
  void states(const char* key, std::vector<std::string>& locations,
              std::vector<std::vector<std::string>>& states) {
    const Json* found = find(key);
    if (found == nullptr) return;
    for (const Json& row : *found) {
      std::vector<std::string> values;
      locations.clear();
      for (const auto& [location, value] : row.items()) {
        locations.push_back(location);
        values.push_back(value.is_string() ? value.get<std::string>() : value.dump());
      }
      states.push_back(std::move(values));
    }
  }

 private:
  // Null is the same as nothing.
  const Json* find(const char* key) const {
    const auto it = json_.find(key);
    return it == json_.end() || it->is_null() ? nullptr : &*it;
  }
  std::vector<std::string> texts(const char* key) {
    std::vector<std::string> list;
    (*this)(key, list);
    return list;
  }

  const Json& json_;
};

template <class T>
void read(const Json& json, T& value) {
  if constexpr (Plain<T>) {
    value = json.get<T>();
  } else if constexpr (std::same_as<T, Value>) {
    if (json.is_string())
      value = json.get<std::string>();
    else
      value = json.get<std::int64_t>();
  } else if constexpr (std::same_as<T, Model>) {
    const auto model = parse_model(json.get<std::string>());
    if (!model) throw InputError("an unknown memory model");
    value = *model;
  } else if constexpr (std::same_as<T, PsoRmw>) {
    value = json.get<std::string>() == "location" ? PsoRmw::Location : PsoRmw::All;
  } else if constexpr (HasNames<T>) {
    const auto text = json.get<std::string>();
    const auto parsed = parse_name<T>(text);
    if (!parsed) throw InputError(fmt::format("\"{}\" is an unknown word", text));
    value = *parsed;
  } else if constexpr (std::same_as<T, Edge>) {
    value = {json.at(0).get<std::uint32_t>(), json.at(1).get<std::uint32_t>()};
  } else if constexpr (requires { value.has_value(); }) {
    read(json, value.emplace());
  } else if constexpr (List<T>) {
    value.clear();
    for (const Json& element : json) read(element, value.emplace_back());
  } else {
    Reader reader(json);
    if constexpr (std::same_as<T, Place>)
      reader.place(value);
    else
      fields(reader, value);
  }
}

// --- which files are named -----------------------------------------------------------------------

class FileCollector {
 public:
  static constexpr bool writing() { return true; }
  static bool has(const char*) { return false; }

  template <class T>
  void operator()(const char* key, const T& value) {
    if constexpr (std::same_as<T, std::string>) {
      if (std::string_view(key) == "file" && !value.empty()) files.insert(value);
    } else {
      walk(value);
    }
  }
  template <class T>
  void unless_empty(const char* key, const T& value) {
    (*this)(key, value);
  }
  template <class T>
  void or_null(const char* key, const T& value) {
    (*this)(key, value);
  }
  void place(const Place& place) {
    if (place.known()) files.insert(place.file);
  }
  template <class T>
  void part(const char*, T&) {}
  void step(const char*, bool, std::uint32_t) {}
  void word(const char*, bool, const char*, const char*) {}
  template <class Make>
  void only_write(const char*, const Make&) {}
  void raw(const char*, const std::string&) {}
  template <class T>
  void sentences(const char*, const std::vector<T>&) {}
  template <class A, class B>
  void states(const char*, const A&, const B&) {}

  std::set<std::string> files;

 private:
  template <class T>
  void walk(const T& value) {
    if constexpr (requires { value.has_value(); }) {
      if (value) walk(*value);
    } else if constexpr (List<T>) {
      for (const auto& element : value) walk(element);
    } else if constexpr (std::same_as<T, Place>) {
      place(value);
    } else if constexpr (requires { fields(*this, const_cast<T&>(value)); }) {
      fields(*this, const_cast<T&>(value));
    }
  }
};

template <class T>
Document read_document(const Json& json) {
  T document;
  read(json, document);
  require_valid(document);
  return document;
}

}  // namespace

Json to_json(const Document& document) {
  if (const auto* models = std::get_if<ModelsDocument>(&document)) {
    Json list = Json::array();
    for (const CheckDocument& d : models->results) list.push_back(to_json(d));
    return list;
  }
  Json json = {{"command", command(document)}};
  json.update(std::visit([](const auto& d) { return written(d); }, document));
  return json;
}

// One document for each model.
ModelsDocument models_from_json(const Json& json) {
  ModelsDocument all;
  for (const Json& one : json) {
    Document d = from_json(one);
    auto* check = std::get_if<CheckDocument>(&d);
    if (check == nullptr) throw InputError("only results of check come in lists");
    all.results.push_back(std::move(*check));
  }
  if (all.results.empty()) throw InputError("the list is empty");
  all.frame = all.results.front().frame;
  all.frame.sources.clear();
  for (std::size_t i = 1; i < all.results.size(); ++i) {
    const Frame& f = all.results[i].frame;
    all.frame.seconds += f.seconds;
    all.frame.peak_memory_bytes = std::max(all.frame.peak_memory_bytes, f.peak_memory_bytes);
  }
  return all;
}

Document from_json(const Json& json) {
  if (json.is_array()) return models_from_json(json);
  if (!json.is_object() || !json.contains("command") || !json["command"].is_string())
    throw InputError("this is not a result of overtake");
  const auto command = json["command"].get<std::string>();
  if (command == "check") return read_document<CheckDocument>(json);
  if (command == "replay") return read_document<ReplayDocument>(json);
  if (command == "bmc") return read_document<BmcDocument>(json);
  if (command == "fences") return read_document<FencesDocument>(json);
  if (command == "consistency") return read_document<ConsistencyDocument>(json);
  if (command == "litmus") return read_document<LitmusDocument>(json);
  if (command == "bench") return read_document<BenchDocument>(json);
  if (command == "ir") return read_document<IrDocument>(json);
  if (command == "fuzz") return read_document<FuzzDocument>(json);
  if (command == "linearize") return read_document<LinearizeDocument>(json);
  if (command == "observe") return read_document<ObserveDocument>(json);
  if (command == "monitor" && json.contains("method") && json["method"] == "recorded")
    return read_document<RecordedDocument>(json);
  if (command == "monitor") return read_document<MonitorDocument>(json);
  throw InputError(fmt::format("this overtake knows no command '{}'", command));
}

std::string json_text(const Document& document) {
  return to_json(document).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void add_sources(Document& document) {
  if (auto* models = std::get_if<ModelsDocument>(&document)) {
    for (CheckDocument& d : models->results) {
      Document one = std::move(d);
      add_sources(one);
      d = std::get<CheckDocument>(std::move(one));
    }
    return;
  }
  Frame* around = frame(document);
  if (around == nullptr) return;
  FileCollector collector;
  std::visit([&](auto& d) { fields(collector, d); }, document);
  // A native program's arguments are no sources.
  if (!std::holds_alternative<ObserveDocument>(document))
    collector.files.insert(around->input.begin(), around->input.end());
  around->sources.clear();
  for (const std::string& file : collector.files)
    if (std::string text = source_text(file); !text.empty())
      around->sources.push_back({file, std::move(text)});
}

}  // namespace overtake::report
