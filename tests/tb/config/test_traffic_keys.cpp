#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/config/keys/config_keys.h"
#include "tb/plan/plan.h"

namespace flitcast::test_traffic_keys {
namespace {

using Keys = std::vector<std::pair<const char*, const char*>>;

RawConfig raw_of(const char* algorithm, const Keys& keys) {
  RawConfig raw;
  give(raw, "topology.kind", "hypercube");
  give(raw, "topology.dims", "4");
  give(raw, "traffic.algorithm", algorithm);
  for (const auto& [key, value] : keys) {
    give(raw, key, value);
  }
  return raw;
}

std::vector<NodeId> destinations(const Keys& keys) {
  const Draft draft(raw_of("mc-hc-chain", keys));
  return draft.schedule().operation.destinations;
}

TEST(Destinations, AreTheNodesOfAListInOrder) {
  EXPECT_EQ(destinations({{"traffic.destinations", "12, 4,1"}}), (std::vector<NodeId>{1, 4, 12}));
}

TEST(Destinations, AreAllNodesButTheRoot) {
  const std::vector<NodeId> all =
      destinations({{"traffic.destinations", "all"}, {"traffic.root", "3"}});
  EXPECT_EQ(all.size(), 15U);
  EXPECT_EQ(std::count(all.begin(), all.end(), NodeId{3}), 0);
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
}

TEST(Destinations, AreDrawnBySeed) {
  const auto drawn = [](const char* seed) {
    return destinations(
        {{"traffic.destinations", "random:5"}, {"run.seed", seed}, {"traffic.root", "9"}});
  };
  const std::vector<NodeId> first = drawn("7");
  EXPECT_EQ(first, drawn("7"));
  EXPECT_NE(first, drawn("8"));
  EXPECT_EQ(first.size(), 5U);
  EXPECT_EQ(std::count(first.begin(), first.end(), NodeId{9}), 0);
  EXPECT_TRUE(std::is_sorted(first.begin(), first.end()));
  EXPECT_EQ(std::adjacent_find(first.begin(), first.end()), first.end());
}

TEST(Destinations, DrawnAsManyAsThereAreAreAll) {
  EXPECT_EQ(destinations({{"traffic.destinations", "random:15"}}),
            destinations({{"traffic.destinations", "all"}}));
}

TEST(Destinations, AreShownAsAListThatReadsBack) {
  const Draft draft(raw_of("mc-hc-chain", {{"traffic.destinations", "random:3"}}));
  const Draft again(parse_config(resolved_ini(draft.config()), "x.ini"));
  EXPECT_EQ(again.schedule().operation.destinations, draft.schedule().operation.destinations);
}

TEST(RowKeys, WithoutEffectAreNoted) {
  for (const auto& [key, value] : Keys{{"traffic.destinations", "1"},
                                       {"traffic.shift", "2"},
                                       {"traffic.segments", "2"},
                                       {"traffic.radix", "3"},
                                       {"traffic.partition", "2,2"}}) {
    const Draft draft(raw_of("aas-hc-dex", {{key, value}}));
    const std::string note = std::string(key) + " has no effect on aas-hc-dex";
    const std::vector<std::string>& notes = draft.config().ineffective;
    EXPECT_EQ(std::count(notes.begin(), notes.end(), note), 1) << key;
    EXPECT_EQ(resolved_ini(draft.config()).find(std::string(key).substr(8)), std::string::npos);
  }
}

}  // namespace
}  // namespace flitcast::test_traffic_keys
