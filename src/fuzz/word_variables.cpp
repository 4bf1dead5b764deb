#include "fuzz/word_variables.h"

namespace overtake::fuzz {

std::vector<bool> word_variables(const Block& block) {
  std::vector<bool> words(variable_count(block));
  for (std::size_t v = 0; v < words.size(); v += 2) words[v] = true;
  visit(block, [&](const Statement& s) {
    const bool plain =
        s.kind == Kind::Load || (s.kind == Kind::Store && s.order == ir::Order::Plain);
    if (is_access(s.kind) && s.space == Space::Variable && !plain) words[s.target] = false;
  });
  return words;
}

}  // namespace overtake::fuzz
