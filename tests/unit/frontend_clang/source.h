// C sources that exist for the time of a test.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/error.h"
#include "frontend/input.h"
#include "ir/refused.h"
#include "support/folder.h"

namespace overtake::test {

class Sources : public testing::Test {
 protected:
  // Writes a file and returns its path.
  std::string write(const std::string& name, const std::string& text) {
    return own_.file(name, text);
  }

  frontend::Input input(const std::string& name, const std::string& text) {
    frontend::Input i;
    i.files = {write(name, text)};
    return i;
  }

  // The message of the InputError that loading throws, or of the first part of the program that was
  // not translated, without the folder's name.
  std::string refusal(const frontend::Input& input) {
    try {
      const std::vector<ir::Refused> all = ir::refusals(frontend::load(input));
      return all.empty() ? "no error" : without_folder(all.front().message);
    } catch (const InputError& error) {
      return without_folder(error.what());
    }
  }
  std::string without_folder(std::string text) const {
    const std::string prefix = folder_.string() + "/";
    for (std::size_t at; (at = text.find(prefix)) != text.npos;) text.erase(at, prefix.size());
    return text;
  }
  std::string refusal_of(const std::string& text) { return refusal(input("a.c", text)); }

  const Folder own_;
  const std::filesystem::path folder_ = own_.path();
};

}  // namespace overtake::test
