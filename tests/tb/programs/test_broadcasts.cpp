// Broadcasts of a chip of 4 x 3 tiles as worms that fork: link loads, what waits are blamed on, and
// what is refused.

#include <algorithm>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/config/source_locations.h"
#include "tests/support/runs/chip_broadcast.h"
#include "traffic/placement/placement_load.h"

namespace flitcast::test_broadcasts {
namespace {

using namespace chip_broadcast;

std::string error_of(const std::vector<std::string>& events, const GivenKeys& keys) {
  try {
    const Played played(events, keys);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

// 11 links to 11 tiles, as many flits over each of them as the worm has.
TEST(Broadcasts, LoadEveryLinkOfTheirTreeOnce) {
  const Played played(
      {multicast({1, 1, "A"}, 0, {0, 0, 3, 2}, 20), multicast({1, 1, "A"}, 5, {0, 0, 3, 2}, 9),
       multicast({0, 0, "A"}, 0, {2, 0, 3, 0}, 4)},
      forking("reserved"));
  const PlacementLoad load(rank_flows(played.plan().program()), played.plan().placement(),
                           played.plan().routing());
  EXPECT_EQ(load.flit_hops(), 11U * (21 + 10) + 3U * 5);
  EXPECT_EQ(load.worst().flits, 31U);
  std::uint64_t flits = 0;
  for (const ChannelResult& channel : played.run().channels) {
    if (!channel.receive_port) {
      const PortId port = played.plan().topology().neighbour(channel.from, 0) == channel.to ? 0 : 1;
      EXPECT_EQ(channel.flits, load.of(channel.from, port)) << channel.from << "->" << channel.to;
      flits += channel.flits;
    }
  }
  EXPECT_EQ(flits, load.flit_hops());
}

/// Cycles by place, of "1>2:10 2>3:4".
std::map<std::string, Cycle> cycles_in(const std::string& blamed) {
  std::map<std::string, Cycle> cycles;
  std::istringstream words(blamed);
  for (std::string word; words >> word;) {
    cycles[word.substr(0, word.find(':'))] = std::stoll(word.substr(word.find(':') + 1));
  }
  return cycles;
}

// One from 0 to all of its row meets one from 1 on link 1 to 2, and again in the router of 2, as
// the port there is free a while after the tail has come.
TEST(Broadcasts, WaitForLinksThatTheyBlame) {
  const std::string first = multicast({0, 0, "A"}, 0, {0, 0, 3, 0}, 20, false) + "," +
                            barrier({0, 0, "A"}, 1, 2, "WRITE");
  const Played alone({first}, forking("hop_by_hop"));
  const Played both({first, multicast({1, 0, "A"}, 0, {2, 0, 3, 0}, 20)}, forking("hop_by_hop"));
  std::map<std::string, Cycle> alone_at = cycles_in(alone.blamed().at(0));
  std::map<std::string, Cycle> both_at = cycles_in(both.blamed().at(0));
  EXPECT_EQ(alone_at["1>2"], 0);
  EXPECT_GT(both_at["1>2"], 0);
  EXPECT_GT(both_at["2>3"], alone_at["2>3"]);
}

TEST(Broadcasts, SayHowManyClassesOfMessagesTheyNeed) {
  const auto error = [](bool posted, const char* classes) {
    return error_of(
        {multicast({0, 0, "A"}, 0, {0, 0, 3, 2}, 1, posted), read({0, 0, "A"}, 1, 1, 1)},
        forking("reserved") + GivenKeys{{"router.message_classes", classes}});
  };
  for (const char* classes : {"1", "2", "3"}) {
    EXPECT_NE(error(false, classes).find("share virtual channels; give 4"), std::string::npos);
  }
  EXPECT_EQ(error(false, "4"), "");
  const auto alone = [](const char* classes) {
    const std::string write = event({0, 0, "A"}, 1, "WRITE_", to(3, 2, 64) + R"(, "posted":true)");
    return error_of({multicast({0, 0, "A"}, 0, {0, 0, 3, 2}, 1), write},
                    forking("reserved") + GivenKeys{{"router.message_classes", classes}});
  };
  EXPECT_NE(alone("2").find("share virtual channels; give 3"), std::string::npos);
  EXPECT_EQ(alone("3"), "");
}

TEST(Broadcasts, ToNobodyAreTold) {
  for (const char* forks : {"none", "reserved"}) {
    const Played played({multicast({1, 1, "A"}, 0, {1, 1, 1, 1}, 4), read({1, 1, "A"}, 5, 0, 0)},
                        forking(forks));
    EXPECT_EQ(played.run().messages, 2U);
    const std::vector<std::string>& notes = played.config().notes;
    EXPECT_TRUE(std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
      return note.find("1 events are for rectangles without a tile of the sender's kind") !=
             std::string::npos;
    }));
  }
}

// Drawn, ranks of one network are put on nodes of both.
TEST(Broadcasts, APlacementOverBothNetworksIsToBlameForItself) {
  for (const std::string& event :
       {multicast({0, 0, "A"}, 0, {0, 0, 3, 2}, 1), read({0, 0, "A"}, 0, 3, 2)}) {
    const std::string error =
        error_of({event}, forking("reserved") + GivenKeys{{"traffic.placement", "random"}});
    EXPECT_NE(error.find("traffic.placement: has rank "), std::string::npos) << error;
    EXPECT_NE(error.find("; give identity"), std::string::npos) << error;
  }
}

}  // namespace
}  // namespace flitcast::test_broadcasts
