// The Program: what every front end produces and every engine reads. Immutable once verified.
//
// A register bytecode. Registers are 64 bits wide and hold values zero-extended from their width
// (a 32-bit -1 is 0x00000000ffffffff): an instruction that computes at width w masks its result to
// w bits, signed ones sign-extend their operands from w first. A double is its 64 bits, a float its
// 32. An operand is a register or a constant of the function's constant pool.
//
//     Program p;                        // see ir/builder.h for the comfortable way
//     p.functions[f].code[i]            // flat code; jump targets are indices into `code`
//
// Memory instructions name no memory model: accesses carry their C11 order, and `lower_orders`
// (memory/lower.h) turns orders into explicit fences for one model, as docs/memory-models.md says.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/ids.h"
#include "ir/address.h"

namespace overtake::ir {

using FunctionId = Id<struct FunctionTag>;
using GlobalId = Id<struct GlobalTag>;
using SourceId = Id<struct SourceTag>;  // index into Program::sources
using FileId = Id<struct FileTag>;

enum class Opcode : std::uint8_t {
  // --- local computation: dst = op(a, b) at `width` bits ---------------------------------------
  Mov,  // dst = a
  Add,
  Sub,
  Mul,
  And,
  Or,
  Xor,
  Shl,
  LShr,
  AShr,
  UDiv,
  SDiv,
  URem,
  SRem,  // b == 0 fails (division-by-zero); SDiv overflow wraps
  Eq,
  Ne,
  ULt,
  ULe,
  SLt,
  SLe,     // dst = 0 or 1; operands have `width` bits
  Select,  // dst = a ? b : c
  SExt,    // dst = a sign-extended from `width` bits to `sub` bits
  Trunc,   // dst = a masked to `width` bits (zero extension is Mov)
  FAdd,
  FSub,
  FMul,
  FDiv,
  FRem,   // width 32 or 64
  FCmp,   // sub = FloatPredicate; dst = 0 or 1
  FMath,  // dst = fn(a, b), sub = FloatFunction
  FToS,
  FToU,  // float of `width` bits to integer of `sub` bits
  SToF,
  UToF,    // integer of `width` bits to float of `sub` bits
  FToF,    // float of `width` bits to float of `sub` bits
  Undef,   // dst = `width` bits that were never set: may be copied, but nothing may depend on them
  Freeze,  // dst = a; from here on its bits are what they are, set or not
  // --- control ---------------------------------------------------------------------------------
  Jump,          // to target
  Branch,        // a != 0: to target, else to target2
  Switch,        // on a (`width` bits): table `target` of the function, see SwitchTable
  Call,          // dst = functions[callee](args); on a throw continue at `unwind`
                 // width 128: the callee returns a pair into dst and dst+1
  CallIndirect,  // dst = (*a)(args); as in C before prototypes, arguments that the
                 // callee does not have are dropped, missing ones are 0
  Ret,           // return a, or the pair a, b (no operand: return nothing)
  // --- memory: `width` is in BYTES (1..8, or 16: the result is in registers dst and dst+1, and the
  // values b and c are such pairs of registers, never constants)
  // -----------------------------------
  Alloca,     // dst = address of a fresh stack object of a bytes; sub = Contents; count 1: private
  StackSave,  // dst = how many stack objects of this frame there are
  StackRestore,  // ends those that came after a StackSave of this frame that gave a
  Load,          // dst = *a
  Store,         // *a = b
  Rmw,           // dst = *a; *a = fn(dst, b); sub = RmwFunction
  Cas,           // dst = *a; if dst == b: *a = c. dst+1 = success (dst+2 if 16 bytes)
  Fence,         // sub: 0 by `order` (C11), kFullFence, kStoreFence
  MemCopy,       // c bytes from b to a (may overlap); `width` caps the chunk size
  MemSet,        // c bytes at a set to the low byte of b
  Alloc,         // dst = address of a fresh heap object of a bytes; sub = Contents
  Free,          // ends the object at a (0 does nothing)
  ObjectSize,    // dst = size of the live object that starts at a
  ThreadLocal,   // dst = this thread's address of the thread-local global `target`
  // --- threads ---------------------------------------------------------------------------------
  Spawn,       // dst = id of a new thread that runs (*a)(b)
  Join,        // wait for thread a to end; dst = its result. b, if any: exec/cancellation.h
  ThreadExit,  // end this thread with result a
  Self,        // dst = id of this thread
  Sync,        // dst = sync(a, b); sub = SyncOp
  AtomicBegin,
  AtomicEnd,    // SV-COMP atomic section: nothing of other threads in between
  Choose,       // dst = a value in [0, a), enumerated; a >= 1
  Assume,       // a == 0: this thread stops here (the execution is `blocked`)
  ProcessExit,  // exit(a): this thread stops
  Clock,        // dst = this thread's time in nanoseconds; asking takes some (exec/clock.cpp)
  Sleep,        // sub = SleepKind: this thread's time moves on by a, or to a at least
  Fail,         // error of kind `sub` with the message at constant string address a (or 0)
  Print,        // output: b bytes of text at a (for --show-output)
  Show,         // output that is swallowed depends on a, which must be set
  Mark,         // notes the pair a, b in the thread (Thread::marks): calls, results, returns
  LoopBound,    // dst += 1; more than `count`: this thread is `bounded`
  SpinHead,     // a loop begins: if the thread comes back here in the same state, and
                // has only read since, it stops as `spinning` (ir/mark_spins.h)
  // --- exceptions ------------------------------------------------------------------------------
  Throw,         // unwind with a (exception object) and b (type info address)
  ForcedUnwind,  // unwind all frames, as for an exception a without a type; then the thread runs
                 // (*b)(c) and nothing else
  Caught,        // dst = the exception object, dst+1 = its type info (landing pads)
  Resume,        // go on unwinding with a, b
  Trap,          // reached only by mistake: fails (unreachable)
};

// What fresh memory holds. Uninitialized bytes read as zero, but nothing may depend on them
// (ErrorKind::Uninitialized).
enum class Contents : std::uint8_t { Zeroed, Uninitialized };

enum class FloatPredicate : std::uint8_t {
  // Bits: 1 equal, 2 greater, 4 less, 8 unordered; true if the outcome's bit is set.
  False = 0,
  OEq = 1,
  OGt = 2,
  OGe = 3,
  OLt = 4,
  OLe = 5,
  ONe = 6,
  Ord = 7,
  Uno = 8,
  UEq = 9,
  UGt = 10,
  UGe = 11,
  ULt = 12,
  ULe = 13,
  UNe = 14,
  True = 15,
};

enum class FloatFunction : std::uint8_t {
  Neg,
  Abs,
  Sqrt,
  Floor,
  Ceil,
  Trunc,
  Round,
  RoundEven,
  Min,
  Max,
  CopySign,
  Pow,
  Exp,
  Exp2,
  Log,
  Log2,
  Log10,
  Sin,
  Cos,
  Tan,
  Asin,
  Acos,
  Atan,
  Atan2,
  Sinh,
  Cosh,
  Tanh,
  Cbrt,
  Hypot,
  Fma,  // Fma uses c
};

enum class RmwFunction : std::uint8_t {
  Exchange,
  Add,
  Sub,
  And,
  Or,
  Xor,
  Nand,
  Max,
  Min,
  UMax,
  UMin,
  FAdd,
  FSub,
  FMax,
  FMin,
  UIncWrap,
  UDecWrap,
};

// Synchronization primitives of the machine. Each acts on the word of `width` bytes at address a,
// is a full fence, and takes effect in one atomic step once it is not blocked. `v` is the word,
// `self` this thread's id; "result" is what dst obtains. `width` is 8, but 4 for SpinLock,
// OnceBegin and OnceEnd (all that pthread_spinlock_t and pthread_once_t have room for). A word that
// holds kDestroyed (its low half at width 4) fails every one of them (destroyed-mutex), except that
// CondAwait is not blocked and CondCancel's result is 0: a condition variable may be destroyed as
// soon as all its waiters have been woken.
inline constexpr std::uint64_t kDestroyed = 0xdeaddeaddeaddeadull;
// A lock that is held carries a mark, so that an initialization over it is told from one over
// memory that held something else before.
inline constexpr std::uint64_t kMutexHeld = 0x6c6f636bull << 32;
inline constexpr std::uint64_t kSpinHeld = 0x5b1c1cedull;
inline constexpr std::uint64_t kWriterHolds = 1ull << 63;
inline constexpr std::uint64_t kReadersHold = 1ull << 62;

enum class SyncOp : std::uint8_t {
  MutexLock,     // blocked while v != 0; v = kMutexHeld + self + 1; the thread now holds a
  MutexTryLock,  // v == 0: as MutexLock, result 1; else result 0
  MutexUnlock,   // fails (unlock-not-held) unless this thread holds a; v = 0
  MutexHeld,     // result 1 if this thread holds a; no memory access at all
  SpinLock,      // blocked while v != 0; v = kSpinHeld (released by an ordinary release store of 0)
  ReadLock,      // blocked while the top bit of v is set; one more reader: v = kReadersHold + n
  ReadTryLock,   // result 1 and one more reader, or result 0 if the top bit is set
  WriteLock,     // blocked while v != 0; v = kWriterHolds + self
  WriteTryLock,  // v == 0: v = kWriterHolds + self, result 1; else result 0
  RwUnlock,      // the writer's: v = 0, else one reader less, 0 after the last; fails
                 // (unlock-not-held) if v == 0 or another thread writes
  SemWait,       // blocked while v == 0; v -= 1. b, if any: exec/cancellation.h
  SemTryWait,    // v != 0: v -= 1, result 1; else result 0
  SemPost,       // v += 1
  OnceBegin,     // blocked while v == 1; v == 0: v = 1, result 1 (run it, then OnceEnd); v == 2:
                 // result 0
  OnceEnd,       // v = 2
  CondEnqueue,   // adds this thread to the waiters v (a set of thread ids)
  CondAwait,     // blocked while this thread is in the waiters; no write. b as in SemWait
  CondCancel,    // removes this thread from the waiters; result 1 if it was there (timed waits)
  CondSignal,    // removes one waiter, if there is one (which one: a choice)
  CondBroadcast,  // removes all waiters
  BarrierArrive,  // b = size N: one more thread has arrived; the Nth ends the round. result = the
                  // round in which it arrived. v does not depend on the order of arrivals: no
                  // classes.
  BarrierAwait,  // b = round. blocked while the round of v is <= b; result 1 if this thread has the
                 // least id of its round's arrivals
  AwaitNotEqual,  // blocked while the `width`-byte word at a equals b; result = the word; no write
  Destroy,  // b = mask: fails (lock-misuse: still in use) if v & b; v = kDestroyed. An ordinary
            // store of 0 makes it a fresh primitive again.
};

enum class SleepKind : std::uint8_t { For, Until };

enum class Order : std::uint8_t { Plain, Relaxed, Acquire, Release, AcqRel, SeqCst };

inline constexpr std::uint8_t kFullFence = 1;
inline constexpr std::uint8_t kStoreFence = 2;

// What can go wrong. The names are in ir/errors.h.
enum class ErrorKind : std::uint8_t {
  Assertion,
  Abort,
  NullDereference,
  OutOfBounds,
  UseAfterFree,
  DoubleFree,
  InvalidFree,
  DeadStackObject,
  InvalidPointer,
  WriteToConstant,
  DivisionByZero,
  UnlockNotHeld,
  DestroyedMutex,
  StackOverflow,
  Unreachable,
  InvalidCall,
  InvalidJoin,
  UncaughtException,
  LockMisuse,
  BarrierMisuse,
  InvalidAllocation,
  Uninitialized,
  UninitializedLock,
  Deadlock,
  Hang,
  Race,
};

// A register or a constant-pool entry of the function.
struct Operand {
  std::uint32_t raw = kNoOperand;

