#include <cstdint>
#include <stdexcept>

#include <flitcast/network.h>
#include <gtest/gtest.h>

namespace flitcast::test_silicon_networks {
namespace {

constexpr std::uint32_t kColumns = 10;
constexpr std::uint32_t kRows = 12;
constexpr std::uint32_t kTiles = kColumns * kRows;

/// Links round the rings that lead right and down.
std::uint32_t links_between(std::uint32_t from, std::uint32_t to) {
  const std::uint32_t right = (to % kColumns + kColumns - from % kColumns) % kColumns;
  const std::uint32_t down = (to / kColumns + kRows - from / kColumns) % kRows;
  return right + down;
}

// Documented: 5 cycles from an interface to its router, 9 from router to router, 5 back. The
// network left and up leads from a tile to another as the other one leads back.
TEST(SiliconNetworks, TakeTheDocumentedTimeForALonePacketBetweenAnyTiles) {
  const Settings chip = Settings::read(FLITCAST_ROOT "/configs/silicon/chip.ini");
  Network network(chip);
  Network::Cycle took = -1;
  network.on_received(
      [&](const Network::Arrival& arrival) { took = arrival.arrived - arrival.posted; });
  for (const std::uint32_t base : {0U, kTiles}) {
    for (std::uint32_t from = 0; from < kTiles; ++from) {
      for (std::uint32_t to = 0; to < kTiles; ++to) {
        if (from == to) {
          continue;
        }
        const std::uint32_t links = base == 0 ? links_between(from, to) : links_between(to, from);
        const auto kind = static_cast<std::uint8_t>(to % 4);
        took = -1;
        ASSERT_TRUE(network.post({base + from, base + to, 0, kind}));
        network.run_until(network.now() + 500);
        ASSERT_EQ(took, 5 + 9 * static_cast<Network::Cycle>(links) + 5) << from << " to " << to;
        if (kind == 0) {  // without a reply the tile would take no other request
          ASSERT_TRUE(network.post({base + to, base + from, 0, 3}));
          network.run_until(network.now() + 500);
        }
      }
    }
  }
}

TEST(SiliconNetworks, AreJoinedByNothing) {
  Network network(Settings::read(FLITCAST_ROOT "/configs/silicon/chip.ini"));
  EXPECT_THROW(network.post({3, kTiles + 4, 0}), std::invalid_argument);
}

}  // namespace
}  // namespace flitcast::test_silicon_networks
