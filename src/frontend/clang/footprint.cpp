#include "frontend/clang/footprint.h"

#include <link.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string_view>

namespace overtake::frontend {
namespace {

// Code is mapped privately from the file and never written, so dropping its pages loses nothing.
int drop_code(dl_phdr_info* library, std::size_t, void*) {
  const std::string_view name = library->dlpi_name;
  if (name.find("libLLVM") == name.npos && name.find("libclang") == name.npos) return 0;
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  for (int i = 0; i < library->dlpi_phnum; ++i) {
    const auto& segment = library->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0 || (segment.p_flags & PF_W) != 0)
      continue;
    const std::uintptr_t begin = (library->dlpi_addr + segment.p_vaddr) & ~(page - 1);
    const std::uintptr_t end = library->dlpi_addr + segment.p_vaddr + segment.p_memsz;
    // Failure costs memory only. The loader gives addresses as numbers.
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    (void)madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
  }
  return 0;
}

}  // namespace

void release_compiler() {
  dl_iterate_phdr(drop_code, nullptr);
  malloc_trim(0);
}

}  // namespace overtake::frontend
