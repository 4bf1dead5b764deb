// Damaged files: whatever happens to a file of the corpus, the parser accepts it or says what is
// wrong with it; nothing else is ever thrown, and what is accepted lowers to a well-formed program.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "base/error.h"
#include "frontend/litmus/lower.h"
#include "frontend/litmus/parser.h"
#include "gcl/lower.h"
#include "gcl/parser.h"
#include "ir/verify.h"

namespace overtake {
namespace {

namespace fs = std::filesystem;

constexpr int kMutantsPerFile = 40;

std::vector<std::string> texts(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(OVERTAKE_SOURCE_DIR) / folder))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> found;
  for (const fs::path& file : files) {
    std::ifstream in(file);
    std::stringstream s;
    s << in.rdbuf();
    found.push_back(s.str());
  }
  return found;
}

std::string mutant(std::string text, std::mt19937& random) {
  static const std::string kPieces[] = {
      "(",     ")", "{", "}",     ";",   "|",  "$",
      "%",     "=", "0", "-1",    "x",   " ",  "\n",
      "LOCK ", "[", "]", "goto ", "\"",  "(*", "99999999999999999999",
      "P7",    "*", "&", "end",   "\\/", "é"};
  const int edits = 1 + static_cast<int>(random() % 3);
  for (int i = 0; i < edits && !text.empty(); ++i) {
    const std::size_t at = random() % text.size();
    const std::size_t length = std::min<std::size_t>(1 + random() % 12, text.size() - at);
    switch (random() % 4) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, kPieces[random() % std::size(kPieces)]);
        break;
      case 2:
        text.insert(random() % text.size(), text.substr(at, length));
        break;
      case 3:
        text.resize(at);
        break;
    }
  }
  return text;
}

void expect_robust(const std::vector<std::string>& originals,
                   const std::function<ir::Program(const std::string&)>& load) {
  ASSERT_FALSE(originals.empty());
  std::mt19937 random(20211);
  int accepted = 0, refused = 0;
  for (const std::string& original : originals) {
    for (int i = 0; i < kMutantsPerFile; ++i) {
      const std::string text = mutant(original, random);
      try {
        ir::verify_or_throw(load(text));
        ++accepted;
      } catch (const InputError& e) {
        EXPECT_TRUE(std::string(e.what()).starts_with("mutant:")) << e.what();
        ++refused;
      } catch (const std::exception& e) {
        ADD_FAILURE() << e.what() << "\n" << text;
      }
    }
  }
  EXPECT_GT(accepted, 0);
  EXPECT_GT(refused, 0);
}

TEST(Mutants, Litmus) {
  expect_robust(texts("tests/litmus", ".litmus"), [](const std::string& text) {
    return litmus::lower(litmus::parse(text, "mutant"), {.assert_condition = true}).program;
  });
}

TEST(Mutants, Gcl) {
  expect_robust(texts("tests/programs/gcl", ".gcl"),
                [](const std::string& text) { return gcl::lower(gcl::parse_gcl(text, "mutant")); });
}

TEST(Mutants, Trencher) {
  expect_robust(texts("tests/programs/gcl", ".tre"), [](const std::string& text) {
    return gcl::lower(gcl::parse_trencher(text, "mutant"));
  });
}

}  // namespace
}  // namespace overtake
