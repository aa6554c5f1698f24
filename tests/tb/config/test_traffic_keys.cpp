#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/config/config_keys.h"
#include "tb/plan/plan.h"

namespace flitcast {
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

/// The message of the error; empty when there is none.
std::string objection(const char* algorithm, const Keys& keys) {
  try {
    const Draft draft(raw_of(algorithm, keys));
  } catch (const ConfigError& error) {
    return error.what();
  }
  return {};
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

TEST(Destinations, RefuseWhatIsNoSetOfOtherNodes) {
  const std::string key = "--traffic.destinations: ";
  const std::vector<std::pair<const char*, std::string>> lines = {
      {"3,16", "16 is not a node; the nodes are 0 to 15"},
      {"3,0", "0 is the root, which has the message"},
      {"3,5,3", "3 stands there twice"},
      {"random:16", "random:16 is more than there are; give at most random:15"},
      {"random:0", "\"0\" is out of range; give 1 to 65535"},
      {"random:x", "\"x\" is not a number"},
      {"some", "\"some\" is not a number"},
      {"1,,2",
       "\"1,,2\" has an empty place between its commas; give a list of nodes, all or "
       "random:K"},
      {"", "has no value; give a list of nodes, all or random:K"},
  };
  for (const auto& [value, message] : lines) {
    const std::string found = [&, list = value] {
      try {
        return objection("mc-hc-chain", {{"traffic.destinations", list}});
      } catch (const ConfigError& error) {
        return std::string(error.what());
      }
    }();
    EXPECT_EQ(found.substr(0, key.size() + message.size()), key + message) << value;
  }
  EXPECT_EQ(objection("mc-hc-chain", {}),
            "--traffic.destinations: is missing; give a list of nodes, all or random:K");
}

TEST(Shift, IsBetweenOneAndTheLastNode) {
  EXPECT_EQ(objection("cshift-hc-ecube", {{"traffic.shift", "15"}}), "");
  EXPECT_EQ(objection("cshift-hc-ecube", {{"traffic.shift", "16"}}),
            "--traffic.shift: 16 is out of range; give 1 to 15");
}

TEST(Segments, DivideTheMessage) {
  EXPECT_EQ(objection("oab-chain", {{"traffic.segments", "4"}, {"traffic.message_flits", "12"}}),
            "");
  const std::string found =
      objection("oab-chain", {{"traffic.segments", "4"}, {"traffic.message_flits", "13"}});
  EXPECT_EQ(found.rfind("--traffic.message_flits: ", 0), 0U) << found;
  EXPECT_NE(found.find("the nearest is 12"), std::string::npos) << found;
}

TEST(Segments, OfAllNodesFitIntoMemory) {
  const std::string found = objection(
      "oab-chain",
      {{"topology.dims", "16"}, {"traffic.segments", "65536"}, {"traffic.message_flits", "65536"}});
  EXPECT_EQ(found,
            "--traffic.segments: the data of this broadcast on 65536 nodes is too much to verify; "
            "give fewer segments, or fewer nodes");
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
}  // namespace flitcast
