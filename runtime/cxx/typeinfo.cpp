// Type descriptions of the built-in types, the search for base classes, dynamic_cast.
#include <typeinfo>

#include "abi.h"

namespace overtake {

const void* const fundamental_kind[3] = {};
const void* const array_kind[3] = {};
const void* const function_kind[3] = {};
const void* const enum_kind[3] = {};
const void* const pointer_kind[3] = {};
const void* const member_pointer_kind[3] = {};
const void* const class_kind[3] = {};
const void* const single_kind[3] = {};
const void* const many_kind[3] = {};

// A type, a pointer to it and a pointer to const.
#define BUILT_IN(id)                                                             \
  extern const Type type_##id __asm__("_ZTI" #id);                               \
  const Type type_##id = {&fundamental_kind[2], #id};                            \
  extern const PointerType pointer_##id __asm__("_ZTIP" #id);                    \
  const PointerType pointer_##id = {{&pointer_kind[2], "P" #id}, 0, &type_##id}; \
  extern const PointerType const_pointer_##id __asm__("_ZTIPK" #id);             \
  const PointerType const_pointer_##id = {{&pointer_kind[2], "PK" #id}, 1, &type_##id};

BUILT_IN(v)
BUILT_IN(b) BUILT_IN(c) BUILT_IN(a) BUILT_IN(h) BUILT_IN(s) BUILT_IN(t) BUILT_IN(i) BUILT_IN(j)
    BUILT_IN(l) BUILT_IN(m) BUILT_IN(x) BUILT_IN(y) BUILT_IN(n) BUILT_IN(o) BUILT_IN(f) BUILT_IN(d)
        BUILT_IN(e) BUILT_IN(w) BUILT_IN(Ds) BUILT_IN(Di) BUILT_IN(Du) BUILT_IN(Dn)

            namespace {
  // Looks for `target` among the bases; `found` is the address of the one base, and `ambiguous` is
  // set if there are several at different addresses.
  void search(char* object, const Type* type, const Type* target, bool only_public, char*& found,
              bool& ambiguous) {
    if (type == target) {
      if (found != nullptr && found != object) ambiguous = true;
      found = object;
      return;
    }
    if (type->kind == &single_kind[2])
      return search(object, static_cast<const SingleBase*>(type)->base, target, only_public, found,
                    ambiguous);
    if (type->kind != &many_kind[2]) return;
    const auto* many = static_cast<const ManyBases*>(type);
    for (unsigned i = 0; i < many->count; ++i) {
      const long flags = many->bases[i].offset_flags;
      if (only_public && !(flags & 2)) continue;
      long offset = flags >> 8;
      if (object != nullptr && (flags & 1))
        offset = *reinterpret_cast<long*>(*reinterpret_cast<char**>(object) + offset);
      search(object + offset, many->bases[i].base, target, only_public, found, ambiguous);
    }
  }

}  // namespace

void* upcast(void* object, const Type* type, const Type* target) {
  char* found = nullptr;
  bool ambiguous = false;
  search(static_cast<char*>(object), type, target, true, found, ambiguous);
  return ambiguous ? nullptr : found;
}

}  // namespace overtake

using overtake::Type;

// The object's vtable names its whole object and type; from there the target is a base, if the
// source is a public base too.
extern "C" void* __dynamic_cast(const void* source, const Type* source_type, const Type* target,
                                long) {
  char* table = *static_cast<char* const*>(source);
  char* whole =
      const_cast<char*>(static_cast<const char*>(source)) + reinterpret_cast<long*>(table)[-2];
  const Type* type = reinterpret_cast<const Type* const*>(table)[-1];
  (void)source_type;
  return overtake::upcast(whole, type, target);
}

extern "C" [[noreturn]] void __cxa_bad_cast() { throw std::bad_cast(); }
extern "C" [[noreturn]] void __cxa_bad_typeid() { throw std::bad_typeid(); }
