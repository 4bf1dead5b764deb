// Inline assembly: overtake-cc puts calls around the instructions that other threads can tell
// (packaging/observe/overtake-asm.awk). The calls must leave every register and flag as it was, so
// they go through a few lines of assembly that save all of them; %rdi has the address, if there is
// one.
#include "observe/runtime/events.h"

namespace overtake::observe {
namespace {

// Between the two calls around an atomic instruction.
struct Announced {
  Address address = 0;
  std::uint32_t size = 0;
};
__thread Announced announced __attribute__((tls_model("initial-exec")));

constexpr std::uint64_t kZeroFlag = 0x40;

void plain(std::uint64_t address, std::uint32_t size, bool write, std::uint64_t pc) {
  Thread* t = enter();
  if (t == nullptr) return;
  visible_step(*t);
  if (write) {
    t->looks = 0;
    runtime.scheduler.before_store(*t);
  }
  const Seq before = runtime.watch.history().last();
  const Access a{.address = address,
                 .pc = pc,
                 .size = size,
                 .kind = write ? EventKind::Write : EventKind::Read,
                 .flags = kIsAtomic};
  note_access(*t, a);
  if (!write && look(*t, runtime.watch.history().last() == before)) note_access(*t, a);
}

void before_atomic(std::uint64_t address, std::uint32_t size) {
  Thread* t = enter();
  announced.size = 0;
  if (t == nullptr) return;
  before_sync(*t);
  announced = {address, size};
}

// `compared`: it has written only if the zero flag is set.
void after_atomic(std::uint64_t flags, std::uint64_t pc, bool compared) {
  Thread* t = active;
  if (t == nullptr || announced.size == 0) return;
  const bool wrote = !compared || (flags & kZeroFlag) != 0;
  const Seq before = runtime.watch.history().last();
  note_access(*t, {.address = announced.address,
                   .pc = pc,
                   .size = announced.size,
                   .kind = wrote ? EventKind::Rmw : EventKind::AtomicRead,
                   .flags = kIsAtomic});
  if (runtime.options.races)
    runtime.races.rmw(*t->actor, announced.address, true, wrote, runtime.watch.history().last());
  announced.size = 0;
  if (wrote)
    t->looks = 0;
  else
    look(*t, runtime.watch.history().last() == before);
}

}  // namespace

// What is to be done, as the stubs say it: in a register.
// NOLINTNEXTLINE(performance-enum-size)
enum AsmCall : std::uint64_t { Read, Write, Before, After, AfterCompare, Fence, StoreFence, Pause };

extern "C" __attribute__((used, visibility("hidden"))) void overtake_asm_call(std::uint64_t address,
                                                                              std::uint64_t what,
                                                                              std::uint64_t size,
                                                                              std::uint64_t flags,
                                                                              std::uint64_t pc) {
  const auto bytes = static_cast<std::uint32_t>(size);
  switch (what) {
    case Read:
    case Write:
      return plain(address, bytes, what == Write, pc);
    case Before:
      return before_atomic(address, bytes);
    case After:
    case AfterCompare:
      return after_atomic(flags, pc, what == AfterCompare);
    default:
      break;
  }
  Thread* t = enter();
  if (t == nullptr) return;
  if (what == Fence) {
    before_sync(*t);
    full_fence(*t, pc);
  } else if (what == StoreFence) {
    runtime.watch.store_fence(*t->actor, pc, runtime.contexts.number(frames));
  } else {
    runtime.scheduler.yield(*t);
  }
}

// %rax holds what | size << 8. Everything that C++ may change is saved.
__asm__(
    ".text\n"
    ".hidden overtake_asm_save\n"
    "overtake_asm_save:\n"
    "  pushfq\n"
    "  pushq %rbx\n"
    "  pushq %rcx\n"
    "  pushq %rdx\n"
    "  pushq %rsi\n"
    "  pushq %rdi\n"
    "  pushq %r8\n"
    "  pushq %r9\n"
    "  pushq %r10\n"
    "  pushq %r11\n"
    "  pushq %rbp\n"
    "  movq %rsp, %rbp\n"
    "  subq $528, %rsp\n"
    "  andq $-16, %rsp\n"
    "  fxsave64 (%rsp)\n"
    "  cld\n"
    "  movzbl %al, %esi\n"  // what
    "  shrq $8, %rax\n"
    "  movq %rax, %rdx\n"      // size
    "  movq 80(%rbp), %rcx\n"  // flags
    "  movq 104(%rbp), %r8\n"  // the return address of the stub
    "  call overtake_asm_call\n"
    "  fxrstor64 (%rsp)\n"
    "  movq %rbp, %rsp\n"
    "  popq %rbp\n"
    "  popq %r11\n"
    "  popq %r10\n"
    "  popq %r9\n"
    "  popq %r8\n"
    "  popq %rdi\n"
    "  popq %rsi\n"
    "  popq %rdx\n"
    "  popq %rcx\n"
    "  popq %rbx\n"
    "  popfq\n"
    "  ret\n");

#define OVERTAKE_STUB(name, what)                             \
  __asm__(".globl " name "\n.type " name ", @function\n" name \
          ":\n"                                               \
          "  pushq %rax\n"                                    \
          "  movq $(" what                                    \
          "), %rax\n"                                         \
          "  call overtake_asm_save\n"                        \
          "  popq %rax\n"                                     \
          "  ret\n");
#define OVERTAKE_STUBS(name, what)        \
  OVERTAKE_STUB(name "1", what "+(1<<8)") \
  OVERTAKE_STUB(name "2", what "+(2<<8)") \
  OVERTAKE_STUB(name "4", what "+(4<<8)") \
  OVERTAKE_STUB(name "8", what "+(8<<8)") \
  OVERTAKE_STUB(name "16", what "+(16<<8)")

OVERTAKE_STUBS("__overtake_asm_read", "0")
OVERTAKE_STUBS("__overtake_asm_write", "1")
OVERTAKE_STUBS("__overtake_asm_before", "2")
OVERTAKE_STUB("__overtake_asm_after", "3")
OVERTAKE_STUB("__overtake_asm_after_compare", "4")
OVERTAKE_STUB("__overtake_asm_fence", "5")
OVERTAKE_STUB("__overtake_asm_store_fence", "6")
OVERTAKE_STUB("__overtake_asm_pause", "7")

}  // namespace overtake::observe
