#include "cli/machines.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "cli/values.h"
#include "cli/watchdog.h"

namespace overtake::cli {

std::string mpi_module() {
  std::error_code ignored;
  const std::filesystem::path here =
      std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const std::filesystem::path& folder : {here, here / "../lib/overtake"}) {
    const std::filesystem::path module = folder / "libovertake_mpi.so";
    if (std::filesystem::exists(module, ignored)) return module.lexically_normal().string();
  }
  return "";
}

scale::Transport* other_machines() {
  const char* size = std::getenv("OMPI_COMM_WORLD_SIZE");  // as Open MPI's mpirun says
  if (size == nullptr || std::atoi(size) <= 1) return nullptr;
  const std::string file = mpi_module();
  if (file.empty())
    throw UsageError(
        fmt::format("mpirun started {} processes, and this overtake has no module for MPI; install "
                    "overtake-mpi (or libopenmpi-dev, and build it again), or start it without "
                    "mpirun and use --jobs",
                    size));
  // Open MPI's own modules look for its symbols.
  void* module = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (module == nullptr) throw UsageError(fmt::format("MPI cannot be used: {}", dlerror()));
  const auto open = reinterpret_cast<scale::OpenTransport>(dlsym(module, scale::kOpenTransport));
  if (open == nullptr) throw UsageError(fmt::format("MPI cannot be used: {}", dlerror()));
  // MPI starts threads: mpirun's SIGTERM, when another process has died, is for the watchdog's.
  const sigset_t signals = watched_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return open();
}

}  // namespace overtake::cli
