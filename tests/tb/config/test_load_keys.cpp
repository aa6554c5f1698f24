#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/config/ini/raw_config.h"
#include "tb/config/resolve/resolve.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_load_keys {
namespace {

using Given = std::vector<std::pair<const char*, std::string>>;

RawConfig loaded(const char* kind, const char* dims, const Given& keys) {
  RawConfig raw;
  give(raw, "topology.kind", kind);
  give(raw, "topology.dims", dims);
  give(raw, "load.pattern", "uniform");
  for (const auto& [key, value] : keys) {
    give(raw, key, value);
  }
  return raw;
}

std::string refusal(const char* kind, const char* dims, const Given& keys) {
  try {
    resolve(loaded(kind, dims, keys));
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "accepted";
}

std::string refusal_of_multicasts(const char* kind, const char* dims, Given keys) {
  keys.insert(keys.end(), {{"router.irc", "on"}, {"load.multicast", "2"}});
  return refusal(kind, dims, keys);
}

TEST(LoadKeys, OfMulticastsMayFitEachOtherAndTheNetwork) {
  EXPECT_EQ(refusal_of_multicasts("mesh", "4x4", {}), "accepted");
  EXPECT_EQ(refusal_of_multicasts("mesh", "4x4", {{"load.sizes", "2"}}), "accepted");
  EXPECT_EQ(refusal_of_multicasts("mesh", "4x4", {{"router.routing", "source"}}), "accepted");
}

// One destination is what any packet has, on any network and with any routing.
TEST(LoadKeys, OfOneDestinationAskForNothing) {
  const Config config = resolve(loaded(
      "tree", "3", {{"load.multicast", "1"}, {"load.sizes", "1"}, {"load.reply_flits", "3"}}));
  EXPECT_TRUE(config.load.destinations.empty());
}

TEST(LoadKeys, LeaveSomethingToMeasure) {
  const std::string why = "--load.warm_up: 30000 leaves nothing to measure of load.most_cycles, ";
  EXPECT_EQ(refusal("mesh", "4x4", {{"load.warm_up", "30000"}, {"load.most_cycles", "20000"}}),
            why + "20000; give less");
  EXPECT_EQ(refusal("mesh", "4x4", {{"load.warm_up", "30000"}, {"load.most_cycles", "30000"}}),
            why + "30000; give less");
  EXPECT_EQ(refusal("mesh", "4x4", {{"load.warm_up", "30000"}, {"load.most_cycles", "30001"}}),
            "accepted");
}

// Node 0 of 4 makes 3 of all 4 packets: three times the mean.
TEST(LoadKeys, AskNoNodeForMoreThanItCanSend) {
  const TempFolder folder;
  folder.write("m.csv", "0,1,1,1\n1,0,0,0\n0,0,0,0\n0,0,0,0\n");
  const auto with = [&](Given keys) {
    keys.insert(keys.end(),
                {{"load.pattern", "matrix"}, {"load.pattern_file", folder.path("m.csv")}});
    return refusal("mesh", "2x2", keys);
  };
  EXPECT_EQ(with({{"load.rate", "0.5"}}),
            "--load.rate: node 0 would have to send 1.5 flits per cycle at this rate; 1 is the "
            "most; give up to 0.333333");
  EXPECT_EQ(with({{"load.rate", "0.333333"}}), "accepted");
  const auto bursty = [&](const char* rate) {
    return with({{"load.injection", "bursty"}, {"load.peak_rate", "0.375"}, {"load.rate", rate}});
  };
  EXPECT_EQ(bursty("0.25"),
            "--load.rate: node 0 would have to send 0.75 flits per cycle at this rate; 0.375 is "
            "the most; give up to 0.125");
  EXPECT_EQ(bursty("0.125"), "accepted");
}

}  // namespace
}  // namespace flitcast::test_load_keys