  static constexpr std::uint32_t kNoOperand = 0xffffffffu;
  static constexpr std::uint32_t kConstantBit = 0x80000000u;

  static constexpr Operand reg(std::uint32_t r) { return Operand{r}; }
  static constexpr Operand constant(std::uint32_t index) { return Operand{index | kConstantBit}; }
  constexpr bool present() const { return raw != kNoOperand; }
  constexpr bool is_constant() const { return present() && (raw & kConstantBit) != 0; }
  constexpr std::uint32_t index() const { return raw & ~kConstantBit; }
  friend constexpr bool operator==(Operand, Operand) = default;
};

inline constexpr std::uint32_t kNoRegister = 0xffffffffu;
inline constexpr std::uint32_t kNoTarget = 0xffffffffu;

struct Instruction {
  Opcode op = Opcode::Trap;
  std::uint8_t width = 0;  // bits for computation, bytes for memory
  std::uint8_t sub = 0;    // the enum that the opcode names
  Order order = Order::Plain;
  std::uint32_t dst = kNoRegister;
  Operand a, b, c;
  // Jump, Branch: where to; Switch: its table; Call: the callee; ThreadLocal: the global.
  std::uint32_t target = kNoTarget;
  // Branch: where to otherwise; calls: the first of Function::arguments.
  std::uint32_t target2 = kNoTarget;
  // Calls: number of arguments; LoopBound: the bound; Alloca: 1 = private, 2 = private and idle;
  // Free: 1 = the end of a variable (seq/unfold.h), which no free of the program is.
  std::uint32_t count = 0;
  std::uint32_t unwind = kNoTarget;  // calls: landing pad
  SourceId source;

