#include "observe/symbols.h"

#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>

namespace overtake::observe {
// The compilation units of a module by address. Units of clang are not in .debug_aranges, which is
// all that libdw's own search looks at if there is one.
class Units {
 public:
  explicit Units(Dwfl_Module* module) {
    Dwarf_Addr bias = 0;
    for (Dwarf_Die* unit = nullptr; (unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr;) {
      Dwarf_Addr base = 0;
      Dwarf_Addr begin = 0;
      Dwarf_Addr end = 0;
      for (std::ptrdiff_t at = 0; (at = dwarf_ranges(unit, at, &base, &begin, &end)) > 0;)
        ranges_.push_back({begin + bias, end + bias, unit, bias});
    }
    std::sort(ranges_.begin(), ranges_.end(),
              [](const Range& a, const Range& b) { return a.begin < b.begin; });
  }

  struct Range {
    std::uint64_t begin, end;
    Dwarf_Die* unit;
    Dwarf_Addr bias;
  };
  const Range* find(std::uint64_t address) const {
    auto at = std::upper_bound(ranges_.begin(), ranges_.end(), address,
                               [](std::uint64_t a, const Range& r) { return a < r.begin; });
    if (at == ranges_.begin()) return nullptr;
    --at;
    return address < at->end ? &*at : nullptr;
  }

 private:
  std::vector<Range> ranges_;
};

namespace {

std::string demangled(const char* name) {
  if (name == nullptr) return {};
  if (!std::string_view(name).starts_with("_Z")) return name;
  int status = 0;
  char* plain = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string out = status == 0 && plain != nullptr ? plain : name;
  std::free(plain);
  return out;
}

// What to subtract from an address of a mapped file to get the address that the file itself uses.
std::optional<std::uint64_t> load_bias(const Module& m) {
  const int fd = open(m.path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  Elf* elf = elf_begin(fd, ELF_C_READ_MMAP, nullptr);
  std::optional<std::uint64_t> bias;
  std::size_t count = 0;
  if (elf != nullptr && elf_getphdrnum(elf, &count) == 0)
    for (std::size_t i = 0; i < count && !bias; ++i) {
      GElf_Phdr segment;
      if (gelf_getphdr(elf, static_cast<int>(i), &segment) == nullptr) continue;
      if (segment.p_type != PT_LOAD) continue;
      const std::uint64_t page = segment.p_offset & ~std::uint64_t{0xfff};
      const std::uint64_t start = segment.p_vaddr & ~std::uint64_t{0xfff};
      if (m.offset >= page &&
          m.offset < segment.p_offset + std::max<std::uint64_t>(segment.p_filesz, 1))
        bias = m.begin - (start + (m.offset - page));
    }
  if (elf != nullptr) elf_end(elf);
  close(fd);
  return bias;
}

char* no_debuginfo_path = nullptr;

const Dwfl_Callbacks kCallbacks{.find_elf = dwfl_build_id_find_elf,
                                .find_debuginfo = dwfl_standard_find_debuginfo,
                                .section_address = dwfl_offline_section_address,
                                .debuginfo_path = &no_debuginfo_path};

// The function of a DIE, with its scope if it has a linkage name.
std::string function_name(Dwarf_Die* die) {
  Dwarf_Attribute attribute;
  for (const unsigned name : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name})
    if (dwarf_attr_integrate(die, name, &attribute) != nullptr)
      return demangled(dwarf_formstring(&attribute));
  const char* plain = dwarf_diename(die);
  return plain != nullptr ? plain : "";
}

std::uint32_t number_of(Dwarf_Die* die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_attr(die, name, &attribute) != nullptr) dwarf_formudata(&attribute, &value);
  return static_cast<std::uint32_t>(value);
}

std::string full_path(const char* file, Dwarf_Die* unit) {
  Dwarf_Attribute attribute;
  const char* folder = file[0] != '/' && dwarf_attr(unit, DW_AT_comp_dir, &attribute) != nullptr
                           ? dwarf_formstring(&attribute)
                           : nullptr;
  const std::string path = folder != nullptr ? std::string(folder) + "/" + file : file;
  return std::filesystem::path(path).lexically_normal().string();
}

// Where an inlined function was called.
void set_call_place(Dwarf_Die* inlined, Dwarf_Die* unit, SourceFrame& frame) {
  frame.line = number_of(inlined, DW_AT_call_line);
  frame.column = number_of(inlined, DW_AT_call_column);
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  const std::uint32_t file = number_of(inlined, DW_AT_call_file);
  if (dwarf_getsrcfiles(unit, &files, &count) == 0 && file < count)
    if (const char* name = dwarf_filesrc(files, file, nullptr, nullptr))
      frame.file = full_path(name, unit);
}

void set_place(const Units::Range& in, std::uint64_t address, SourceFrame& place) {
  Dwarf_Line* line = dwarf_getsrc_die(in.unit, address - in.bias);
  if (line == nullptr) return;
  int number = 0;
  int column = 0;
  if (const char* file = dwarf_linesrc(line, nullptr, nullptr))
    place.file = full_path(file, in.unit);
  dwarf_lineno(line, &number);
  dwarf_linecol(line, &column);
  place.line = static_cast<std::uint32_t>(number);
  place.column = static_cast<std::uint32_t>(column);
}

}  // namespace

struct Symbols::Impl {
  Dwfl* dwfl = nullptr;
  std::map<std::uint64_t, Stack> known;
  std::map<Dwfl_Module*, Units> units;
  const std::vector<Module>* modules = nullptr;

