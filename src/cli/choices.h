// The names of choices that only the command line offers.
#pragma once

#include "cli/settings.h"

namespace overtake {

template <>
inline constexpr std::array kNames<Model>{Named{Model::SC, "sc"}, Named{Model::TSO, "tso"},
                                          Named{Model::PSO, "pso"}, Named{Model::TSO, "x86"}};

template <>
inline constexpr std::array kNames<PsoRmw>{Named{PsoRmw::All, "all"},
                                           Named{PsoRmw::Location, "location"}};

template <>
inline constexpr std::array kNames<consistency::Algorithm>{
    Named{consistency::Algorithm::Portfolio, "portfolio"},
    Named{consistency::Algorithm::Search, "search"}, Named{consistency::Algorithm::Naive, "naive"},
    Named{consistency::Algorithm::Closure, "closure"},
    Named{consistency::Algorithm::Greedy, "greedy"}};

template <>
inline constexpr std::array kNames<cli::PrintForm>{Named{cli::PrintForm::Ir, "ir"},
                                                   Named{cli::PrintForm::C, "c"},
                                                   Named{cli::PrintForm::Cpp, "cpp"}};

template <>
inline constexpr std::array kNames<cli::Strategy>{
    Named{cli::Strategy::Mix, "mix"}, Named{cli::Strategy::Pct, "pct"},
    Named{cli::Strategy::Random, "random"}, Named{cli::Strategy::RoundRobin, "round-robin"},
    Named{cli::Strategy::None, "none"}};

template <>
inline constexpr std::array kNames<cli::ColorWhen>{Named{cli::ColorWhen::Auto, "auto"},
                                                   Named{cli::ColorWhen::Always, "always"},
                                                   Named{cli::ColorWhen::Never, "never"}};

}  // namespace overtake
