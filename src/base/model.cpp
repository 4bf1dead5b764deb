#include "base/model.h"

namespace overtake {

std::optional<Model> parse_model(std::string_view text) {
  if (text == "sc") return Model::SC;
  if (text == "tso" || text == "x86") return Model::TSO;
  if (text == "pso") return Model::PSO;
  return std::nullopt;
}

}  // namespace overtake
