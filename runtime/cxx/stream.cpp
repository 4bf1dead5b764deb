// cout, cerr and clog: whatever is written to them is swallowed, and writing is no shared access.
//
// The functions are named by their symbols, since their types do not matter: each ignores what it
// is given and returns the stream, its first argument. Input streams, files and string streams are
// not modelled; a program that uses them is told which function is missing.
#include <cstddef>

namespace overtake {

// What stands for a stream: a vtable that says where the virtual base ios lies, and room for it, so
// that manipulators such as setw find their fields.
struct Table {
  long base_offset;
  const void* rest[4];
};
struct Stream {
  const void* const* table;
  char state[272];
};
constexpr Table table = {8, {}};

extern Stream out __asm__("_ZSt4cout");
extern Stream error __asm__("_ZSt4cerr");
extern Stream log __asm__("_ZSt4clog");
Stream out = {&table.rest[2], {}};
Stream error = {&table.rest[2], {}};
Stream log = {&table.rest[2], {}};

}  // namespace overtake

#define SWALLOW(name, symbol)               \
  void* name(void* stream) __asm__(symbol); \
  void* name(void* stream) { return stream; }

// ostream& ostream::operator<<(T), and what they call.
#define MEMBER(type)                       \
  SWALLOW(member_##type, "_ZNSolsE" #type) \
  SWALLOW(insert_##type, "_ZNSo9_M_insertI" #type "EERSoT_")
MEMBER(b)
MEMBER(s)
MEMBER(t)
MEMBER(i) MEMBER(j) MEMBER(l) MEMBER(m) MEMBER(x) MEMBER(y) MEMBER(f) MEMBER(d) MEMBER(e) MEMBER(
    PKv) SWALLOW(null_pointer,
                 "_ZNSolsEDn") SWALLOW(ios_manipulator,
                                       "_ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES4_E")
    SWALLOW(base_manipulator, "_ZNSolsEPFRSt8ios_baseS0_E") SWALLOW(manipulator, "_ZNSolsEPFRSoS_E")
        SWALLOW(put, "_ZNSo3putEc") SWALLOW(write, "_ZNSo5writeEPKcl") SWALLOW(flush_member,
                                                                               "_ZNSo5flushEv")

#define TEXT(name, type) \
  SWALLOW(text_##name, "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_" type)
            TEXT(c_string, "PKc") TEXT(signed_string, "PKa") TEXT(unsigned_string, "PKh") TEXT(
                character, "c") TEXT(signed_character, "a") TEXT(unsigned_character, "h")
                SWALLOW(string,
                        "_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__"
                        "cxx1112basic_stringIS4_S5_T1_EE")
                    SWALLOW(
                        view,
                        "_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St17basic_string_"
                        "viewIS3_S4_E") SWALLOW(insert_text,
                                                "_ZSt16__ostream_insertIcSt11char_"
                                                "traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l")
                        SWALLOW(endl, "_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_")
                            SWALLOW(ends,
                                    "_ZSt4endsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_")
                                SWALLOW(
                                    flush,
                                    "_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_")

// std::setw(n) and its kin.
#define MANIPULATOR(name, type) \
  SWALLOW(manipulator_##name, "_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_" type)
                                    MANIPULATOR(width, "St5_Setw")
                                        MANIPULATOR(precision, "St13_Setprecision")
                                            MANIPULATOR(fill, "St8_SetfillIS3_E")
                                                MANIPULATOR(base, "St8_Setbase")
                                                    MANIPULATOR(flags, "St12_Setiosflags")
                                                        MANIPULATOR(reset, "St14_Resetiosflags")

    // The state of a stream: always good.
    bool good(const void*) __asm__("_ZNKSt9basic_iosIcSt11char_traitsIcEEcvbEv");
bool good(const void*) { return true; }
bool failed(const void*) __asm__("_ZNKSt9basic_iosIcSt11char_traitsIcEEntEv");
bool failed(const void*) { return false; }
bool synchronize(bool) __asm__("_ZNSt8ios_base15sync_with_stdioEb");
bool synchronize(bool) { return true; }
char fill(void*, char) __asm__("_ZNSt9basic_iosIcSt11char_traitsIcEE4fillEc");
char fill(void*, char c) { return c; }

// std::ios_base::Init, one object a file that includes <iostream>.
SWALLOW(init, "_ZNSt8ios_base4InitC1Ev") SWALLOW(end_init, "_ZNSt8ios_base4InitD1Ev")
