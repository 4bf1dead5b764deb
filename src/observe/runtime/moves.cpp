#include "observe/runtime/moves.h"

namespace overtake::observe {
namespace {

constexpr std::uint64_t kPiece = 64;

void copy_backwards(char* to, const char* from, std::uint64_t bytes) {
  while (bytes-- != 0) to[bytes] = from[bytes];
}

// Up to the next multiple of the piece's size.
std::uint64_t piece_at(std::uint64_t address, std::uint64_t left) {
  const std::uint64_t piece = kPiece - address % kPiece;
  return piece < left ? piece : left;
}

}  // namespace

void move_bytes(Thread& t, void* to, const void* from, std::uint64_t bytes, std::uint64_t pc) {
  auto* target = static_cast<char*>(to);
  const auto* source = static_cast<const char*>(from);
  const bool backwards = target > source && target < source + bytes;
  for (std::uint64_t done = 0; done < bytes;) {
    std::uint64_t n = piece_at(address_of(target + done), bytes - done);
    std::uint64_t at = done;
    if (backwards) {
      n = bytes - done < kPiece ? bytes - done : kPiece;
      at = bytes - done - n;
    }
    if (active == &t) {
      visible_step(t);
      note_range(t, address_of(source + at), n, false, pc);
      note_range(t, address_of(target + at), n, true, pc);
    }
    if (backwards)
      copy_backwards(target + at, source + at, n);
    else
      copy_bytes(target + at, source + at, n);
    done += n;
  }
}

void set_bytes(Thread& t, void* to, int value, std::uint64_t bytes, std::uint64_t pc) {
  auto* target = static_cast<char*>(to);
  for (std::uint64_t done = 0; done < bytes;) {
    const std::uint64_t n = piece_at(address_of(target + done), bytes - done);
    if (active == &t) {
      visible_step(t);
      note_range(t, address_of(target + done), n, true, pc);
    }
    fill_bytes(target + done, value, n);
    done += n;
  }
}

}  // namespace overtake::observe
