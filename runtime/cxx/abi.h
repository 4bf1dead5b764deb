// What the compiler and the library agree on: type descriptions (Itanium C++ ABI 2.9.5) and the
// header that stands before an exception object. Our own names for the ABI's structures: the tables
// that compilers emit only have to have this layout.
#pragma once

#include <cstddef>
#include <cstdint>

#include "overtake.h"

extern "C" {
// Starts unwinding (ir::Opcode::Throw).
[[noreturn]] void __overtake_throw(void* exception, const void* type);
}

namespace overtake {

struct Type {
  const void* const* kind;  // into one of the tables of kinds below
  const char* name;
};
struct SingleBase : Type {
  const Type* base;
};
struct ManyBases : Type {
  unsigned flags;
  unsigned count;
  struct {
    const Type* base;
    long offset_flags;  // bit 0: virtual, bit 1: public, the rest: offset
  } bases[1];
};
struct PointerType : Type {
  unsigned flags;  // bit 0: const, 1: volatile, 2: restrict, 3: incomplete, 4: incomplete class
  const Type* pointee;
};

// The vtables that tell kinds of types apart; type descriptions point past two words of them.
extern const void* const fundamental_kind[3] __asm__("_ZTVN10__cxxabiv123__fundamental_type_infoE");
extern const void* const array_kind[3] __asm__("_ZTVN10__cxxabiv117__array_type_infoE");
extern const void* const function_kind[3] __asm__("_ZTVN10__cxxabiv120__function_type_infoE");
extern const void* const enum_kind[3] __asm__("_ZTVN10__cxxabiv116__enum_type_infoE");
extern const void* const pointer_kind[3] __asm__("_ZTVN10__cxxabiv119__pointer_type_infoE");
extern const void* const member_pointer_kind[3] __asm__(
    "_ZTVN10__cxxabiv129__pointer_to_member_type_infoE");
extern const void* const class_kind[3] __asm__("_ZTVN10__cxxabiv117__class_type_infoE");
extern const void* const single_kind[3] __asm__("_ZTVN10__cxxabiv120__si_class_type_infoE");
extern const void* const many_kind[3] __asm__("_ZTVN10__cxxabiv121__vmi_class_type_infoE");

// Before the object of an exception, which may need any alignment.
struct alignas(16) Exception {
  const Type* type;
  void (*destroy)(void*);
  void* adjusted;    // the object as its handler sees it
  long handlers;     // that are active
  long references;   // of exception_ptr, and one while it is thrown or handled
  Exception* outer;  // the exception that was being handled before
  // Of rethrow_exception: the exception that is thrown once more. Threads may handle one exception
  // at the same time, so each has a header of its own; null: this is the exception itself.
  Exception* primary;
  void* object() { return this + 1; }  // what is thrown; for the handler it is that of `itself`
  Exception* itself() { return primary != nullptr ? primary : this; }
  bool forced() const { return type == nullptr; }  // by pthread_exit
  static Exception* of(void* object) { return static_cast<Exception*>(object) - 1; }
};
static_assert(sizeof(Exception) == 8 * sizeof(std::uint64_t));  // as in thread.c

// The exceptions that this thread is handling, innermost first; and how many are in flight.
struct Handling {
  Exception* caught;
  unsigned uncaught;
};
Handling& handling();

void release(Exception* exception);
void throw_again(Exception* exception);

// The address of the public base `target` of the object of class `type`; null if there is none or
// it is ambiguous.
void* upcast(void* object, const Type* type, const Type* target);

}  // namespace overtake
