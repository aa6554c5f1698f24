#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/cores/wired_cores.h"
#include "tests/support/networks/routed_networks.h"
#include "tests/support/schedules/handmade_schedule.h"
#include "tests/support/schedules/unicasts.h"
#include "traffic/play/schedule_executor.h"
#include "traffic/schedule/messages.h"
#include "traffic/verify/verifier.h"

namespace flitcast::test_routed_schedules {
namespace {

constexpr std::uint32_t kFlits = 5;

/// Round r: every node sends a message to the one r + 1 after it.
Schedule shifts(const Routing& routing) {
  const NodeId nodes = routing.topology().processors();
  Schedule schedule;
  schedule.algorithm = "shifts";
  schedule.operation = operation(loose_unicasts(), nodes);
  schedule.rounds = nodes - 1;
  schedule.block_flits = kFlits;
  schedule.fill = [&routing, nodes](std::uint64_t number, Round& round) {
    for (NodeId node = 0; node < nodes; ++node) {
      const NodeId to = (node + 1 + static_cast<NodeId>(number)) % nodes;
      begin_unicast(round, routing, node, to);
      round.add_block(make_block(node, to));
    }
  };
  return schedule;
}

/// Keeps the lengths of the ways of messages.
class Hops final : public DeliverySink {
 public:
  void delivered(const Delivery& delivery) override {
    of_messages.emplace_back(delivery.source, delivery.hops);
    EXPECT_EQ(delivery.path.size(), delivery.hops + 1U);
    EXPECT_EQ(delivery.path.back(), delivery.destination);
  }
  std::vector<std::pair<NodeId, std::uint64_t>> of_messages;
};

struct Routed {
  const RoutingPolicy& (*policy)();
  TopologyKind kind;
  std::vector<std::uint32_t> dims;
};

const std::vector<Routed> kRouted{{any_order_policy, TopologyKind::kTorus, {3, 4}},
                                  {o1turn_policy, TopologyKind::kMesh, {4, 4}},
                                  {romm_policy, TopologyKind::kHypercube, {4}},
                                  {valiant_policy, TopologyKind::kMesh, {4, 3}},
                                  {valiant_policy, TopologyKind::kTorus, {4, 4}},
                                  {opposite_tori_policy, TopologyKind::kTorus, {3, 4}},
                                  {ugal_policy, TopologyKind::kTorus, {4, 4}},
                                  {west_first_policy, TopologyKind::kMesh, {4, 4}},
                                  {odd_even_policy, TopologyKind::kMesh, {5, 3}},
                                  {adaptive_policy, TopologyKind::kTorus, {4, 4}},
                                  {adaptive_up_policy, TopologyKind::kFatTree, {3, 2}}};

class RoutedSchedule {
 public:
  RoutedSchedule(const Routed& routed, Sync sync)
      : topology_(routed.kind, routed.dims),
        routing_(topology_, RoutingOrder::kAscending, routed.policy(),
                 options_for(routed.policy(), topology_)),
        schedule_(shifts(routing_)) {
    config_.vcs = routing_.relation().classes();
    payload_ = make_payload(schedule_.operation, kFlits, 1);
    executor_ = std::make_unique<ScheduleExecutor>(
        schedule_, routing_, ExecutorOptions{sync, config_}, *payload_, &hops_);
    WiredCores cores(topology_, routing_, config_, packets_, *executor_, wakes_);
    WorkloadNetwork network{&packets_, &wakes_};
    for (NodeId node = 0; node < topology_.processors(); ++node) {
      network.interfaces.push_back(&cores.interface(node));
    }
    executor_->begin(network);
    cores.run(WiredCores::Order::kForward, 1'000'000,
              [this](Cycle cycle) { executor_->tick(cycle); });
  }

  const ScheduleExecutor& executor() const { return *executor_; }
  const Hops& hops() const { return hops_; }
  const Routing& routing() const { return routing_; }
  VerifyReport verified() const {
    VerifyOptions options{timing_model(config_)};
    options.vcs = config_.vcs;
    return verify(schedule_, routing_, options);
  }

