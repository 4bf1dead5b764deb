// Names for addresses of a program that ran: functions, lines, inlined calls, variables. From DWARF
// and symbol tables, by elfutils' libdw.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "observe/findings_file.h"

namespace overtake::observe {

struct SourceFrame {
  std::string function;  // demangled; empty: not known
  std::string file;      // empty: not known
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string module;        // the file that holds the code
  std::uint64_t offset = 0;  // in it
  bool inlined = false;      // into the next frame

  friend bool operator==(const SourceFrame&, const SourceFrame&) = default;
};

// Innermost first.
using Stack = std::vector<SourceFrame>;

// The first frame that is not the C or C++ library's; the innermost one if there is none.
const SourceFrame& own_frame(const Stack& stack);

class Symbols {
 public:
  explicit Symbols(const std::vector<Module>& modules);
  ~Symbols();
  Symbols(const Symbols&) = delete;
  Symbols& operator=(const Symbols&) = delete;

  // The frames of a return address: the call before it, and what it is inlined into.
  const Stack& frames(std::uint64_t pc);
  // Of addresses as Findings::stack gives them.
  Stack stack(const std::vector<std::uint64_t>& addresses);
  // "counter", "table+16"; empty if the address belongs to no named object.
  std::string variable(std::uint64_t address);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace overtake::observe
