// Names for addresses of a program that ran: functions, lines, inlined calls, variables. From DWARF
// and symbol tables, by elfutils' libdw.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "observe/findings_file.h"
#include "report/observe_document.h"

namespace overtake::observe {

using report::SourceFrame;
using report::Stack;

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
