/* The models of floating-point numbers as text, like models.c; a file of their own, as both have names
 * that the other uses. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "../../../runtime/decimal.c"
#include "../../../runtime/softfloat.c"

#define strtod model_strtod
#define strtof model_strtof
#define strtold model_strtold
#define atof model_atof
#include "../../../runtime/parse_float.c"
