#include "report/html.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/json.h"

namespace overtake::report {

// Generated from src/report/page/.
std::string_view page_frame();
std::string_view page_style();
std::string_view page_script();
std::string_view bench_style();
std::string_view bench_script();

namespace {

using Json = nlohmann::ordered_json;

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return out;
}

// JSON inside of <script>: "</script>" and "<!--" must not be seen by the HTML parser.
std::string script_safe(const Json& json) {
  std::string out;
  for (char c : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

std::string title_of(const Document& document) {
  const std::vector<std::string> input = std::visit(
      [](const auto& d) -> std::vector<std::string> {
        if constexpr (requires { d.frame; })
          return d.frame.input;
        else if constexpr (requires { d.input; })
          return d.input;
        else
          return {};
      },
      document);
  std::string title = fmt::format("overtake {}", command(document));
  for (const std::string& file : input) title += " " + file;
  return title;
}

// A page with a script and the document that it draws.
std::string page(const Document& document, std::string_view style, std::string_view script) {
  std::string out;
  std::string_view frame = page_frame();
  const std::string data = script_safe(to_json(document));
  const std::string title = escaped(title_of(document));
  const std::pair<std::string_view, std::string_view> parts[] = {
      {"@TITLE@", title}, {"@STYLE@", style}, {"@DOCUMENT@", data}, {"@SCRIPT@", script}};
  for (const auto& [mark, text] : parts) {  // in the order in which they stand in the frame
    const std::size_t at = frame.find(mark);
    out += frame.substr(0, at);
    out += text;
    frame.remove_prefix(at + mark.size());
  }
  return out += frame;
}

}  // namespace

std::string to_html(const Document& document) {
  if (std::holds_alternative<BenchDocument>(document))
    return page(document, bench_style(), bench_script());
  return page(document, page_style(), page_script());
}

}  // namespace overtake::report
