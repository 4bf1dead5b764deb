// The objects of a C++ library that exist before anything runs, laid out as libstdc++'s headers
// expect them, but as plain data: constants of the program, so that setting them up is no access.
#pragma once

#include <ios>
#include <istream>
#include <locale>

namespace overtake {

// How every facet begins: its functions, and a count of references at which nothing looks.
struct Facet {
  const void* const* functions;
  int references = 1;
};

struct Ctype {
  Facet facet;
  void* locale = nullptr;
  bool owns = false;
  const int *upper, *lower;
  const unsigned short* classes;
  char widens = 1;
  char widen[256] = {};
  char narrow[256] = {};
  char narrows = 1;
};
static_assert(sizeof(Ctype) == sizeof(std::ctype<char>));

struct Punctuation {
  Facet facet{nullptr};
  const char* grouping = "";
  std::size_t grouping_size = 0;
  bool use_grouping = false;
  const char* true_name = "true";
  std::size_t true_size = 4;
  const char* false_name = "false";
  std::size_t false_size = 5;
  char decimal_point = '.';
  char thousands_separator = ',';
  char out[36] = {};
  char in[26] = {};
  bool allocated = false;
};
static_assert(sizeof(Punctuation) == sizeof(std::__numpunct_cache<char>));

struct NumPunct {
  Facet facet;
  const Punctuation* data;
};
static_assert(sizeof(NumPunct) == sizeof(std::numpunct<char>));

// The facets of the only locale, and what stands for that: its address is all there is.
extern Ctype ctype;
extern const NumPunct numpunct;
extern const Facet num_put, num_get;
extern const char classic;

struct Buffer {
  const void* const* functions;
  const char* positions[6] = {};
  const void* locale = &classic;
};
static_assert(sizeof(Buffer) == sizeof(std::streambuf));

struct Words {
  void* pointer = nullptr;
  long integer = 0;
};
struct Ios {
  const void* const* functions;
  long precision = 6, width = 0;
  std::ios_base::fmtflags flags;
  std::ios_base::iostate exceptions = {}, state = {};
  void* callbacks = nullptr;
  Words no_word = {};
  Words own_words[8] = {};
  int word_count = 8;
  Words* words = own_words;
  const void* locale = &classic;
  const void* tie = nullptr;
  char fill = ' ';
  bool fills = true;
  Buffer* buffer;
  const Ctype* characters = &ctype;
  const Facet *put = &num_put, *get = &num_get;
};
static_assert(sizeof(Ios) == sizeof(std::ios));

struct Ostream {
  const void* const* functions;
  Ios base;
};
static_assert(sizeof(Ostream) == sizeof(std::ostream));

struct Istream {
  const void* const* functions;
  long count = 0;
  Ios base;
};
static_assert(sizeof(Istream) == sizeof(std::istream));

}  // namespace overtake
