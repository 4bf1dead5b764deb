/* Stands in for glibc's older test driver, where TEST_FUNCTION is a call. */
#include "driver.c"

#ifdef TEST_FUNCTION
#define RUN_TEST TEST_FUNCTION
#else
#define RUN_TEST do_test(argc, argv)
#endif
#ifdef PREPARE
#define PREPARE_TEST PREPARE(argc, argv)
#endif
#include "main.c"
