// `overtake check --verify`: the program is explored once more by other means.
#ifdef OVERTAKE_HAS_CLANG
#include <gtest/gtest.h>

#include "programs.h"
#include "run.h"

namespace overtake::test::verify_tests {
namespace {

// Notes are wrapped to the width of the terminal.
std::string flat(std::string text) {
  std::string out;
  for (const char c : text)
    if (c != '\n' && c != ' ')
      out += c;
    else if (!out.ends_with(' '))
      out += ' ';
  return out;
}

bool says(const Result& result, const char* words) {
  return flat(result.out).find(words) != std::string::npos;
}

Result verified(const std::string& file, const char* model) {
  return run({"check", file, "--model", model, "--verify", "--schedule", "none"});
}

TEST(VerifyOption, ErrorsAndExecutionsAreCompared) {
  const Folder folder;
  const Result result = verified(folder.file("sb.c", kStoreBuffering), "sc");
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_TRUE(says(result, "agrees on errors and on the number of executions")) << result.out;
}

TEST(VerifyOption, AnErrorIsFoundTwice) {
  const Folder folder;
  const Result result = verified(folder.file("sb.c", kStoreBuffering), "tso");
  EXPECT_EQ(result.exit_code, 10) << result.out << result.err;
  EXPECT_TRUE(says(result, "agrees on errors")) << result.out;
}

TEST(VerifyOption, ThreadsThatWaitAreCutOff) {
  const Folder folder;
  const std::string file = folder.file("flag.c", R"(#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag, data;
void *sender(void *unused) {
  data = 1;
  flag = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sender, 0);
  while (!flag)
    ;
  assert(data == 1);
  pthread_join(t, 0);
}
)");
  const Result result = verified(file, "tso");
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_TRUE(says(result, "is not complete, and does not contradict")) << result.out;
}

// Rounds of compare-and-swap that fail are waits: the second exploration has more executions.
TEST(VerifyOption, RetriesAreNotExecutions) {
  const Folder folder;
  const std::string file = folder.file("retry.c", R"(#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int n;
void *add(void *unused) {
  int old = n;
  while (!atomic_compare_exchange_strong(&n, &old, old + 1))
    ;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 2);
}
)");
  for (const char* equivalence : {"rf", "rvf", "exhaustive"}) {
    const Result result = run({"check", file, "--verify", "--equivalence", equivalence});
    EXPECT_EQ(result.exit_code, 0) << equivalence << result.out << result.err;
    EXPECT_TRUE(says(result, "agrees on errors")) << equivalence << result.out;
  }
}

// Runs that never end do not use up the executions of the second exploration, so its states have a
// limit: it is reached here with 64 iterations, 20,000 executions only with 128.
TEST(VerifyOption, TheStatesOfEndlessRunsAreLimited) {
  const Result result =
      verified(OVERTAKE_SOURCE_DIR "/tests/programs/c/wait_request_repeated.c", "sc");
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_TRUE(says(result, "at most 64 iterations of a loop, is not complete")) << result.out;
}

}  // namespace
}  // namespace overtake::test::verify_tests
#endif
