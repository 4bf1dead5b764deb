/* The pure functions of the models, compiled for this machine under names of their own, so that they
 * can be compared with the functions of the C library. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define vsnprintf model_vsnprintf
#define vsprintf model_vsprintf
#define snprintf model_snprintf
#define sprintf model_sprintf
#include "../../../runtime/format.c"
#include "../../../runtime/format_float.c"

#define abs model_abs
#define labs model_labs
#define llabs model_llabs
#define imaxabs model_imaxabs
#define div model_div
#define ldiv model_ldiv
#define lldiv model_lldiv
#define strtol model_strtol
#define strtoll model_strtoll
#define strtoul model_strtoul
#define strtoull model_strtoull
#define strtoimax model_strtoimax
#define strtoumax model_strtoumax
#define atoi model_atoi
#define atol model_atol
#define atoll model_atoll
#include "../../../runtime/number.c"
