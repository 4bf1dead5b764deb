#include "report/html.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

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

std::string title_of(const Json& document) {
  std::string title = "overtake " + document.value("command", "");
  const auto input = document.find("input");
  if (input != document.end() && input->is_array())
    for (const Json& file : *input) title += " " + file.get<std::string>();
  return title;
}

}  // namespace

std::string html_page(std::string_view title, std::string_view style, std::string_view script,
                      const Json& data) {
  std::string out;
  std::string_view frame = page_frame();
  const std::string document = script_safe(data);
  const std::string shown_title = escaped(title);
  const std::pair<std::string_view, std::string_view> parts[] = {
      {"@TITLE@", shown_title}, {"@STYLE@", style}, {"@DOCUMENT@", document}, {"@SCRIPT@", script}};
  for (const auto& [mark, text] : parts) {  // in the order in which they stand in the frame
    const std::size_t at = frame.find(mark);
    out += frame.substr(0, at);
    out += text;
    frame.remove_prefix(at + mark.size());
  }
  out += frame;
  return out;
}

std::string to_html(const Json& document) {
  if (document.value("command", "") == "bench")
    return html_page(title_of(document), bench_style(), bench_script(), document);
  return html_page(title_of(document), page_style(), page_script(), document);
}

}  // namespace overtake::report