  friend bool operator==(const Instruction&, const Instruction&) = default;
};

struct SwitchTable {
  std::uint32_t otherwise = kNoTarget;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> cases;  // sorted by value

  friend bool operator==(const SwitchTable&, const SwitchTable&) = default;
};

struct Function {
  std::string name;
  std::uint32_t parameters = 0;  // arrive in registers 0 .. parameters-1
  bool variadic = false;         // further arguments follow: see CallFrame in exec
  std::uint32_t registers = 0;
  std::vector<std::uint64_t> constants;
  std::vector<Operand> arguments;  // of all calls
  std::vector<SwitchTable> switches;
  std::vector<Instruction> code;
  SourceId source;

  friend bool operator==(const Function&, const Function&) = default;
};

struct Global {
  std::string name;
  std::uint64_t size = 0;
  bool constant = false;              // never written: loads are local, not events
  bool thread_local_ = false;         // one per thread; `initial` is its image
  bool private_ = false;              // thread-local, and no other thread ever gets its address
  std::vector<std::uint8_t> initial;  // may be shorter than size: the rest is zero
  SlotId slot;                        // assigned by Program::add_global
  SourceId source;

  friend bool operator==(const Global&, const Global&) = default;
};

// Whose code a file holds.
enum class FileOrigin : std::uint8_t {
  User,
  Model,    // a model of runtime/
  Library,  // a header of the C++ library, or code that a front end adds
  System,   // any other header that is installed on the system
};

struct File {
  std::string path;  // as the user gave it, if it is the user's
  FileOrigin origin = FileOrigin::User;

