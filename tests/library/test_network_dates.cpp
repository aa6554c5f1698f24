#include <algorithm>
#include <string>
#include <vector>

#include <flitcast/network.h>
#include <gtest/gtest.h>

#include "tb/library/network_hardware.h"
#include "tb/sim/model.h"
#include "tests/support/draw.h"
#include "tests/support/library/drawn_hardware.h"
#include "tests/support/library/posted_packets.h"

namespace flitcast::test_network_dates {
namespace {

/// What a run of flitcast gives: its model, and packets posted by a workload. Empty where the
/// network comes to a stand.
std::vector<PacketDates> dates_of_run(const Config& config, const PostedPackets& packets) {
  PostingWorkload workload(*config.routing, packets);
  Model model(*config.topology, *config.routing, config.network, workload);
  model.run();
  return workload.finished() ? workload.dates() : std::vector<PacketDates>();
}

std::vector<PacketDates> dates_of_network(const DrawnKeys& keys, const PostedPackets& packets,
                                          Pace pace, bool callbacks) {
  Network::Options options;
  options.source_queue = 1'000'000;
  Network network(settings_of(keys), options);
  NetworkDriver driver(network, packets, pace, callbacks, 7);
  driver.run();
  return driver.dates();
}

std::string describe(const DrawnKeys& keys) {
  return options_of_keys(keys);
}

/// The same dates of every packet, at every pace. False where the network comes to a stand.
bool expect_same_dates(const DrawnKeys& keys, const Config& config, const PostedPackets& packets) {
  const std::vector<PacketDates> due = dates_of_run(config, packets);
  if (due.empty()) {
    return false;
  }
  for (const Pace pace : {Pace::kStep, Pace::kToDates, Pace::kToEvents, Pace::kAnyhow}) {
    for (const bool callbacks : {true, false}) {
      const std::vector<PacketDates> is = dates_of_network(keys, packets, pace, callbacks);
      const auto differ = std::mismatch(due.begin(), due.end(), is.begin(), is.end());
      EXPECT_EQ(due.size(), is.size()) << describe(keys);
      EXPECT_TRUE(differ.first == due.end() || differ.second == is.end())
          << describe(keys) << "\npace " << static_cast<int>(pace) << ", callbacks " << callbacks
          << ", packet " << differ.first - due.begin() << ": " << *differ.second << "; in a run "
          << *differ.first;
      if (testing::Test::HasFailure()) {
        return true;
      }
    }
  }
  return true;
}

class NetworkDates : public testing::TestWithParam<DrawnHardware::Kind> {};

TEST_P(NetworkDates, AreThoseOfARunAtAnyPace) {
  const auto wanted = from_environment("FLITCAST_LIBRARY_NETWORKS", 25);
  DrawnHardware drawn(100 + static_cast<std::uint64_t>(GetParam()));
  std::uint64_t compared = 0;
  for (std::uint64_t tried = 0; compared < wanted && tried < 40 * wanted; ++tried) {
    const DrawnKeys keys = drawn.keys(GetParam());
    try {
      const Config config = network_hardware(raw_of(keys));
      compared += expect_same_dates(keys, config, drawn.packets(GetParam(), config)) ? 1 : 0;
    } catch (const ConfigError&) {
      continue;  // not every combination can be had
    }
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_EQ(compared, wanted);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, NetworkDates,
    testing::Values(DrawnHardware::Kind::kContract, DrawnHardware::Kind::kSeveralVcs,
                    DrawnHardware::Kind::kHalfDuplex, DrawnHardware::Kind::kStaged,
                    DrawnHardware::Kind::kAdaptive, DrawnHardware::Kind::kLossy,
                    DrawnHardware::Kind::kMemory));

}  // namespace
}  // namespace flitcast::test_network_dates
