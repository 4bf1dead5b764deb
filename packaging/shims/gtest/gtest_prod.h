// FRIEND_TEST alone, for headers that are not tests.
#pragma once

#ifndef FRIEND_TEST
#define FRIEND_TEST(suite, name) friend class suite##_##name##_Test
#endif
