// A Sketch: a small concurrent program as a value, simple enough to be generated, shrunk, printed
// as C, translated to the IR, and interpreted by a machine that knows nothing of the IR.
//
//     Sketch s;                                     // store buffering
//     s.locations = {0, 0};                         // two locations, both initially 0
//     s.threads = {{},                              // main: spawns the others
//                  {store(0, 1), load(0, 1)},       // x0 = 1; r0 = x1
//                  {store(1, 1), load(0, 0)}};      // x1 = 1; r0 = x0
//
// Thread 0 is main. It first spawns, in order, every thread that no Spawn statement names, then
// runs its own statements, and at the end joins those threads if `join_all` is set. A thread has
// 32-bit registers r0, r1, ... that start as 0. Its result is its number and then its registers
// r0 .. r5, packed as digits to the base 256 (modulo 2^64): what a thread observed is visible in
// its result without an extra access to memory. The registers r6 and r7 are scratch: they are in no
// result, so a program may count and copy in them what does not matter.
//
// Threads may call functions, which have registers of their own: the parameters first, then others
// that start as 0. Threads and functions also have variables v0, v1, ... of their own in memory,
// zero when they begin, and functions get pointers p0, p1, ... to locations or to variables of
// their callers:
//
//     s.functions = {{.parameters = 1, .pointers = 1,        // f0(r0, *p0):
//                     .body = {loop({through(load(1, 0)),    //   for (;;) { r1 = *p0;
//                                    if_(ne(1, reg(0)),      //     if (r1 != r0)
//                                        {ret(reg(1))})})}}};  //     return r1; }
//     s.threads = {{}, {call(0, 0, {0}, {shared(0)})},       // r0 = f0(0, &x0)
//                  {store(0, 1)}};
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ir/program.h"

namespace overtake::fuzz {

enum class Kind : std::uint8_t {
  // --- accesses to a location ------------------------------------------------------------------
  Load,        // r[dst] = target
  Store,       // target = value
  Add,         // r[dst] = target; target += value, atomically
  Exchange,    // r[dst] = target; target = value, atomically
  Or,          // r[dst] = target; target |= value, atomically
  And,         // r[dst] = target; target &= value, atomically
  Cas,         // r[dst] = target; if that equals expected: target = value, atomically
  Await,       // blocked while target == value; r[dst] = target (a primitive of the machine)
  Fence,       // full fence
  StoreFence,  // store-store fence
  // --- synchronization -------------------------------------------------------------------------
  Lock,     // of mutex target
  TryLock,  // r[dst] = 1 if mutex target was obtained, else 0
  Unlock,
  Locked,      // lock mutex target; body; unlock it
  SemWait,     // of semaphore target
  SemTryWait,  // r[dst] = 1 if it was decremented, else 0
  SemPost,
  CondWait,  // on condition target, with the mutex of the nearest enclosing Locked
  CondSignal,
  CondBroadcast,
  Barrier,  // arrive at barrier target and wait for the others
  // --- control ---------------------------------------------------------------------------------
  If,      // condition: body, else otherwise
  Atomic,  // body as an atomic section
  Assume,  // condition
  Assert,  // condition
  Choose,  // r[dst] = any of 0 .. value - 1
  Exit,    // exit(): stops this thread
  Spawn,   // thread target
  Join,    // thread target; r[dst] = the low 32 bits of its result
  // --- heap: slot target is a shared pointer, initially null -------------------------------------
  Allocate,   // slot target = a fresh zeroed object of 4 bytes
  HeapLoad,   // r[dst] = *slot
  HeapStore,  // *slot = value
  HeapFree,   // free(slot)
  // --- local work ------------------------------------------------------------------------------
  Set,   // r[dst] = value
  Mask,  // r[dst] = value & constant of expected: counters that never end stay small
  // --- loops -----------------------------------------------------------------------------------
  For,       // r[dst] = 0, 1, ... : body, value times; then r[dst] == value
  While,     // while condition: body
  DoWhile,   // body once, and again while condition
  Loop,      // body for ever
  Break,     // ... out of the innermost loop
  Continue,  // its next iteration
  // --- calls -----------------------------------------------------------------------------------
  Call,    // r[dst] = function target of arguments and pointers; of itself: see below
  Return,  // value; a function without one returns 0
};
inline constexpr std::size_t kKinds = static_cast<std::size_t>(Kind::Return) + 1;

// A constant, or a register plus a constant.
struct Value {
  static constexpr std::uint8_t kNoRegister = 0xff;

