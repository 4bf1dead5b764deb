// Paths through types made by hand: what a programmer would write for some bytes of an object.
#include "report/typed_path.h"

#include <gtest/gtest.h>

namespace overtake::report {
namespace {

using ir::Member;
using ir::Type;
using ir::TypeId;
using ir::TypeKind;

class TypedPaths : public testing::Test {
 protected:
  TypeId add(Type type) {
    names_.types.push_back(std::move(type));
    return TypeId{names_.types.size() - 1};
  }
  TypeId record(std::string name, std::uint64_t size, std::vector<Member> members,
                bool library = false) {
    Type t{.kind = TypeKind::Record, .name = std::move(name), .size = size};
    t.members = std::move(members);
    t.library = library;
    return add(std::move(t));
  }
  TypeId array(TypeId element, std::uint64_t count) {
    Type t{.kind = TypeKind::Array, .size = count * names_.type(element)->size, .element = element};
    t.count = count;
    return add(std::move(t));
  }
  std::string path(TypeId type, std::uint64_t offset, std::uint64_t size) {
    const TypedPath p = typed_path(names_, type, offset, size);
    const std::string bytes = bytes_within(p.offset, size, p.size);
    return p.text + (bytes.empty() ? "" : " " + bytes);
  }

  ir::DebugNames names_;
  const TypeId int_ = add({.kind = TypeKind::Integer, .name = "int", .size = 4});
  const TypeId long_ = add({.kind = TypeKind::Integer, .name = "long", .size = 8});
};

TEST_F(TypedPaths, ArraysOfStructs) {
  const TypeId slot = record("Slot", 16, {{"value", int_, 0}, {"check", long_, 8}});
  const TypeId ring = record("Ring", 40, {{"head", int_, 0}, {"slots_", array(slot, 2), 8}});
  EXPECT_EQ(path(ring, 0, 4), ".head");
  EXPECT_EQ(path(ring, 24, 4), ".slots_[1].value");
  EXPECT_EQ(path(ring, 32, 8), ".slots_[1].check");
  EXPECT_EQ(path(ring, 24, 16), ".slots_[1]");
  EXPECT_EQ(path(ring, 0, 40), "");
}

TEST_F(TypedPaths, BytesOfAScalar) {
  EXPECT_EQ(path(int_, 2, 1), " byte 2");
  EXPECT_EQ(path(int_, 2, 2), " bytes 2-3");
  EXPECT_EQ(path(int_, 0, 4), "");
}

TEST_F(TypedPaths, BaseClassesAndAnonymousMembersAddNothing) {
  const TypeId base = record("Base", 4, {{"uses", int_, 0}});
  Member inherited{.type = base, .offset = 8};
  inherited.base = true;
  const TypeId derived = record("Derived", 16, {inherited, {"side", int_, 12}});
  EXPECT_EQ(path(derived, 8, 4), ".uses");
  EXPECT_EQ(path(derived, 12, 4), ".side");
}

TEST_F(TypedPaths, TheLibrarysOwnNamesAreLeftOut) {
  const TypeId atomic = record("std::atomic<int>", 4, {{"_M_i", int_, 0}}, true);
  const TypeId queue = record("Queue", 8, {{"tail_", atomic, 4}});
  EXPECT_EQ(path(queue, 4, 4), ".tail_");
  const TypeId vector =
      record("std::vector<int>", 16, {{"_M_start", long_, 0}, {"_M_finish", long_, 8}}, true);
  EXPECT_EQ(path(vector, 8, 8), ".finish");
}

TEST_F(TypedPaths, BitFieldsAreNamedTogether) {
  Member a{"ready", int_, 0, 1, 0}, b{"count", int_, 0, 3, 1}, c{"level", int_, 1, 8, 0};
  const TypeId flags = record("flags", 4, {a, b, c});
  EXPECT_EQ(path(flags, 0, 4), ".{ready,count,level}");
  EXPECT_EQ(path(flags, 1, 1), ".level");
}

TEST_F(TypedPaths, UnionsByTheMemberThatFits) {
  const TypeId letters = array(add({.kind = TypeKind::Character, .name = "char", .size = 1}), 4);
  Type u{.kind = TypeKind::Union, .name = "u", .size = 4};
  u.members = {{"number", int_, 0}, {"letters", letters, 0}};
  const TypeId as = add(std::move(u));
  EXPECT_EQ(path(as, 0, 4), ".number");
  EXPECT_EQ(path(as, 2, 1), ".letters[2]");
}

TEST_F(TypedPaths, TheLastArrayMayBeAsLongAsThereIsRoom) {
  Type open{.kind = TypeKind::Array, .element = int_};
  const TypeId tail = add(std::move(open));
  const TypeId packet = record("packet", 8, {{"length", long_, 0}, {"data", tail, 8}});
  EXPECT_EQ(path(packet, 16, 4), ".data[2]");
}

}  // namespace
}  // namespace overtake::report
