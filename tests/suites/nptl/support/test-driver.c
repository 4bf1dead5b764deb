/* Stands in for glibc's test driver where a test includes <support/test-driver.c>. */
#include "../driver.c"

#ifdef TEST_FUNCTION_ARGV
#define RUN_TEST TEST_FUNCTION_ARGV(argc, argv)
#elif defined TEST_FUNCTION
#define RUN_TEST TEST_FUNCTION()
#else
#define RUN_TEST do_test()
#endif
#ifdef PREPARE
#define PREPARE_TEST PREPARE(argc, argv)
#endif
#include "../main.c"
