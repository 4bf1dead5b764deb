/* Between once.c and once.cpp. */
#ifndef OVERTAKE_OBSERVE_ONCE_H
#define OVERTAKE_OBSERVE_ONCE_H

#include <pthread.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Calls the routine; overtake_once_end follows in any case. */
void overtake_once_run(pthread_once_t* control, void (*routine)(void));
void overtake_once_end(pthread_once_t* control, int done);

#ifdef __cplusplus
}
#endif

#endif
