// nlohmann::json's SAX parser, fed through an iterator that counts lines.
#include "trace/positioned_json.h"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace overtake {
namespace {

class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, std::uint32_t* line) : at_(at), line_(line) {}
  const char& operator*() const { return *at_; }
  CountingIterator& operator++() {
    if (*at_ == '\n') ++*line_;
    ++at_;
    return *this;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
  bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  std::uint32_t* line_;
};

class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(const std::string& file, const std::uint32_t& line) : file_(file), line_(line) {}

  PositionedJson take() { return std::move(root_); }

  bool null() override { return add(make(PositionedJson::Kind::Null)); }
  bool boolean(bool value) override {
    PositionedJson json = make(PositionedJson::Kind::Boolean);
    json.boolean = value;
    return add(std::move(json));
  }
  bool number_integer(number_integer_t value) override {
    PositionedJson json = make(PositionedJson::Kind::Integer);
    json.integer = value;
    return add(std::move(json));
  }
  bool number_unsigned(number_unsigned_t value) override {
    if (value > static_cast<number_unsigned_t>(INT64_MAX))
      throw InputError(fmt::format("{}:{}: the number does not fit into 63 bits", file_, line_));
    return number_integer(static_cast<number_integer_t>(value));
  }
  bool number_float(number_float_t, const string_t&) override {
    return add(make(PositionedJson::Kind::Number));
  }
  bool string(string_t& value) override {
    PositionedJson json = make(PositionedJson::Kind::String);
    json.string = value;
    return add(std::move(json));
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(PositionedJson::Kind::Object); }
  bool start_array(std::size_t) override { return open(PositionedJson::Kind::Array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& value) override {
    if (stack_.back().find(value) != nullptr)
      throw InputError(fmt::format("{}:{}: the key \"{}\" appears twice", file_, line_, value));
    stack_.back().keys.push_back(value);
    return true;
  }
  bool parse_error(std::size_t, const std::string&,
                   const nlohmann::detail::exception& error) override {
    // "[json.exception.parse_error.101] parse error at line 1, column 5: syntax error ...".
    std::string what = error.what();
    const std::size_t colon = what.find(": ");
    if (colon != std::string::npos) what.erase(0, colon + 2);
    throw InputError(fmt::format("{}:{}: not JSON: {}", file_, line_, what));
  }

 private:
  PositionedJson make(PositionedJson::Kind kind) const {
    PositionedJson json;
    json.kind = kind;
    json.line = line_;
    return json;
  }
  bool open(PositionedJson::Kind kind) {
    stack_.push_back(make(kind));
    return true;
  }
  bool close() {
    PositionedJson done = std::move(stack_.back());
    stack_.pop_back();
    return add(std::move(done));
  }
  bool add(PositionedJson value) {
    if (stack_.empty())
      root_ = std::move(value);
    else
      stack_.back().items.push_back(std::move(value));
    return true;
  }

  const std::string& file_;
  const std::uint32_t& line_;
  std::vector<PositionedJson> stack_;
  PositionedJson root_;
};

}  // namespace

const PositionedJson* PositionedJson::find(std::string_view key) const {
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (keys[i] == key) return &items[i];
  return nullptr;
}

PositionedJson parse_positioned_json(std::string_view text, const std::string& file) {
  std::uint32_t line = 1;
  Builder builder(file, line);
  nlohmann::json::sax_parse(CountingIterator(text.begin(), &line),
                            CountingIterator(text.end(), &line), &builder);
  return builder.take();
}

std::string_view name(PositionedJson::Kind kind) {
  switch (kind) {
    case PositionedJson::Kind::Null:
      return "null";
    case PositionedJson::Kind::Boolean:
      return "a boolean";
    case PositionedJson::Kind::Integer:
      return "an integer";
    case PositionedJson::Kind::Number:
      return "a number that is no integer";
    case PositionedJson::Kind::String:
      return "a string";
    case PositionedJson::Kind::Array:
      return "an array";
    case PositionedJson::Kind::Object:
      return "an object";
  }
  return "?";
}

}  // namespace overtake
