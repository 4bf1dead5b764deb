/* ctype.h in the C locale. glibc's macros look classes up in tables that __ctype_b_loc and its kin
 * return; ours are constant, so looking something up is no event. */
#include <ctype.h>

#include "internal.h"

#undef isalnum
#undef isalpha
#undef iscntrl
#undef isdigit
#undef islower
#undef isgraph
#undef isprint
#undef ispunct
#undef isspace
#undef isupper
#undef isxdigit
#undef isblank
#undef tolower
#undef toupper
#undef isascii

#define IN(c, from, to) ((c) >= (from) && (c) <= (to))
#define UPPER(c) IN(c, 'A', 'Z')
#define LOWER(c) IN(c, 'a', 'z')
#define DIGIT(c) IN(c, '0', '9')
#define ALNUM(c) (UPPER(c) || LOWER(c) || DIGIT(c))

#define CLASS(c)                                                                           \
  (unsigned short)((UPPER(c) ? _ISupper | _ISalpha : 0) | (LOWER(c) ? _ISlower | _ISalpha : 0) | \
                   (DIGIT(c) ? _ISdigit : 0) | (ALNUM(c) ? _ISalnum : 0) |                 \
                   (DIGIT(c) || IN(c, 'a', 'f') || IN(c, 'A', 'F') ? _ISxdigit : 0) |      \
                   (IN(c, '\t', '\r') || (c) == ' ' ? _ISspace : 0) |                      \
                   ((c) == ' ' || (c) == '\t' ? _ISblank : 0) |                            \
                   (IN(c, ' ', '~') ? _ISprint : 0) | (IN(c, '!', '~') ? _ISgraph : 0) |   \
                   (IN(c, '!', '~') && !ALNUM(c) ? _ISpunct : 0) |                         \
                   (IN(c, 0, 31) || (c) == 127 ? _IScntrl : 0))
#define TO_LOWER(c) (UPPER(c) ? (c) + 32 : (c) < -1 ? (c) + 256 : (c))
#define TO_UPPER(c) (LOWER(c) ? (c) - 32 : (c) < -1 ? (c) + 256 : (c))

#define ROW4(f, c) f((c)), f((c) + 1), f((c) + 2), f((c) + 3)
#define ROW16(f, c) ROW4(f, c), ROW4(f, (c) + 4), ROW4(f, (c) + 8), ROW4(f, (c) + 12)
#define ROW64(f, c) ROW16(f, c), ROW16(f, (c) + 16), ROW16(f, (c) + 32), ROW16(f, (c) + 48)

/* Tables start at index -128, so that plain chars may be looked up too. */
static const unsigned short classes[384] = {
    [128] = ROW64(CLASS, 0),
    ROW64(CLASS, 64),
};
static const int lower[384] = {ROW64(TO_LOWER, -128), ROW64(TO_LOWER, -64), ROW64(TO_LOWER, 0),
                               ROW64(TO_LOWER, 64),   ROW64(TO_LOWER, 128), ROW64(TO_LOWER, 192)};
static const int upper[384] = {ROW64(TO_UPPER, -128), ROW64(TO_UPPER, -64), ROW64(TO_UPPER, 0),
                               ROW64(TO_UPPER, 64),   ROW64(TO_UPPER, 128), ROW64(TO_UPPER, 192)};

static const unsigned short* const classes_pointer = classes + 128;
static const int* const lower_pointer = lower + 128;
static const int* const upper_pointer = upper + 128;

const unsigned short** __ctype_b_loc(void) { return (const unsigned short**)&classes_pointer; }
const int** __ctype_tolower_loc(void) { return (const int**)&lower_pointer; }
const int** __ctype_toupper_loc(void) { return (const int**)&upper_pointer; }

static int is(int c, int wanted) {
  if (c < -128 || c > 255)
    __overtake_fail("out-of-bounds", "a character class of something that is no character");
  return classes[c + 128] & wanted;
}

int isalnum(int c) { return is(c, _ISalnum); }
int isalpha(int c) { return is(c, _ISalpha); }
int iscntrl(int c) { return is(c, _IScntrl); }
int isdigit(int c) { return is(c, _ISdigit); }
int islower(int c) { return is(c, _ISlower); }
int isgraph(int c) { return is(c, _ISgraph); }
int isprint(int c) { return is(c, _ISprint); }
int ispunct(int c) { return is(c, _ISpunct); }
int isspace(int c) { return is(c, _ISspace); }
int isupper(int c) { return is(c, _ISupper); }
int isxdigit(int c) { return is(c, _ISxdigit); }
int isblank(int c) { return is(c, _ISblank); }
int isascii(int c) { return c >= 0 && c < 128; }
int tolower(int c) { return c >= -128 && c <= 255 ? lower[c + 128] : c; }
int toupper(int c) { return c >= -128 && c <= 255 ? upper[c + 128] : c; }
