#include "observe/runtime/frames.h"

#include "base/hash.h"

namespace overtake::observe {

__thread Frame* frames __attribute__((tls_model("initial-exec")));

Frame* new_frames() {
  auto* first = static_cast<Frame*>(map_pages(kFrames * sizeof(Frame)));
  return first != nullptr ? first + 1 : nullptr;  // the bottom has no pc
}

void free_frames(Frame* first) { unmap_pages(first - 1, kFrames * sizeof(Frame)); }

bool Contexts::start(ContextNode* nodes, std::uint64_t capacity, std::uint64_t* count) {
  nodes_ = nodes;
  capacity_ = capacity;
  count_ = count;
  if (table_.data() != nullptr) table_.forget();
  return table_.data() != nullptr || table_.reserve(2 * capacity);
}

void Contexts::forget(Frame* top) {
  for (Frame* f = top - 1; f->pc != 0; --f) f->context = 0;
}

std::uint32_t Contexts::resolve(Frame* top) {
  Frame* known = top - 1;
  while (known->pc != 0 && known->context == 0) --known;
  std::uint32_t context = known->context;
  for (Frame* f = known + 1; f != top; ++f) f->context = context = intern(context, f->pc);
  return context;
}

std::uint32_t Contexts::intern(std::uint32_t parent, std::uint64_t pc) {
  const std::uint64_t mask = table_.capacity() - 1;
  for (std::uint64_t at = combine(parent, pc) & mask;; at = (at + 1) & mask) {
    std::uint32_t& entry = table_[at];
    if (entry == 0) {
      if (*count_ + 1 >= capacity_) return parent;  // a stack that is cut off
      entry = static_cast<std::uint32_t>(*count_ + 1);
      nodes_[entry] = {pc, parent, parent != 0 ? nodes_[parent].depth + 1 : 1};
      __atomic_store_n(count_, *count_ + 1, __ATOMIC_RELEASE);
      return entry;
    }
    if (nodes_[entry].pc == pc && nodes_[entry].parent == parent) return entry;
  }
}

namespace {

// The end of the frames that are still on the stack: a long jump leaves some without an exit.
[[gnu::always_inline]] inline Frame* live_end(Frame* top, std::uint32_t stack) {
  while (OVERTAKE_UNLIKELY(static_cast<std::int32_t>(top[-1].stack - stack) < 0) && top[-1].pc != 0)
    --top;
  return top;
}

[[gnu::always_inline]] inline std::uint32_t stack_here() {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
}

}  // namespace
}  // namespace overtake::observe

extern "C" {

__attribute__((visibility("default"))) void __tsan_func_entry(void* pc) {
  using namespace overtake::observe;
  Frame* top = frames;
  if (OVERTAKE_UNLIKELY(top == nullptr)) return;
  const std::uint32_t stack = stack_here();
  top = live_end(top, stack);
  top->pc = reinterpret_cast<std::uint64_t>(pc);
  top->stack = stack;
  top->context = 0;
  frames = top + 1;
}

__attribute__((visibility("default"))) void __tsan_func_exit() {
  using namespace overtake::observe;
  Frame* top = frames;
  if (OVERTAKE_UNLIKELY(top == nullptr)) return;
  top = live_end(top, stack_here());
  if (top[-1].pc != 0) --top;
  frames = top;
}

}  // extern "C"
