#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/schedules/unicasts.h"
#include "traffic/play/schedule_executor.h"
#include "traffic/schedule/messages.h"

namespace flitcast::test_schedule_executor {
namespace {

/// Two nodes whose network interfaces never run: the test delivers by hand. One round: node 0 sends
/// node 1 one block of three words.
class HandDelivery : public testing::Test {
 protected:
  HandDelivery() {
    schedule_.operation.kind = &loose_unicasts();
    schedule_.operation.nodes = 2;
    schedule_.rounds = 1;
    schedule_.block_flits = 3;
    schedule_.fill = [this](std::uint64_t, Round& round) {
      begin_unicast(round, routing_, 0, 1);
      round.add_block(make_block(0, 1));
    };
    executor_ = std::make_unique<ScheduleExecutor>(schedule_, routing_, ExecutorOptions{}, payload_,
                                                   nullptr);
    wakes_.reserve(2);
    WorkloadNetwork network{&packets_, &wakes_};
    for (NodeId node = 0; node < 2; ++node) {
      interfaces_.push_back(make_interface({node, node, config_, packets_, *executor_, wakes_}));
      network.interfaces.push_back(interfaces_[node].get());
    }
    executor_->begin(network);
    advance_to(0);
    executor_->read(0, 0, 3, words_.data());
    executor_->sent(0, 0, 1);
  }

  void advance_to(Cycle cycle) {
    wakes_.enter(cycle, [](std::size_t, std::uint64_t) {});
    executor_->tick(cycle);
  }
  void deliver(std::uint32_t words) {
    executor_->write(0, 1, 0, words, words_.data());
    executor_->received(0, 1, 5, 8);
    advance_to(8);
  }

  Topology topology_{TopologyKind::kLine, {2}};
  Routing routing_{topology_, RoutingOrder::kAscending};
  Schedule schedule_;
  GeneratedPayload payload_{1};
  const NetworkConfig config_;
  PacketPool packets_;
  WakeQueue wakes_;
  std::unique_ptr<ScheduleExecutor> executor_;
  std::vector<std::unique_ptr<InterfaceCore>> interfaces_;
  std::vector<Word> words_ = std::vector<Word>(3);
};

TEST_F(HandDelivery, CompletesTheRoundWhenEverythingIsThere) {
  EXPECT_EQ(executor_->rounds_done(), 0U);
  EXPECT_EQ(executor_->position(), "in round 0");
  EXPECT_EQ(executor_->progress().words, "round 0/1");
  EXPECT_EQ(executor_->payload_flits(), 0U);
  deliver(3);
  EXPECT_TRUE(executor_->finished());
  EXPECT_EQ(executor_->data_error(), "");
  EXPECT_EQ(executor_->rounds_done(), 1U);
  EXPECT_EQ(executor_->phase(), 1U);
  EXPECT_EQ(executor_->progress().words, "round 1/1");
  EXPECT_EQ(executor_->messages(), 1U);
  EXPECT_EQ(executor_->payload_flits(), 3U);
  EXPECT_EQ(executor_->completion(), 8);
  EXPECT_EQ(executor_->latencies(), (std::map<Cycle, std::uint64_t>{{8, 1}}));
}

TEST_F(HandDelivery, NoticesAMessageThatComesShort) {
  deliver(2);
  EXPECT_TRUE(executor_->finished());
  EXPECT_EQ(executor_->data_error(), "node 1 received 2 words of a message of 3 from node 0");
}

TEST_F(HandDelivery, NoticesAWordThatChangedOnTheWay) {
  words_[1] ^= 1U;
  deliver(3);
  EXPECT_EQ(executor_->data_error().rfind("node 1, block 0->1, word 1: ", 0), 0U)
      << executor_->data_error();
}

TEST_F(HandDelivery, RefusesAMessageAtANodeThatItIsNotFor) {
  EXPECT_THROW(executor_->received(0, 0, 5, 8), std::logic_error);
}

}  // namespace
}  // namespace flitcast::test_schedule_executor