  friend bool operator==(const File&, const File&) = default;
};

// A place in the user's source, with the call chain it was inlined through.
struct Source {
  FileId file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  SourceId inlined_at;  // none if not inlined

  friend bool operator==(const Source&, const Source&) = default;
};

struct DebugNames;  // ir/debug_names.h

// What people call the program's variables, types and functions. Not part of what the program
// means: programs that differ in nothing else are equal.
struct NamesForPeople {
  std::shared_ptr<const DebugNames> table;  // null: nothing is known

  friend bool operator==(const NamesForPeople&, const NamesForPeople&) { return true; }
};

struct Program {
  std::vector<Function> functions;
  std::vector<Global> globals;
  std::vector<Source> sources;
  std::vector<File> files;
  FunctionId entry;  // runs in the main thread, without arguments
  // If valid: when the first function of a thread (main's too) returns r, this one runs with r as
  // its argument before the thread ends, and its result is the thread's: destructors of
  // thread-specific data, atexit. Not after ThreadExit.
  FunctionId thread_end;
  // If valid: runs, without an argument, when an exception has left the first function of a thread.
  // Else that is the error uncaught-exception.
  FunctionId uncaught;
  std::uint32_t next_global_slot = kFirstGlobalSlot;
  std::vector<GlobalId> global_of_slot{GlobalId::none()};  // by slot, below next_global_slot
  NamesForPeople names;

  GlobalId add_global(Global g) {
    g.slot = SlotId{next_global_slot};
    next_global_slot += static_cast<std::uint32_t>(slots_for(g.size));
    global_of_slot.resize(next_global_slot, GlobalId{globals.size()});
    globals.push_back(std::move(g));
    return GlobalId{globals.size() - 1};
  }

  friend bool operator==(const Program&, const Program&) = default;
};

// Functions have addresses too, so that function pointers are ordinary values. Slots of functions
// lie at the end of the range of globals and do not depend on how many globals there are.
inline constexpr std::uint32_t kFirstFunctionSlot = 1u << 21;

constexpr Address function_address(FunctionId f) {
  return address_of(SlotId{kFirstFunctionSlot + f.value});
}

}  // namespace overtake::ir