 private:
  Topology topology_;
  Routing routing_;
  Schedule schedule_;
  NetworkConfig config_;
  PacketPool packets_;
  WakeQueue wakes_;
  Hops hops_;
  std::unique_ptr<Payload> payload_;
  std::unique_ptr<ScheduleExecutor> executor_;
};

std::string name_of(const Routed& routed) {
  return std::string(routed.policy().word) + " on " + Topology(routed.kind, routed.dims).describe();
}

TEST(RoutedSchedules, DeliverWhatTheyPromise) {
  for (const Routed& routed : kRouted) {
    SCOPED_TRACE(name_of(routed));
    for (const Sync sync : {Sync::kBarrier, Sync::kDataflow}) {
      const RoutedSchedule run(routed, sync);
      ASSERT_TRUE(run.executor().finished());
      EXPECT_EQ(run.executor().data_error(), "");
    }
  }
}

// With a longer way than the schedule has, slack is less than nothing.
TEST(RoutedSchedules, TellWhatTheyTookByCause) {
  Cycle waits = 0;
  for (const Routed& routed : kRouted) {
    SCOPED_TRACE(name_of(routed));
    const RoutedSchedule run(routed, Sync::kBarrier);
    for (const RoundRecord& round : run.executor().rounds()) {
      ASSERT_EQ(round.end - round.start, round.lockstep - round.slack + round.waits.total());
      waits += round.waits.total();
    }
  }
  EXPECT_GT(waits, 0);
}

TEST(RoutedSchedules, AreVerifiedForAllThatHeadersMayChoose) {
  for (const Routed& routed : kRouted) {
    SCOPED_TRACE(name_of(routed));
    const RoutedSchedule run(routed, Sync::kBarrier);
    const VerifyReport report = run.verified();
    EXPECT_EQ(report.dependency_cycle, "");
    EXPECT_TRUE(report.headers_choose);
    EXPECT_EQ(report.has_escape, routed.policy == adaptive_policy);
  }
}

TEST(RoutedSchedules, KnowHowLongADrawnWayIs) {
  const RoutedSchedule valiant({valiant_policy, TopologyKind::kMesh, {4, 4}}, Sync::kBarrier);
  const RoutedSchedule romm({romm_policy, TopologyKind::kMesh, {4, 4}}, Sync::kBarrier);
  const auto total = [](const RoutedSchedule& run) {
    std::uint64_t hops = 0;
    for (const auto& [source, of_message] : run.hops().of_messages) {
      hops += of_message;
    }
    return hops;
  };
  // All 240 pairs, 8/3 links each; by way of a node of 16, 2·(5/2). The links of a dimension and
  // phase have the variance 15/16 and, between the phases, the covariance 1/16, so that those of a
  // message have 4 and all together a standard deviation of 31.
  EXPECT_EQ(total(romm), 640U);
  EXPECT_NEAR(static_cast<double>(total(valiant)), 240 * 5, 3 * 31);
}

// A message with a path of its own keeps it.
TEST(RoutedSchedules, KeepPathsThatAreNotBaseRoutes) {
  const Topology mesh(TopologyKind::kMesh, {3, 3});
  const Routing routing(mesh, RoutingOrder::kAscending, valiant_policy());
  const Round round = handmade_round({{{0, 3, 4}, {make_block(0, 4)}},
                                      {{0, 1, 4}, {make_block(0, 4)}},
                                      {{0, 1, 2}, {make_block(0, 1)}, {1, 2}}},
                                     mesh);
  EXPECT_FALSE(draws_route(round[0], routing));
  EXPECT_TRUE(draws_route(round[1], routing));
  EXPECT_FALSE(draws_route(round[2], routing));
  EXPECT_FALSE(draws_route(round[1], Routing(mesh, RoutingOrder::kAscending)));
}

}  // namespace
}  // namespace flitcast::test_routed_schedules
