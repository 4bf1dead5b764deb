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

#include <string>
#include <string_view>

#include "report/story.h"

namespace overtake::report {

struct Style {
  unsigned width = 80;
  bool color = false;
  bool utf8 = false;
};

std::string draw(const Story& story, const std::vector<std::string>& thread_names,
                 const Style& style);

// A paragraph, wrapped to the width, each line indented.
std::string paragraph(std::string_view text, const Style& style, unsigned indent);

enum class Paint { None, Bold, Red, Green, Yellow, Dim };
std::string paint(std::string_view text, Paint color, const Style& style);

// Columns that UTF-8 text takes (wide characters count as one).
std::size_t display_width(std::string_view text);

}  // namespace overtake::report