  Stack find(std::uint64_t address);
  void add_inlined(const Units::Range& in, std::uint64_t address, SourceFrame place, Stack& out);
};

Symbols::Symbols(const std::vector<Module>& modules) : impl_(std::make_unique<Impl>()) {
  elf_version(EV_CURRENT);
  impl_->modules = &modules;
  impl_->dwfl = dwfl_begin(&kCallbacks);
  if (impl_->dwfl == nullptr) return;
  dwfl_report_begin(impl_->dwfl);
  std::vector<std::string> done;
  for (const Module& m : modules) {
    if (std::find(done.begin(), done.end(), m.path) != done.end()) continue;
    if (!std::filesystem::is_regular_file(m.path)) continue;
    const auto bias = load_bias(m);
    if (!bias) continue;
    done.push_back(m.path);
    dwfl_report_elf(impl_->dwfl, m.path.c_str(), m.path.c_str(), -1, *bias, true);
  }
  dwfl_report_end(impl_->dwfl, nullptr, nullptr);
}

Symbols::~Symbols() {
  if (impl_->dwfl != nullptr) dwfl_end(impl_->dwfl);
}

const Stack& Symbols::frames(std::uint64_t pc) {
  const auto [at, added] = impl_->known.try_emplace(pc);
  if (added) at->second = impl_->find(pc - 1);
  return at->second;
}

// What libc and the runtime do before they call the program is left out.
Stack Symbols::stack(const std::vector<std::uint64_t>& addresses) {
  Stack out;
  for (std::uint64_t pc : addresses) {
    const Stack& f = frames(pc);
    out.insert(out.end(), f.begin(), f.end());
  }
  const auto is_start = [](const std::string& f) {
    return f.empty() || f == "start_thread" || f == "_start" || f == "clone3" || f == "__clone3" ||
           f.starts_with("__libc_start_") || f.starts_with("overtake::observe::");
  };
  while (out.size() > 1 && is_start(out.back().function)) out.pop_back();
  return out;
}

Stack Symbols::Impl::find(std::uint64_t address) {
  SourceFrame place;
  for (const Module& m : *modules)
    if (address >= m.begin && address < m.end) {
      place.module = m.path;
      place.offset = address - m.begin + m.offset;
    }
  Dwfl_Module* module = dwfl != nullptr ? dwfl_addrmodule(dwfl, address) : nullptr;
  if (module == nullptr) return {place};
  const Units& known_units = units.try_emplace(module, module).first->second;
  Stack out;
  if (const Units::Range* in = known_units.find(address)) {
    set_place(*in, address, place);
    add_inlined(*in, address, place, out);
  }
  if (!out.empty()) return out;
  place.function = demangled(dwfl_module_addrname(module, address));
  return {place};
}

// One frame for each function that is inlined at the address, and the one that they are inlined
// into.
void Symbols::Impl::add_inlined(const Units::Range& in, std::uint64_t address, SourceFrame place,
                                Stack& out) {
  Dwarf_Die* scopes = nullptr;
  int count = dwarf_getscopes(in.unit, address - in.bias, &scopes);
  if (count <= 0) return;
  Dwarf_Die innermost = scopes[0];
  std::free(scopes);
  count = dwarf_getscopes_die(&innermost, &scopes);
  for (int i = 0; i < count; ++i) {
    const int tag = dwarf_tag(&scopes[i]);
    if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram) continue;
    place.function = function_name(&scopes[i]);
    place.inlined = tag == DW_TAG_inlined_subroutine;
    out.push_back(place);
    if (!place.inlined) break;
    set_call_place(&scopes[i], in.unit, place);
  }
  if (count > 0) std::free(scopes);
}

std::string Symbols::variable(std::uint64_t address) {
  Dwfl_Module* module = impl_->dwfl != nullptr ? dwfl_addrmodule(impl_->dwfl, address) : nullptr;
  if (module == nullptr) return {};
  GElf_Off offset = 0;
  GElf_Sym symbol;
  const char* name =
      dwfl_module_addrinfo(module, address, &offset, &symbol, nullptr, nullptr, nullptr);
  if (name == nullptr || GELF_ST_TYPE(symbol.st_info) == STT_FUNC) return {};
  if (symbol.st_size != 0 && offset >= symbol.st_size) return {};
  const std::string plain = demangled(name);
  return offset == 0 ? plain : plain + "+" + std::to_string(offset);
}

}  // namespace overtake::observe
