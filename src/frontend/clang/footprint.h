// Giving back what the compiler took.
#pragma once

namespace overtake::frontend {

// To be called when the compiler has done its work. Its code stays mapped but leaves memory (70 of
// the 90 MB that a compilation touches), and freed heap goes back to the system, so that the peak
// of a run is the larger of compiling and exploring, not their sum. The compiler may be used again:
// the pages come back from the file.
void release_compiler();

}  // namespace overtake::frontend
