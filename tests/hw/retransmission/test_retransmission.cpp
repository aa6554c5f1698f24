#include <gtest/gtest.h>

#include "hw/fault/link_faults.h"
#include "hw/ni/interfaces.h"
#include "tests/support/cores/core_network.h"

namespace flitcast::test_retransmission {
namespace {

constexpr Cycle kTimeout = 50;

/// A line of three nodes of which one link has a fault.
NetworkConfig line(const char* fault, LinkEnds faulty) {
  NetworkConfig config;
  config.interface = &retransmitting_interface();
  config.retransmission.timeout = kTimeout;
  config.flit_by_flit = true;
  if (fault != nullptr) {
    config.fault = make_link_fault(fault, 1);
    config.faulty_links = {faulty};
  }
  return config;
}

RetransmissionCounts counts_of(const CoreNetwork& network) {
  RetransmissionCounts counts;
  for (NodeId node = 0; node < network.topology().processors(); ++node) {
    counts += network.interface(node).retransmissions();
  }
  return counts;
}

// A message of 3 words from node 0 to node 2, posted at 5, is a header, a label, 3 words and a
// check: t_s + 2·t_d + 5·t_m = 4 + 2 + 5 = 11 cycles from 6 on, when it is a frame. Its header
// enters the injection channel at 7, its tail at 12, which is in the router at 13 and goes on at
// once: at 14 it has left.
constexpr Cycle kPosted = 5;
constexpr Cycle kIssued = 6;
constexpr Cycle kAlone = 11;
constexpr Cycle kLeft = 14;

class OneMessage : public testing::Test {
 protected:
  void play(const char* fault, LinkEnds faulty) {
    network_.emplace(TopologyKind::kLine, std::vector<std::uint32_t>{3}, line(fault, faulty));
    message_ = network_->add({0, {2}, 3, kPosted});
    network_->run();
    counts_ = counts_of(*network_);
  }
  Cycle arrival() const { return network_->times(message_).tail.at(2); }

  std::optional<CoreNetwork> network_;
  std::size_t message_ = 0;
  RetransmissionCounts counts_;
};

TEST_F(OneMessage, TakesTwoFlitsMoreThanWithoutACheck) {
  play(nullptr, {});
  EXPECT_EQ(arrival(), kIssued + kAlone);
  EXPECT_EQ(counts_.acknowledgements, 1U);
  EXPECT_EQ(counts_.sent_again, 0U);
  // Of the message, and of its acknowledgement: a header, a label and a check.
  EXPECT_EQ(network_->link(0, 1).flits(), 6U);
  EXPECT_EQ(network_->link(2, 1).flits(), 3U);
}

// Whatever is lost, header and tail included: the message is sent again at 14 + 50.
TEST_F(OneMessage, IsSentAgainWhenTheTimeIsOver) {
  for (const char* const lost : {"drops 0", "drops 1", "drops 3", "drops 5", "drops 0-5"}) {
    play(lost, {0, 1});
    EXPECT_EQ(arrival(), kLeft + kTimeout + kAlone) << lost;
    EXPECT_EQ(network_->times(message_).issued, kIssued);
    EXPECT_EQ(counts_.discarded, 1U);
    EXPECT_EQ(counts_.sent_again, 1U);
    EXPECT_EQ(counts_.acknowledgements, 1U);
    EXPECT_EQ(counts_.duplicates, 0U);
  }
}

// The second time waits twice as long: the tail left at 14, and 64 + 8 = 72; 72 + 100 = 172.
TEST_F(OneMessage, WaitsTwiceAsLongTheSecondTime) {
  play("drops 0-6", {0, 1});
  EXPECT_EQ(arrival(), kLeft + kTimeout + (kLeft - kIssued) + 2 * kTimeout + kAlone);
  EXPECT_EQ(counts_.sent_again, 2U);
  EXPECT_EQ(counts_.discarded, 2U);
}

TEST_F(OneMessage, ComesOnceWhenItsAcknowledgementIsLost) {
  play("drops 2", {2, 1});
  EXPECT_EQ(arrival(), kIssued + kAlone);
  EXPECT_EQ(counts_.discarded, 1U);
  EXPECT_EQ(counts_.sent_again, 1U);
  EXPECT_EQ(counts_.duplicates, 1U);
  EXPECT_EQ(counts_.acknowledgements, 2U);
}

TEST_F(OneMessage, IsGivenUpAtLast) {
  play("drops 0-1000000", {1, 2});
  EXPECT_FALSE(network_->complete());
  EXPECT_EQ(counts_.sent_again, 999U);
  EXPECT_EQ(counts_.discarded, 1000U);
  ASSERT_EQ(counts_.given_up.size(), 1U);
  EXPECT_EQ(counts_.given_up[0].message, message_);
  EXPECT_EQ(counts_.given_up[0].source, 0U);
  EXPECT_EQ(counts_.given_up[0].destination, 2U);
}

// The first message is lost, and holds the second one up that the window has no place for.
TEST(Window, HoldsBackWhatIsBeyondIt) {
  for (const int window : {1, 2}) {
    NetworkConfig config = line("drops 0", {0, 1});
    config.retransmission.window = window;
    CoreNetwork network(TopologyKind::kLine, {3}, config);
    const std::size_t first = network.add({0, {2}, 3, kPosted});
    const std::size_t second = network.add({0, {2}, 3, kPosted});
    network.run();
    const Cycle again = network.times(first).tail.at(2);
    EXPECT_EQ(again, kLeft + kTimeout + kAlone);
    EXPECT_EQ(network.times(second).tail.at(2) > again, window == 1);
  }
}

}  // namespace
}  // namespace flitcast::test_retransmission
