#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "traffic/load/check_load.h"
#include "traffic/load/load_settings.h"

namespace flitcast::test_load_settings {
namespace {

TEST(Weighted, IsANumberOrSeveralWithWeights) {
  const std::vector<Weighted> one = parse_weighted("5");
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(one[0].value, 5U);
  EXPECT_EQ(to_string(one), "5");
  const std::vector<Weighted> two = parse_weighted(" 1:0.5 ,5 : 1.5");
  ASSERT_EQ(two.size(), 2U);
  EXPECT_EQ(two[1].weight, 1.5);
  EXPECT_EQ(to_string(two), "1:0.5, 5:1.5");
  EXPECT_DOUBLE_EQ(mean_of(two), 4);
}

TEST(Weighted, IsRefusedWhereItIsNone) {
  for (const std::string text : {"", "x", "0", "-1", "5:", "5:x", "5:-1", "5:0", "1,", "1:1;2:1",
                                 "1000001", "1:nan", "1.5"}) {
    try {
      parse_weighted(text);
      ADD_FAILURE() << text << " was accepted";
    } catch (const std::invalid_argument& error) {
      EXPECT_EQ(error.what(), "\"" + text +
                                  "\" is neither a number from 1 to 1000000 nor several with "
                                  "weights, like 1:0.5, 5:0.5");
    }
  }
}

template <typename Change>
std::string refusal(Change&& change) {
  LoadSettings settings;
  change(settings);
  try {
    check_load(settings);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(LoadSettings, AreRightAsTheyStand) {
  EXPECT_EQ(refusal([](LoadSettings&) {}), "accepted");
}

TEST(LoadSettings, SayWhatIsOutOfRange) {
  EXPECT_EQ(refusal([](LoadSettings& s) { s.rate = 1.5; }),
            "the rate is above 0 and at most 1 flit per node and cycle, not 1.5");
  EXPECT_EQ(refusal([](LoadSettings& s) { s.rate = 0; }),
            "the rate is above 0 and at most 1 flit per node and cycle, not 0");
  EXPECT_EQ(refusal([](LoadSettings& s) {
              s.injection = Injection::kBursty;
              s.peak_rate = 0.05;
            }),
            "the rate in a burst is at least the mean, 0.1, and at most 1 flit per node and cycle, "
            "not 0.05");
  EXPECT_EQ(refusal([](LoadSettings& s) {
              s.injection = Injection::kBursty;
              s.burst_cycles = 0.5;
            }),
            "a burst is 1 cycle or more on average, not 0.5");
  EXPECT_EQ(refusal([](LoadSettings& s) {
              s.sizes = {{0, 1}};
            }),
            "the size of a packet in flits is 1 or more, not 0");
  EXPECT_EQ(refusal([](LoadSettings& s) {
              s.sizes = {{1, 0}};
            }),
            "some weight of the size of a packet in flits is above 0");
  EXPECT_EQ(refusal([](LoadSettings& s) {
              s.destinations = {{2, 1}};
              s.reply_flits = 1;
            }),
            "multicasts are not replied to; give destinations or a size of replies");
  EXPECT_EQ(refusal([](LoadSettings& s) {
              s.destinations = {{2, 1}};
              s.sizes = {{1, 1}};
            }),
            "a multicast has 2 flits or more, a header and what it carries");
  EXPECT_EQ(refusal([](LoadSettings& s) { s.precision = 0; }),
            "the precision is above 0, like 0.01, not 0");
  EXPECT_EQ(refusal([](LoadSettings& s) {
              s.warm_up = 1000;
              s.most_cycles = 1000;
            }),
            "the most cycles are more than the warm-up, not 1000");
  EXPECT_EQ(refusal([](LoadSettings& s) { s.warm_up = -1; }), "the warm-up is 0 cycles or more");
  EXPECT_EQ(refusal([](LoadSettings& s) { s.batch = 0; }), "a batch is 1 cycle or more");
  EXPECT_EQ(refusal([](LoadSettings& s) { s.saturation = 1; }),
            "saturation is a latency of more than once that without load, not 1 times");
}

// Shares of 2 and 0: at a rate of 0.6 node 0 would have to send 1.2.
TEST(PacketRates, RefuseMoreThanAFlitACycle) {
  PatternSettings pattern;
  pattern.word = "matrix";
  pattern.file = "m";
  pattern.text = "0 1\n0 0\n";
  const Topology pair(TopologyKind::kLine, {2});
  const auto made = make_pattern(pair, pattern);
  LoadSettings settings;
  settings.rate = 0.5;
  EXPECT_EQ(packet_rates(settings, *made, 2, 5), (std::vector<double>{0.2, 0}));
  settings.rate = 0.6;
  try {
    packet_rates(settings, *made, 2, 5);
    ADD_FAILURE() << "accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(),
                 "node 0 would have to send 1.2 flits per cycle at this rate; 1 is the most");
  }
}

}  // namespace
}  // namespace flitcast::test_load_settings
