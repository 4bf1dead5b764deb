/* A checksum, in C. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

unsigned checksum(const int* values, unsigned count);

#ifdef __cplusplus
}
#endif
