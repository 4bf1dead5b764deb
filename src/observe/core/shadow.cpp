#include "observe/core/shadow.h"

namespace overtake::observe {
namespace {

constexpr std::size_t kChunkBytes = Shadow::kCellsInChunk * sizeof(Cell);
constexpr std::size_t kPage = 4096;
constexpr std::size_t kCellsInPage = kPage / sizeof(Cell);

}  // namespace

bool Shadow::start() {
  const std::size_t chunks = std::size_t{1} << (kAddressBits - kChunkBits);
  return chunks_.reserve(chunks) && used_.reserve(kMaxChunks) && blocks_.reserve(kMaxBlocks);
}

void Shadow::stop() {
  for (std::uint32_t i = 0; i < used_count_; ++i) unmap_pages(chunks_[used_[i]], kChunkBytes);
  used_count_ = 0;
  block_end_ = 1;
  free_ = 0;
  blocks_in_use_ = 0;
  chunks_.release();
  used_.release();
  blocks_.release();
}

Cell* Shadow::add_chunk(std::uint64_t number) {
  if (used_count_ == kMaxChunks) return nullptr;
  auto* chunk = static_cast<Cell*>(map_pages(kChunkBytes));
  if (chunk == nullptr) return nullptr;
  chunks_[number] = chunk;
  used_[used_count_++] = static_cast<std::uint32_t>(number);
  return chunk;
}

std::uint32_t Shadow::take_block() {
  std::uint32_t index = free_;
  if (index != 0) {
    free_ = blocks_[index].set.next;
  } else {
    if (block_end_ == kMaxBlocks) return 0;
    index = block_end_++;
  }
  for (Cell& c : blocks_[index].bytes) c = {};
  ++blocks_in_use_;
  return index;
}

void Shadow::free_block(std::uint32_t index) {
  blocks_[index].set.next = free_;
  free_ = index;
  --blocks_in_use_;
}

void Shadow::free_set(Mark set) {
  for (std::uint32_t b = index_of(set); b != 0;) {
    const std::uint32_t next = blocks_[b].set.next;
    free_block(b);
    b = next;
  }
}

// Each byte gets what was known of it; a set of readers is copied.
bool Shadow::split(Cell& cell) {
  const std::uint32_t to = take_block();
  if (to == 0) return false;
  constexpr Mark kMaskField = mark_tag(0, kWholeMask);
  for (unsigned i = 0; i < kGranule; ++i) {
    Cell& byte = blocks_[to].bytes[i];
    if ((mask_of(cell.write) >> i & 1) != 0)
      byte.write = (cell.write & ~kMaskField) | mark_tag(0, 1);
    if ((mask_of(cell.read) >> i & 1) == 0) continue;
    byte.read = (cell.read & ~kMaskField) | mark_tag(0, 1);
    if (is_set(cell.read) && !copy_set(byte.read)) return false;
  }
  if (is_set(cell.read)) free_set(cell.read);
  cell = {kSplit | to, 0};
  return true;
}

bool Shadow::copy_set(Mark& set) {
  std::uint32_t last = 0;
  for (std::uint32_t b = index_of(set); b != 0; b = blocks_[b].set.next) {
    const std::uint32_t copy = take_block();
    if (copy == 0) return false;
    blocks_[copy].set = blocks_[b].set;
    blocks_[copy].set.next = 0;
    if (last == 0)
      set = (set & ~Mark{0xffffffff}) | copy;
    else
      blocks_[last].set.next = copy;
    last = copy;
  }
  return true;
}

void Shadow::clear_cell(Cell& cell) {
  if (cell.split()) {
    for (Cell& byte : blocks_[index_of(cell.write)].bytes)
      if (is_set(byte.read)) free_set(byte.read);
    free_block(index_of(cell.write));
  } else if (is_set(cell.read)) {
    free_set(cell.read);
  }
  cell = {};
}

void Shadow::clear_cells(Cell* cells, std::size_t count) {
  if (count >= 16 * kCellsInPage && blocks_in_use_ == 0) {
    while (reinterpret_cast<std::uintptr_t>(cells) % kPage != 0) {
      *cells++ = {};
      --count;
    }
    const std::size_t whole = count / kCellsInPage * kCellsInPage;
    forget_pages(cells, whole * sizeof(Cell));
    cells += whole;
    count -= whole;
  }
  for (std::size_t i = 0; i < count; ++i)
    if ((cells[i].write | cells[i].read) != 0) clear_cell(cells[i]);
}

// Cells at the ends that the range has only a part of are cleared as well: memory comes and goes
// in multiples of four bytes.
void Shadow::clear(Address begin, std::uint64_t bytes) {
  const Address end = begin + bytes;
  while (begin < end) {
    const Address next = ((begin >> kChunkBits) + 1) << kChunkBits;
    const Address stop = next < end ? next : end;
    if (Cell* first = find(begin))
      clear_cells(first, (stop - begin + begin % kGranule + kGranule - 1) / kGranule);
    begin = stop;
  }
}

void Shadow::clear_all() {
  for (std::uint32_t i = 0; i < used_count_; ++i) forget_pages(chunks_[used_[i]], kChunkBytes);
  blocks_.forget();
  block_end_ = 1;
  free_ = 0;
  blocks_in_use_ = 0;
}

}  // namespace overtake::observe
