// A queue for one producer and one consumer.
#pragma once
#include <stdbool.h>

bool queue_put(int value);   // false: full
bool queue_get(int* value);  // false: empty
