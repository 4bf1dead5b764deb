// Where in the user's own code something happens.
#include "ir/user_place.h"

#include <gtest/gtest.h>

#include "ir/builder.h"

namespace overtake::ir {
namespace {

class UserPlaceTest : public ::testing::Test {
 protected:
  SourceId at(FileId file, std::uint32_t line, SourceId inlined_at = {}) {
    const SourceId source = add_source(program_, file, line, 1);
    program_.sources[source.index()].inlined_at = inlined_at;
    return source;
  }
  std::uint32_t line_of(SourceId source, std::vector<SourceId> calls = {}) {
    const auto place = user_place(program_, source, calls);
    return place ? place->line : 0;
  }

  Program program_;
  FileId own_ = add_file(program_, "a.c");
  FileId model_ = add_file(program_, "mutex.c", FileOrigin::Model);
  FileId library_ = add_file(program_, "atomic", FileOrigin::Library);
  FileId system_ = add_file(program_, "/usr/include/queue.h", FileOrigin::System);
};

TEST_F(UserPlaceTest, IsTheLineItselfInTheUsersCode) { EXPECT_EQ(line_of(at(own_, 3)), 3u); }

TEST_F(UserPlaceTest, ABracketInTheNameMakesNoLibrary) {
  EXPECT_EQ(line_of(at(add_file(program_, "<stdin>"), 7)), 7u);
}

TEST_F(UserPlaceTest, FollowsInliningBeforeCalls) {
  const SourceId call = at(own_, 9);
  for (const FileId file : {model_, library_, system_}) {
    const SourceId inlined = at(file, 100, at(library_, 50, at(own_, 4)));
    EXPECT_EQ(line_of(inlined, {call}), 4u);
    EXPECT_EQ(user_place(program_, inlined)->instruction, inlined);
    EXPECT_EQ(line_of(at(file, 100), {at(library_, 60), call}), 9u);
    EXPECT_EQ(user_place(program_, at(file, 100), std::vector{call})->instruction, call);
  }
}

TEST_F(UserPlaceTest, NoneWithoutALineOfTheUsers) {
  EXPECT_FALSE(user_place(program_, at(model_, 5)));
  EXPECT_FALSE(user_place(program_, at(own_, 0)));
  EXPECT_FALSE(user_place(program_, SourceId::none()));
  EXPECT_EQ(origin(program_, at(model_, 5)), FileOrigin::Model);
  EXPECT_EQ(origin(program_, SourceId::none()), FileOrigin::User);
}

TEST_F(UserPlaceTest, ACycleOfInliningEnds) {
  const SourceId a = at(model_, 1);
  const SourceId b = at(model_, 2, a);
  program_.sources[a.index()].inlined_at = b;
  EXPECT_FALSE(user_place(program_, a));
}

TEST_F(UserPlaceTest, PlacesAreTheSameByFileLineAndColumn) {
  EXPECT_EQ(*user_place(program_, at(own_, 3)), *user_place(program_, at(own_, 3)));
  EXPECT_FALSE(*user_place(program_, at(own_, 3)) == *user_place(program_, at(own_, 4)));
}

}  // namespace
}  // namespace overtake::ir
