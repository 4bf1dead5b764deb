// The parts of the text reports: what several commands say in the same way.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/document.h"
#include "report/text.h"

namespace overtake::report {

// "TSO"
std::string upper(Model model);

// An error with its explanation and the story of its execution.
std::string finding_text(const Finding& finding, Model model, const Style& style);

// "a.c, b.c: no error under TSO", the second part in colour.
std::string verdict_text(const Frame& frame, const std::string& verdict, Paint color,
                         const Style& style);

// One paragraph for each.
std::string reasons_text(const std::vector<Reason>& reasons, const Style& style);
std::string loops_text(const std::vector<Place>& bounded_loops);

// Text of each command, without what the others share.
std::string text_of(const CheckDocument& document, const Style& style);
std::string text_of(const ModelsDocument& document, const Style& style);
std::string text_of(const ReplayDocument& document, const Style& style);
std::string text_of(const BmcDocument& document, const Style& style);
std::string text_of(const MonitorDocument& document, const Style& style);
std::string text_of(const RecordedDocument& document, const Style& style);
std::string text_of(const FencesDocument& document, const Style& style);
std::string text_of(const ConsistencyDocument& document, const Style& style);
std::string text_of(const LitmusDocument& document, const Style& style);
std::string text_of(const BenchDocument& document, const Style& style);
std::string text_of(const IrDocument& document, const Style& style);
std::string text_of(const FuzzDocument& document, const Style& style);
std::string text_of(const ObserveDocument& document, const Style& style);
std::string text_of(const LinearizeDocument& document, const Style& style);

// "--unroll 2 --rounds 3": the bounds that say something for the abstraction and the model.
std::string bounds_text(const BmcDocument& document);

}  // namespace overtake::report
