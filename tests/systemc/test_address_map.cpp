#include <string>
#include <vector>

#include <flitcast/systemc/address_map.h>
#include <gtest/gtest.h>

namespace flitcast::systemc::test_address_map {
namespace {

TEST(AddressMap, FindsTheRangeOfEveryAddressAndNoOther) {
  const AddressMap map({{0x300, 0x100, 7}, {0x100, 0x200, 9}});
  EXPECT_EQ(map.find(0xff), std::nullopt);
  EXPECT_EQ(map.find(0x100), 0U);
  EXPECT_EQ(map.find(0x2ff), 0U);
  EXPECT_EQ(map.find(0x300), 1U);
  EXPECT_EQ(map.find(0x3ff), 1U);
  EXPECT_EQ(map.find(0x400), std::nullopt);
  EXPECT_EQ(map.ranges()[0].node, 9U);
  EXPECT_EQ(map.ranges()[1].node, 7U);
}

TEST(AddressMap, FindsNothingInHoles) {
  const AddressMap map({{0x100, 0x10, 1}, {0x200, 1, 2}});
  EXPECT_EQ(map.find(0x10f), 0U);
  EXPECT_EQ(map.find(0x110), std::nullopt);
  EXPECT_EQ(map.find(0x1ff), std::nullopt);
  EXPECT_EQ(map.find(0x200), 1U);
  EXPECT_EQ(map.find(0x201), std::nullopt);
}

TEST(AddressMap, MayHaveAllAddresses) {
  const std::uint64_t half = std::uint64_t{1} << 63U;
  const AddressMap map({{0, half, 1}, {half, half, 2}});
  EXPECT_EQ(map.find(0), 0U);
  EXPECT_EQ(map.find(~std::uint64_t{0}), 1U);
}

struct Refusal {
  std::vector<AddressMap::Range> ranges;
  const char* text;
};

TEST(AddressMap, RefusesWhatIsNoMapInOneLine) {
  for (const Refusal& refusal : std::vector<Refusal>{
           {{}, "address map: there is no range"},
           {{{0, 0, 3}}, "address map: the range of node 3 is empty"},
           {{{0xffffffffffffff00, 0x101, 3}},
            "address map: the range of node 3 goes on after the last address"},
           {{{0x100, 0x100, 1}, {0, 0x101, 2}},
            "address map: 0x0 to 0x100 of node 2 and 0x100 to 0x1ff of node 1 overlap"}}) {
    try {
      const AddressMap map(refusal.ranges);
      ADD_FAILURE() << "taken: " << refusal.text;
    } catch (const std::invalid_argument& error) {
      EXPECT_STREQ(error.what(), refusal.text);
    }
  }
}

}  // namespace
}  // namespace flitcast::systemc::test_address_map
