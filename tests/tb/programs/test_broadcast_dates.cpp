// When broadcasts of a chip of 4 x 3 tiles, as worms that fork, are where, from the coordinates of
// tiles.

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/runs/chip_broadcast.h"

namespace flitcast::test_broadcast_dates {
namespace {

using namespace chip_broadcast;

constexpr int kColumns = 4;
constexpr int kRows = 3;

/// What routers and links take.
struct Times {
  int route;
  int vc;
  int interval;  // of flits on a link
  int buffer;
};

/// A broadcast to all tiles, flit by flit. In the router of a tile flit k goes on to all its ways
/// at once. A header needs route + vc cycles for that; from there to the next router it is 1 + 2
/// cycles of the router and 3 of the link. No flit goes before the one before it has taken its link
/// for `interval` cycles, nor before its slot in the next router is free: the flit that was in it
/// has gone on for a cycle, and a credit has come over the link in 3.
class FlitByFlit {
 public:
  FlitByFlit(const Who& root, int n, const Times& times, bool reserved) : root_(root) {
    for (int k = 0; k <= n; ++k) {
      for (int links = 0; links < kColumns + kRows - 1; ++links) {
        for (int tile = 0; tile < kColumns * kRows; ++tile) {
          const Tile at{tile % kColumns, tile / kColumns};
          if (links_to(at) == links) {
            gone_[at].push_back(date(at, k, times, reserved));
          }
        }
      }
    }
  }

  /// From issue until the last word is there, by node: 3 cycles to leave the last router, 4 for the
  /// command, both ways between interface and router, and completion.
  std::map<NodeId, Cycle> dates() const {
    std::map<NodeId, Cycle> dates;
    for (const auto& [tile, gone] : gone_) {
      if (links_to(tile) > 0) {
        const int node = tile.first + kColumns * (tile.second + root_.noc * kRows);
        dates[static_cast<NodeId>(node)] = gone.back() + 3 + 4;
      }
    }
    return dates;
  }

 private:
  using Tile = std::pair<int, int>;

  Cycle date(const Tile& at, int k, const Times& times, bool reserved) {
    const auto place = static_cast<std::size_t>(k);
    Cycle date = links_to(at) == 0 ? k : gone_[before(at)][place] + 1 + 2 + 3;
    if (k == 0) {
      const bool late = links_to(at) == 0 && reserved && times.route == 0;
      return date + times.route + times.vc + (late ? 1 : 0);
    }
    const std::vector<Tile> ways = after(at);
    date = std::max<Cycle>(date, gone_[at].back() + (ways.empty() ? 1 : times.interval));
    for (const Tile& way : ways) {
      if (k >= times.buffer) {
        date = std::max(date, gone_[way][place - static_cast<std::size_t>(times.buffer)] + 1 + 3);
      }
    }
    return date;
  }
  // Network 0 goes right, then down; network 1 up, then left.
  int step() const { return root_.noc == 0 ? 1 : -1; }
  int across(const Tile& at) const { return (step() * (at.first - root_.x) + kColumns) % kColumns; }
  int along(const Tile& at) const { return (step() * (at.second - root_.y) + kRows) % kRows; }
  int links_to(const Tile& at) const { return across(at) + along(at); }
  Tile beside(const Tile& at, bool in_row, int steps) const {
    const auto& [x, y] = at;
    return in_row ? Tile((x + kColumns + steps * step()) % kColumns, y)
                  : Tile(x, (y + kRows + steps * step()) % kRows);
  }
  Tile before(const Tile& at) const {
    return beside(at, root_.noc == 0 ? along(at) == 0 : across(at) > 0, -1);
  }
  std::vector<Tile> after(const Tile& at) const {
    std::vector<Tile> ways;
    if (across(at) < kColumns - 1 && (root_.noc == 1 || along(at) == 0)) {
      ways.push_back(beside(at, true, 1));
    }
    if (along(at) < kRows - 1 && (root_.noc == 0 || across(at) == 0)) {
      ways.push_back(beside(at, false, 1));
    }
    return ways;
  }

  Who root_;
  std::map<Tile, std::vector<Cycle>> gone_;  // by flit
};

void expect_dates(int noc, const char* forks, const Times& times, int n) {
  const Who who{1, 0, "A", noc};
  const Played played(
      {multicast(who, 0, {0, 0, 3, 2}, n)},
      forking(forks) + GivenKeys{{"router.route_delay", std::to_string(times.route)},
                                 {"router.vc_delay", std::to_string(times.vc)},
                                 {"router.buffer_flits", std::to_string(times.buffer)},
                                 {"link.cycles_per_flit", std::to_string(times.interval)}});
  const FlitByFlit by_hand(who, n, times, std::string(forks) == "reserved");
  const std::string what =
      fmt::format("network {}, {}, route {}, vc {}, t_m {}, buffers of {}, n {}", noc, forks,
                  times.route, times.vc, times.interval, times.buffer, n);
  EXPECT_EQ(played.cycles_of_copies(), by_hand.dates()) << what;
  EXPECT_EQ(played.predicted(), by_hand.dates()) << what;
  EXPECT_EQ(played.run().excess_cycles(), 0) << what;
}

// A slot is taken again 10 cycles after it was: buffers of 10 / t_m flits are for the full rate,
// and of (10 + route + vc) / t_m for headers as well.
TEST(Broadcasts, AreInEachTileAtTheDateOfTheirClosedForm) {
  for (const char* forks : {"hop_by_hop", "reserved"}) {
    for (const int noc : {0, 1}) {
      for (const int n : {1, 2, 9, 20, 64}) {
        for (const Times& times : {Times{0, 1, 1, 10},
                                   {1, 1, 1, 10},
                                   {2, 1, 1, 10},
                                   {2, 1, 1, 11},
                                   {2, 1, 1, 13},
                                   {0, 0, 1, 10},
                                   {0, 1, 2, 5},
                                   {1, 1, 2, 5},
                                   {2, 1, 2, 6},
                                   {2, 1, 2, 20},
                                   {1, 0, 3, 4},
                                   {2, 1, 3, 4}}) {
          expect_dates(noc, forks, times, n);
        }
      }
    }
  }
}

// Small buffers hold it up as they hold up a message to one node, which takes as many links.
TEST(Broadcasts, WithSmallBuffersTakeAsMuchLongerAsAMessage) {
  const Who who{0, 0, "A"};
  for (const char* flits : {"1", "2", "3", "5"}) {
    const GivenKeys keys = forking("reserved") +
                           GivenKeys{{"router.buffer_flits", flits}, {"router.route_delay", "1"}};
    const std::string write = event(who, 0, "WRITE_", to(3, 2, 640) + R"(, "posted":true)");
    const Played alone({write}, keys);
    const Played all({multicast(who, 0, {0, 0, 3, 2}, 20)}, keys);
    EXPECT_EQ(all.run().completion_cycles, alone.run().completion_cycles) << flits;
    EXPECT_EQ(all.run().predicted_cycles, alone.run().predicted_cycles) << flits;
  }
}

}  // namespace
}  // namespace flitcast::test_broadcast_dates
