// The driver: source text that makes the structure, starts the threads of a client, and has each do
// its calls. It reads the client from a constant table, so that it is the same for all clients:
//
//     byte 0        0: the client; 1: the specification, call by call, as the engine chooses
//     byte 1        threads
//     bytes 2..11   how many calls: at the beginning, of each of eight threads, at the end
//     bytes 12..    the calls, in that order
//
// The lines of calls carry the place of the declaration, so that what the compiler has to say about
// them names the user's line.
#include <fmt/format.h>

#include "linearize/declaration.h"

namespace overtake::linearize {
namespace {

constexpr const char* kOwnLine = "#line 1 \"/overtake/linearize_driver\"\n";

std::string users_line(const Declaration& d) {
  std::string file;
  for (const char c : d.file) {
    if (c == '"' || c == '\\') file += '\\';
    file += c;
  }
  return fmt::format("#line {} \"{}\"\n", d.line, file);
}

// How a call is written in the user's language.
std::string call_text(const Declaration& d, const Call& call, const std::string& prefix) {
  const std::string& name = d.operations[call.operation].name;
  if (d.cxx) return fmt::format("overtake_o.{}({})", name, call.arguments);
  return fmt::format("{}{}(overtake_o{}{})", prefix, name, call.arguments.empty() ? "" : ", ",
                     call.arguments);
}

std::string cases(const Declaration& d, const std::string& prefix) {
  std::string out;
  for (std::size_t i = 0; i < d.calls.size(); ++i) {
    const std::string call = call_text(d, d.calls[i], prefix);
    out += users_line(d);
    out += d.cxx ? fmt::format(
                       "    case {}: overtake_linearize::run({}, [&]() -> decltype(auto) "
                       "{{ return {}; }}); break;\n",
                       i, i, call)
                 : fmt::format("    case {}: OVERTAKE_RUN({}ul, {}); break;\n", i, i, call);
  }
  return out;
}

std::string table() {
  return fmt::format("__attribute__((weak)) const unsigned char {}[{}] = {{0}};\n", kClientTable,
                     kClientTableSize);
}

// What both languages have in common, with `call` for "do this call on the structure".
std::string sections(const std::string& object, const std::string& call) {
  return fmt::format(
      "static void overtake_section({} overtake_o, unsigned overtake_s) {{\n"
      "  __overtake_mark(OVERTAKE_SECTION, overtake_s);\n"
      "  unsigned overtake_i = 12;\n"
      "  for (unsigned overtake_k = 0; overtake_k < overtake_s; ++overtake_k)\n"
      "    overtake_i += {}[2 + overtake_k];\n"
      "  for (unsigned overtake_k = 0; overtake_k < {}[2 + overtake_s]; ++overtake_k)\n"
      "    {}(overtake_o, {}[overtake_i + overtake_k]);\n"
      "}}\n",
      object, kClientTable, kClientTable, call, kClientTable);
}

std::string workers(const std::string& cast) {
  std::string out;
  for (std::uint32_t t = 0; t < kMaxClientThreads; ++t)
    out += fmt::format(
        "static void* overtake_worker_{}(void* overtake_o) {{\n"
        "  overtake_section({}, {});\n"
        "  return 0;\n"
        "}}\n",
        t, cast, t + 1);
  out += "static void* (*const overtake_workers[])(void*) = {";
  for (std::uint32_t t = 0; t < kMaxClientThreads; ++t)
    out += fmt::format("{}overtake_worker_{}", t == 0 ? "" : ", ", t);
  return out + "};\n";
}

std::string main_function(const Declaration& d, const std::string& make,
                          const std::string& make_specification, const std::string& object,
                          const std::string& call_specification, const std::string& validate) {
  std::string out = fmt::format(
      "int {}(void) {{\n"
      "  if ({}[0] == 1) {{\n"
      "    {}\n"
      "    for (;;) {{\n"
      "      const unsigned long overtake_n = __overtake_choose({});\n"
      "      if (overtake_n == {}) return 0;\n"
      "      {};\n"
      "    }}\n"
      "  }}\n"
      "  {}\n"
      "  overtake_section({}, 0);\n"
      "  unsigned long overtake_ids[{}];\n",
      kDriverEntry, kClientTable, make_specification, d.calls.size() + 1, d.calls.size(),
      call_specification, make, object, kMaxClientThreads);
  out += fmt::format(
      "  for (unsigned overtake_t = 0; overtake_t < {0}[1]; ++overtake_t)\n"
      "    overtake_ids[overtake_t] = __overtake_spawn(overtake_workers[overtake_t], "
      "overtake_made);\n"
      "  for (unsigned overtake_t = 0; overtake_t < {0}[1]; ++overtake_t)\n"
      "    __overtake_join(overtake_ids[overtake_t]);\n"
      "  overtake_section({1}, 9);\n",
      kClientTable, object);
  if (!validate.empty())
    out += users_line(d) +
           fmt::format("  if (!({})) __overtake_fail(\"assertion\", \"{}() is false\");\n",
                       validate, d.validate);
  return out + "  return 0;\n}\n";
}

std::string cxx_source(const Declaration& d) {
  const std::string make = d.make.empty() ? fmt::format("new {}()", d.type) : d.make;
  std::string out = fmt::format("{}using overtake_subject = {};\n", users_line(d), d.type);
  out += fmt::format("using overtake_specification = {};\n",
                     d.specification.empty() ? d.type : d.specification);
  out += kOwnLine;
  out += "extern \"C\" {\nextern " + table() + "}\n";
  out +=
      "template <class Overtake>\nstatic void overtake_call(Overtake& overtake_o, unsigned long "
      "overtake_n) "
      "{\n  switch (overtake_n) {\n" +
      cases(d, "") + kOwnLine + "    default: break;\n  }\n}\n";
  out += sections("overtake_subject&", "overtake_call");
  out += workers("*static_cast<overtake_subject*>(overtake_o)");
  out += "extern \"C\" ";
  return out +
         main_function(d, fmt::format("overtake_subject* overtake_made = {};", make),
                       fmt::format("overtake_specification* overtake_s = {};",
                                   d.specification.empty() ? make : "new overtake_specification()"),
                       "*overtake_made", "overtake_call(*overtake_s, overtake_n)",
                       d.validate.empty() ? "" : "overtake_made->" + d.validate + "()");
}

std::string c_source(const Declaration& d) {
  const bool own = d.specification.empty();
  const auto function = [&](const char* name, const std::string& type, const std::string& prefix) {
    return fmt::format(
        "static void {}({}* overtake_o, unsigned long overtake_n) {{\n"
        "  switch (overtake_n) {{\n{}{}    default: break;\n  }}\n}}\n",
        name, type, cases(d, prefix), kOwnLine);
  };
  const auto make = [&](const std::string& type, const char* variable, const std::string& how) {
    std::string text =
        fmt::format("{}* {} = ({}*)__overtake_alloc(sizeof({}));", type, variable, type, type);
    return how.empty() ? text : text + fmt::format(" {}({});", how, variable);
  };
  std::string out = kOwnLine + table();
  out += function("overtake_call", d.type, "");
  if (!own) out += function("overtake_specify", d.specification, d.prefix);
  out += sections(d.type + "*", "overtake_call") + workers("overtake_o");
  return out + main_function(d, make(d.type, "overtake_made", d.make),
                             own ? make(d.type, "overtake_s", d.make)
                                 : make(d.specification, "overtake_s",
                                        d.make.empty() ? "" : d.prefix + d.make),
                             "overtake_made",
                             own ? "overtake_call(overtake_s, overtake_n)"
                                 : "overtake_specify(overtake_s, overtake_n)",
                             d.validate.empty() ? "" : d.validate + "(overtake_made)");
}

}  // namespace

std::string driver_source(const Declaration& d) { return d.cxx ? cxx_source(d) : c_source(d); }

}  // namespace overtake::linearize
