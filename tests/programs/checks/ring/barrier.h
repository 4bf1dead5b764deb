#pragma once
void publish(volatile unsigned *to, unsigned value);
unsigned look(const volatile unsigned *at);
