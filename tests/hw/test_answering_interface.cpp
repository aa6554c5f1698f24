#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "hw/ni/interfaces.h"
#include "tests/support/cores/core_network.h"

namespace flitcast::test_answering_interface {
namespace {

// R = 4, t_d = 5, t_s = 4 + R.
NetworkConfig answering(const InterfaceRates& rates, NodeId nodes) {
  NetworkConfig config;
  config.buffer_flits = 32;
  config.vcs = 3;
  config.ports = 3;
  config.lanes_at_ports = 3;
  config.interface = &answering_interface();
  config.pipeline.kind = PipelineKind::kStaged;
  config.pipeline.injection = InjectionMode::kSerial;
  config.pipeline.message_classes = 2;
  config.pipeline.class_vcs = {1, 2};
  config.rates = std::vector<InterfaceRates>(nodes, rates);
  return config;
}

constexpr std::uint8_t kRequest = 0;
constexpr std::uint8_t kReply = 1;

PostedMessage message(NodeId from, NodeId to, std::uint8_t kind, std::uint32_t words, Cycle at) {
  return {from, {to}, words, at, {}, kind};
}

Cycle tail_of(const CoreNetwork& network, std::size_t message) {
  const auto& tail = network.times(message).tail;
  return tail.empty() ? -1 : tail.begin()->second;
}

TEST(ClassesOfMessages, HaveSoManyVirtualChannelsAsAreGivenOrAsEvenlyAsItGoes) {
  RouterPipeline pipeline;
  pipeline.message_classes = 3;
  const auto classes = [&](int vcs) {
    std::vector<int> of_vcs(static_cast<std::size_t>(vcs));
    for (int vc = 0; vc < vcs; ++vc) {
      of_vcs[static_cast<std::size_t>(vc)] = pipeline.class_at(vc, vcs);
    }
    return of_vcs;
  };
  EXPECT_EQ(classes(3), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(classes(4), (std::vector<int>{0, 0, 1, 2}));
  pipeline.class_vcs = {1, 1, 2};
  EXPECT_EQ(classes(4), (std::vector<int>{0, 1, 2, 2}));
  pipeline.class_vcs = {2, 3, 1};
  EXPECT_EQ(classes(6), (std::vector<int>{0, 0, 1, 1, 1, 2}));
}

TEST(AnsweringInterface, TakesTheTimeOfAPlainOneForALoneMessage) {
  for (const NodeId hops : {1U, 2U, 3U}) {
    for (const std::uint32_t words : {0U, 1U, 30U}) {
      for (const std::uint8_t kind : {kRequest, kReply}) {
        CoreNetwork network(TopologyKind::kLine, {4}, answering({}, 4));
        network.add(message(0, hops, kind, words, 7));
        network.run();
        EXPECT_EQ(tail_of(network, 0), 7 + 8 + 5 * static_cast<Cycle>(hops) + words);
      }
    }
  }
}

// Five requests meet before node 4, which takes one; the next is taken in the cycle in which the
// reply to the first begins, 101: it is in memory at 102.
TEST(AnsweringInterface, TakesARequestWhenItBeginsToAnswerTheOneBefore) {
  InterfaceRates rates;
  rates.requests = 2;
  CoreNetwork network(TopologyKind::kLine, {5}, answering(rates, 5));
  for (std::size_t i = 0; i < 5; ++i) {
    network.add(message(3, 4, kRequest, 0, 0));
  }
  network.add(message(4, 3, kReply, 0, 100));
  network.run();
  EXPECT_EQ(tail_of(network, 0), 8 + 5);
  EXPECT_EQ(tail_of(network, 1), 102);
  for (std::size_t i = 2; i < 5; ++i) {
    EXPECT_EQ(tail_of(network, i), -1);
  }
}

TEST(AnsweringInterface, LeavesWhatDoesNotStandAtItsPortInTheNetwork) {
  InterfaceRates rates;
  rates.requests = 2;
  CoreNetwork network(TopologyKind::kLine, {2}, answering(rates, 2));
  for (std::size_t i = 0; i < 9; ++i) {
    network.add(message(0, 1, kRequest, 0, 0));
  }
  network.run();
  EXPECT_EQ(network.link(0, 1).flits(), 9U);
  EXPECT_EQ(network.link_behind(1, 2).flits(), 1U + 2U);
}

// Replies of 99 words both ways: at one flit a cycle for both, in turn, each takes twice as long.
TEST(AnsweringInterface, SendsAndTakesInTurnWhereTheyShareARate) {
  for (const bool shares : {false, true}) {
    InterfaceRates rates;
    rates.total = shares ? FlitRate{1, 1} : FlitRate{2, 1};
    CoreNetwork network(TopologyKind::kLine, {2}, answering(rates, 2));
    network.add(message(0, 1, kReply, 99, 0));
    network.add(message(1, 0, kReply, 99, 0));
    network.run();
    for (const std::size_t i : {0U, 1U}) {
      const Cycle alone = 8 + 5 + 99;
      if (shares) {
        EXPECT_GT(tail_of(network, i), alone + 70);
        EXPECT_LT(tail_of(network, i), alone + 110);
      } else {
        EXPECT_EQ(tail_of(network, i), alone);
      }
    }
  }
}

}  // namespace
}  // namespace flitcast::test_answering_interface
