// C sources that exist for the time of a test.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/error.h"
#include "frontend/input.h"
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

  // The message of the InputError that loading throws, without the folder's name.
  std::string refusal(const frontend::Input& input) {
    try {
      frontend::load(input);
    } catch (const InputError& error) {
      std::string text = error.what();
      const std::string prefix = folder_.string() + "/";
      for (std::size_t at; (at = text.find(prefix)) != text.npos;) text.erase(at, prefix.size());
      return text;
    }
    return "no error";
  }
  std::string refusal_of(const std::string& text) { return refusal(input("a.c", text)); }

  const Folder own_;
  const std::filesystem::path folder_ = own_.path();
};

}  // namespace overtake::test
