/* main of a test: aborts unless the test says that it passed. Tests call exit from anywhere, which
 * scripts/suites has renamed to test_exit: a failure must not look like an early end. */
#ifndef EXPECTED_STATUS
#define EXPECTED_STATUS 0
#endif

void test_exit(int status) {
  if (status != 77 && (status != EXPECTED_STATUS || failures != 0)) abort();
  exit(status == EXPECTED_STATUS ? 0 : status);
}

int main(int argc, char** argv) {
  (void)argc;
  (void)argv;
#ifdef PREPARE_TEST
  PREPARE_TEST;
#endif
  const int status = RUN_TEST;
  test_exit(status);
  return 0;
}