  std::uint32_t constant = 0;
  std::uint8_t reg = kNoRegister;

  constexpr Value() = default;
  constexpr Value(std::uint32_t c) : constant(c) {}  // NOLINT: constants are values
  constexpr Value(std::uint8_t r, std::uint32_t c) : constant(c), reg(r) {}
  constexpr bool computed() const { return reg != kNoRegister; }
  friend constexpr bool operator==(const Value&, const Value&) = default;
};

// r[reg] == constant, or r[reg] == r[other] + constant; or its negation.
struct Condition {
  std::uint8_t reg = 0;
  bool equal = true;
  std::uint32_t constant = 0;
  std::uint8_t other = Value::kNoRegister;

  constexpr Value right() const { return Value(other, constant); }
  friend constexpr bool operator==(const Condition&, const Condition&) = default;
};

// What an access goes to.
enum class Space : std::uint8_t {
  Shared,    // location target
  Variable,  // variable target of the thread or function: private, but addressable
  Pointer,   // whatever pointer parameter target of the function points to
};

// The target of a pointer argument.
struct Place {
  Space space = Space::Shared;
  std::uint8_t target = 0;
  friend constexpr bool operator==(const Place&, const Place&) = default;
};

struct Statement;
using Block = std::vector<Statement>;

struct Statement {
  Kind kind = Kind::Fence;
  std::uint8_t target = 0;  // the location, variable, pointer, mutex, ..., slot, thread, function
  Space space = Space::Shared;  // Load .. Cas: what target is
  std::uint8_t dst = 0;
  std::uint8_t offset = 0;  // Load .. Cas: the bytes of the location that are accessed
  std::uint8_t size = 4;
  ir::Order order = ir::Order::Plain;  // Store, Add, Exchange, Cas
  Value value;
  Value expected;
  Condition condition;
  std::vector<Value> arguments;  // Call
  std::vector<Place> pointers;
  Block body;
  Block otherwise;
  friend bool operator==(const Statement&, const Statement&);
};

inline constexpr std::uint32_t kLocationBytes = 4;
inline constexpr std::uint32_t kRegisters = 8;        // of a thread or function, at most
inline constexpr std::uint32_t kResultRegisters = 6;  // of them in a thread's result

// A function that calls itself counts down: its call of itself happens only if its r0 is not 0, and
// hands on r0 - 1 in the place of the first argument. Nothing else writes the r0 of such a
// function, and others call it with constants.
struct Function {
  std::uint8_t parameters = 0;  // r0, r1, ...
  std::uint8_t pointers = 0;    // p0, p1, ...
  Block body;
  friend bool operator==(const Function&, const Function&) = default;
};

struct Sketch {
  std::vector<std::uint32_t> locations;  // initial values
  std::uint32_t mutexes = 0;
  std::vector<std::uint32_t> semaphores;  // initial values
  std::uint32_t conditions = 0;
  std::vector<std::uint32_t> barriers;  // how many threads each waits for
  std::uint32_t slots = 0;
  bool join_all = false;
  std::vector<Function> functions;  // each calls only itself and those after it
  std::vector<Block> threads;       // threads[0] is main
  friend bool operator==(const Sketch&, const Sketch&) = default;
};

// --- shorthands --------------------------------------------------------------------------------
constexpr Value reg(std::uint8_t r, std::uint32_t plus = 0) { return Value(r, plus); }
constexpr Condition eq(std::uint8_t r, std::uint32_t c) { return {r, true, c}; }
constexpr Condition ne(std::uint8_t r, std::uint32_t c) { return {r, false, c}; }
constexpr Condition eq(std::uint8_t r, Value v) { return {r, true, v.constant, v.reg}; }
constexpr Condition ne(std::uint8_t r, Value v) { return {r, false, v.constant, v.reg}; }
constexpr Place shared(std::uint8_t location) { return {Space::Shared, location}; }
constexpr Place variable(std::uint8_t number) { return {Space::Variable, number}; }
constexpr Place pointer(std::uint8_t number) { return {Space::Pointer, number}; }

Statement load(std::uint8_t dst, std::uint8_t location);
Statement store(std::uint8_t location, Value value, ir::Order order = ir::Order::Plain);
Statement add(std::uint8_t dst, std::uint8_t location, Value value,
              ir::Order order = ir::Order::Relaxed);
Statement exchange(std::uint8_t dst, std::uint8_t location, Value value,
                   ir::Order order = ir::Order::Relaxed);
Statement fetch_or(std::uint8_t dst, std::uint8_t location, Value value,
                   ir::Order order = ir::Order::Relaxed);
Statement fetch_and(std::uint8_t dst, std::uint8_t location, Value value,
                    ir::Order order = ir::Order::Relaxed);
Statement cas(std::uint8_t dst, std::uint8_t location, Value expected, Value value,
              ir::Order order = ir::Order::Relaxed);
Statement await(std::uint8_t dst, std::uint8_t location, Value value);
// The same access to `size` bytes at `offset` of its location.
Statement part(Statement access, std::uint8_t offset, std::uint8_t size);
// The same access to a variable, or through a pointer, with the target's number.
Statement local(Statement access);
Statement through(Statement access);
// Fence, StoreFence, Exit, Break, Continue.
Statement plain(Kind kind);
// Lock, Unlock, SemWait, SemPost, CondWait, CondSignal, CondBroadcast, Barrier, Spawn, Allocate,
// HeapFree; and, with a register, TryLock, SemTryWait, Join, HeapLoad.
Statement on(Kind kind, std::uint8_t target, std::uint8_t dst = 0);
Statement heap_store(std::uint8_t slot, Value value);
Statement choose(std::uint8_t dst, std::uint32_t count);
Statement locked(std::uint8_t mutex, Block body);
Statement atomic(Block body);
Statement if_(Condition condition, Block body, Block otherwise = {});
Statement assume(Condition condition);
Statement assert_(Condition condition);
Statement set(std::uint8_t dst, Value value);
Statement mask(std::uint8_t dst, Value value, std::uint32_t bits);
Statement for_(std::uint8_t dst, std::uint32_t count, Block body);
Statement while_(Condition condition, Block body);
Statement do_while(Block body, Condition condition);
Statement loop(Block body);
Statement call(std::uint8_t dst, std::uint8_t function, std::vector<Value> arguments = {},
               std::vector<Place> pointers = {});
Statement ret(Value value);

// --- properties of kinds -----------------------------------------------------------------------
bool is_access(Kind kind);        // Load .. Await: has a location, an offset and a size
bool writes_register(Kind kind);  // `dst` is meaningful
bool uses_value(Kind kind);       // `value` is meaningful
bool has_body(Kind kind);         // Locked, If, Atomic, loops
bool has_condition(Kind kind);    // If, Assume, Assert, While, DoWhile
bool is_loop(Kind kind);          // For, While, DoWhile, Loop
bool is_rmw(Kind kind);           // Add, Exchange, Cas
bool in_atomic(Kind kind);        // may stand in an atomic section
bool waits_or_spawns(Kind kind);  // may have to wait, or starts a thread
const char* name(Kind kind);

// Every statement in textual order, nested ones after the one that holds them; threads come before
// functions.
void visit(const Block& block, const std::function<void(const Statement&)>& visitor);
void visit(const Sketch& sketch, const std::function<void(const Statement&)>& visitor);

std::size_t statement_count(const Sketch& sketch);
bool uses(const Sketch& sketch, Kind kind);
// Whether it has a loop that need not end: While, DoWhile, Loop.
bool may_run_for_ever(const Sketch& sketch);
bool calls_itself(const Sketch& sketch, std::size_t function);
// Registers r0 .. r[n-1] of a thread; of them in its result; variables v0 .. v[n-1] of it.
std::uint32_t register_count(const Block& thread);
std::uint32_t result_registers(const Block& thread);
std::uint32_t variable_count(const Block& thread);
// Registers of a function, parameters included.
std::uint32_t register_count(const Function& function);
// The threads that main spawns before anything else.
std::vector<std::uint8_t> roots(const Sketch& sketch);

// Drops the statements that make no sense where they stand (what is left when the shrinker removed
// something else): a join without a spawn before it in the same or an enclosing block, a second
// spawn of a thread, a spawn of a lower-numbered thread or of main, a wait for a condition outside
// of Locked, another operation on the same mutex inside of Locked, anything that blocks inside an
// atomic section, and an If without statements. Further: a break or continue without a loop or out
// of Locked, a return from a thread or out of Locked, spawn, join and allocation in loops and
// functions, a call of an earlier function, writes of the counter inside its For and of r0 in a
// function that calls itself, pointers that are not there, and a loop that need not end and whose
// body does not do a visible operation before it decides anything: executors run local work to its
// end. Generated programs are already so.
Sketch normalized(Sketch sketch);

}  // namespace overtake::fuzz
