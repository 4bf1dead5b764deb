// One program, many texts: how a Sketch is written down as C or C++.
//
// Whatever the style, the program means the same: each thread makes the same accesses to the same
// places in the same order, and decides the same. So verdict, errors and classes must stay the same
// as well. The only exceptions are loops that need not end (`keeps_rounds`). Where an iteration is
// copied out of the loop, or a loop's body written twice, a thread that waits looks once more
// before it comes back to the loop's head in the same state. And a register in memory is a part of
// that state even when its value is not needed any more, so that a thread may look once more, too.
#pragma once

#include <cstdint>
#include <string>

#include "fuzz/sketch.h"

namespace overtake::fuzz {

struct Style {
  // Where locations are: variables of their own, members of a structure, an array, a structure on
  // the heap, or a structure whose address is handed from function to function.
  enum class Data : std::uint8_t { Globals, Structure, Array, Heap, Argument };
  // What registers are: variables, volatile variables, an array, variables that are accessed by
  // their addresses, members of a structure that is handed to parts of the function, or volatile
  // variables of 8 bytes (which ir/promote makes registers of).
  enum class Registers : std::uint8_t { Variables, Volatile, Array, Pointers, Frame, Words };

  std::uint64_t seed = 0;  // of what is decided statement by statement
  bool cpp = false;        // std::thread, std::atomic, std::mutex; else pthreads and C11
  Data data = Data::Globals;
  Registers registers = Registers::Variables;
  bool rename = false;        // all names
  bool shuffle = false;       // the order of declarations and definitions
  bool reorder = false;       // the order in which main creates and joins its threads
  std::uint32_t wrap = 0;     // percent of accesses and conditions that are calls of functions
  std::uint32_t outline = 0;  // percent of statements that begin a function of their own (Frame)
  std::uint32_t expand = 0;   // percent of calls that are replaced by the function's body
  std::uint32_t loops = 0;    // percent of loops written in another way
  std::uint32_t rounds = 0;   // percent of loops with iterations taken out, split or written twice
  std::uint32_t dead = 0;     // percent of statements with something before them that does nothing

  bool keeps_rounds() const {
    return rounds == 0 && wrap == 0 && registers == Registers::Variables;
  }
};

// A style that a seed stands for. Constructs that C++ has no words for are left to C.
Style random_style(std::uint64_t seed, const Sketch& sketch);

// In words: "c++, heap, frame, wrap 40".
std::string to_string(const Style& style);

}  // namespace overtake::fuzz
