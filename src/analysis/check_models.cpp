#include "analysis/check_models.h"

#include <fmt/format.h>

#include <filesystem>

#include "analysis/frame.h"
#include "analysis/prepare.h"

namespace overtake::analysis {
namespace {

void require_one_exploration(const CheckOptions& o) {
  if (!o.checkpoint_file.empty() || !o.resume_file.empty() || !o.instances_folder.empty() ||
      o.transport != nullptr)
    throw UsageError(
        "checkpoints, --dump-instances and mpirun are for one model at a time; choose one with "
        "--model");
}

// "bug.schedule" becomes "bug.tso.schedule".
std::string path_for(const std::string& path, Model model) {
  if (path.empty()) return path;
  std::filesystem::path out = path;
  out.replace_filename(
      fmt::format("{}.{}{}", out.stem().string(), name(model), out.extension().string()));
  return out.string();
}

class CheckModels {
 public:
  CheckModels(const CheckOptions& options, std::span<const Model> models, const Control& control)
      : options_(options), models_(models), control_(control) {
    document_.frame = clock_.frame(options.program.files, models.front());
  }

  report::ModelsDocument run() {
    control_.tell(document_);
    const ProgramKey key = key_of(options_);
    const ir::Program loaded = load(key);
    const Prepared common = prepare_for_all(loaded, key, Purpose::Explore);
    for (const Model model : models_) add(model, {&loaded, &common});
    clock_.stamp(document_.frame);
    return std::move(document_);
  }

 private:
  void add(Model model, const Loaded& loaded) {
    CheckOptions options = options_;
    options.program.model.base = model;
    options.loaded = loaded;
    options.schedule_file = path_for(options_.schedule_file, model);
    const Control control{.stop = control_.stop,
                          .why = control_.why,
                          .so_far = [this](const report::Document& d) { tell(d); }};
    if (control.stopped())
      document_.results.push_back(not_begun(model));
    else
      document_.results.push_back(check(options, control));
  }

  report::CheckDocument not_begun(Model model) const {
    report::CheckDocument d;
    d.frame = clock_.frame(options_.program.files, model);
    d.frame.options = options_of(options_.program);
    d.frame.compiler_flags = options_.program.compiler_flags;
    d.frame.seconds = 0;
    d.equivalence = smc::name(options_.equivalence);
    d.reasons = {control_.reason()};
    return d;
  }

  // Those that were answered, and the one that is being explored.
  void tell(const report::Document& current) const {
    report::ModelsDocument all = document_;
    if (const auto* d = std::get_if<report::CheckDocument>(&current)) all.results.push_back(*d);
    clock_.stamp(all.frame);
    control_.tell(all);
  }

  const CheckOptions& options_;
  const std::span<const Model> models_;
  const Control& control_;
  const Clock clock_;
  report::ModelsDocument document_;
};

}  // namespace

report::ModelsDocument check_models(const CheckOptions& options, std::span<const Model> models,
                                    const Control& control) {
  if (models.empty()) throw UsageError("no memory model is given");
  require_one_exploration(options);
  return on_large_stack([&] { return CheckModels(options, models, control).run(); });
}

}  // namespace overtake::analysis
