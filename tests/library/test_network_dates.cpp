#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <flitcast/network.h>
#include <gtest/gtest.h>

#include "hw/routing/routing_policies.h"
#include "tb/library/network_hardware.h"
#include "tb/sim/model.h"
#include "tests/support/draw.h"
#include "tests/support/library/posted_packets.h"
#include "tests/support/runs/drawn_config.h"

namespace flitcast {
namespace {

Settings settings_of(const DrawnKeys& keys) {
  Settings settings;
  for (const auto& [key, value] : keys) {
    settings.set(key, value);
  }
  return settings;
}

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

/// Draws hardware of one kind, and packets for it.
class Drawn {
 public:
  explicit Drawn(std::uint64_t seed) : configs_(seed) {}

  enum class Kind { kContract, kSeveralVcs, kHalfDuplex, kStaged, kAdaptive, kLossy, kMemory };

  DrawnKeys keys(Kind kind) {
    Draw& draw = configs_.draw();
    DrawnKeys keys = configs_.any_network().keys;
    if (kind == Kind::kStaged) {
      add_keys(configs_.staged(), keys);
    } else {
      add_keys(configs_.timing(), keys);
    }
    keys.emplace_back("load.sizes", std::to_string(kMostFlits + 1));
    keys.emplace_back("run.allow_deadlock", "on");
    if (kind == Kind::kSeveralVcs || kind == Kind::kAdaptive) {
      keys.emplace_back("router.vcs", std::to_string(draw.between(2, 6)));
    }
    if (kind == Kind::kAdaptive || (kind == Kind::kStaged && draw.one_in(2))) {
      const auto policy = draw.between<std::size_t>(0, std::size(kRoutingPolicies) - 1);
      keys.emplace_back("router.routing", std::string(kRoutingPolicies[policy]().word));
    }
    if (kind == Kind::kHalfDuplex) {
      keys.emplace_back("link.duplex", "half");
    }
    if (kind == Kind::kLossy) {
      keys.emplace_back("ni.interface", "retransmitting");
      keys.emplace_back("link.fault", draw.one_in(2) ? "losses 0.01" : "bit_errors 0.001");
    }
    if (kind == Kind::kMemory) {
      keys.emplace_back("ni.interface", "memory");
      keys.emplace_back("memory.latency", std::to_string(draw.between(1, 40)));
      keys.emplace_back("memory.queue", std::to_string(draw.between(1, 300)));
      keys.emplace_back("memory.outstanding", std::to_string(draw.between(1, 4)));
    } else {
      keys.emplace_back("router.ports", draw.any_of<std::string>({"1", "1", "2", "all"}));
    }
    if (draw.one_in(3) && kind != Kind::kStaged) {
      keys.emplace_back("router.switching", configs_.switching());
    }
    if (draw.one_in(4)) {
      keys.emplace_back("router.flow_control", configs_.flow_control());
    }
    return keys;
  }

  PostedPackets packets(Kind kind, const Config& config) {
    PostedPackets like;
    like.nodes = config.topology->processors();
    like.most_flits = kMostFlits;
    like.requests = kind == Kind::kMemory;
    like.classes = static_cast<std::uint8_t>(like.requests ? 2 : configs_.draw().between(1, 3));
    like.most = 160;
    return draw_posts(configs_.draw(), like, configs_.draw().between<std::uint64_t>(1, 60),
                      configs_.draw().any_of<Cycle>({0, 30, 400, 5000}));
  }

 private:
  static constexpr std::uint32_t kMostFlits = 40;
  ConfigDraw configs_;
};

class NetworkDates : public testing::TestWithParam<Drawn::Kind> {};

TEST_P(NetworkDates, AreThoseOfARunAtAnyPace) {
  const auto wanted = from_environment("FLITCAST_LIBRARY_NETWORKS", 25);
  Drawn drawn(100 + static_cast<std::uint64_t>(GetParam()));
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

INSTANTIATE_TEST_SUITE_P(Kinds, NetworkDates,
                         testing::Values(Drawn::Kind::kContract, Drawn::Kind::kSeveralVcs,
                                         Drawn::Kind::kHalfDuplex, Drawn::Kind::kStaged,
                                         Drawn::Kind::kAdaptive, Drawn::Kind::kLossy,
                                         Drawn::Kind::kMemory));

}  // namespace
}  // namespace flitcast
