// Draws a Story for a terminal: a column for each thread, time runs downwards.
//
//     main                      T1                        T2
//     ------------------------  ------------------------  ------------------------
//     20 starts T1: left
//                               8 x = 1;
//                                 buffers x = 1
//                                 [buffer: x = 1]
//
// With more threads than columns fit, one line for each step, the thread's name in front.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/execution.h"

namespace overtake::report {

struct Style {
  unsigned width = 80;
  bool color = false;
  bool utf8 = false;
};

// `threads`: the names of all, in the order of their columns where their names do not say one.
// `roles`: what each of them runs, for the heads.
std::string draw(std::span<const StoryStep> story, const std::vector<std::string>& threads,
                 const Style& style, const std::vector<std::string>& roles = {});

// A paragraph, wrapped to the width, each line indented.
std::string paragraph(std::string_view text, const Style& style, unsigned indent);

enum class Paint : std::uint8_t { None, Bold, Red, Green, Yellow, Dim };
std::string paint(std::string_view text, Paint color, const Style& style);

// Columns that UTF-8 text takes (wide characters count as one).
std::size_t display_width(std::string_view text);

}  // namespace overtake::report
