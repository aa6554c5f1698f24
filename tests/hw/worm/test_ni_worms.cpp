#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/ni/ni_core.h"

namespace flitcast::test_ni_worms {
namespace {

/// A network interface with one port of each kind, without a network, and the node behind it.
class NiWorms : public testing::Test, public NiClient {
 protected:
  // Packet, cycle in which the node was told, header or start-up, tail or injection.
  using Told = std::tuple<PacketHandle, Cycle, Cycle, Cycle>;

  NiWorms() : core_(kNode, {}, packets_, *this, wakes_, wakes_.reserve(1)) {
    core_.attach_injection(0, injection_);
    core_.attach_ejection(0, ejection_);
    injection_.virtual_channel(0).open();
    ejection_.virtual_channel(0).open();
    injection_.attach_reader(&router_, 0, flit_kind::kNone);
    wakes_.enlist(router_);
    for (std::uint64_t id = 0; id < 3; ++id) {
      packets_.add({kNode, &destination_, 1, kWords, nullptr, id});
    }
  }

  void read(PacketHandle packet, std::uint32_t first, std::uint32_t count, Word* out) override {
    for (std::uint32_t i = 0; i < count; ++i) {
      out[i] = packet * 1000 + first + i;
    }
  }
  void write(PacketHandle packet, NodeId at, std::uint32_t first, std::uint32_t count,
             const Word* in) override {
    EXPECT_EQ(at, kNode);
    for (std::uint32_t i = 0; i < count; ++i) {
      EXPECT_EQ(in[i], packet * 1000 + first + i);
      words_.emplace_back(packet, first + i);
    }
  }
  void sent(PacketHandle packet, Cycle issued, Cycle injected) override {
    sent_.emplace_back(packet, wakes_.now(), issued, injected);
  }
  void received(PacketHandle packet, NodeId at, Cycle head, Cycle tail) override {
    EXPECT_EQ(at, kNode);
    received_.emplace_back(packet, wakes_.now(), head, tail);
  }

  WormSource& source() { return *injection_.source(); }
  WormSink& sink() { return *ejection_.sink(); }

  void enter(Cycle cycle) {
    wakes_.enter(cycle, [](std::size_t, std::uint64_t) {});
  }
  /// Ticks it in every cycle from the current one to `last`.
  void run_to(Cycle last) {
    for (Cycle cycle = wakes_.now(); cycle <= last; ++cycle) {
      if (cycle > wakes_.now()) {
        enter(cycle);
      }
      core_.tick(cycle);
    }
  }
  /// The router ejects a header, and words first … end − 1, which can be read from `at` on, one a
  /// cycle.
  void eject_header(PacketHandle packet, Cycle at) {
    eject({header_word(kNode, kWords + 1), packet, 0, flit_kind::kHead, 0}, at);
  }
  void eject_words(PacketHandle packet, std::uint32_t first, std::uint32_t end, Cycle at) {
    for (std::uint32_t i = first; i < end; ++i) {
      const int tail = i + 1 == kWords ? flit_kind::kTail : 0;
      const auto kind = static_cast<std::uint16_t>(flit_kind::kBody | tail);
      eject({packet * Word{1000} + i, packet, i, kind, 0}, at + i - first);
    }
  }
  void eject(const Flit& flit, Cycle at) {
    ASSERT_TRUE(ejection_.virtual_channel(0).can_push(at - 1));
    ejection_.deliver(flit, ejection_.virtual_channel(0), at, wakes_);
  }
  void write_from(PacketHandle packet, std::uint32_t first) {
    std::vector<Word> words(kWords - first);
    read(packet, first, kWords - first, words.data());
    sink().write_words(packet, first, kWords - first, words.data());
  }
  std::vector<std::pair<PacketHandle, std::uint32_t>> all_words(
      const std::vector<PacketHandle>& packets) const {
    std::vector<std::pair<PacketHandle, std::uint32_t>> words;
    for (const PacketHandle packet : packets) {
      for (std::uint32_t i = 0; i < kWords; ++i) {
        words.emplace_back(packet, i);
      }
    }
    return words;
  }

  static constexpr NodeId kNode = 4;
  static constexpr std::uint32_t kWords = 40;

  const NodeId destination_ = 9;
  PacketPool packets_;
  WakeQueue wakes_;
  Link injection_{NiCore::channel_parameters()};
  Link ejection_{NiCore::channel_parameters()};
  NiCore core_;
  Alarm router_;
  std::vector<std::pair<PacketHandle, std::uint32_t>> words_;
  std::vector<Told> sent_;
  std::vector<Told> received_;
};

// What can be read at t is in memory at t + 1.
TEST_F(NiWorms, AMessageThatComesWholeIsThereWhenItsTailIs) {
  enter(10);
  write_from(1, 0);
  sink().rest_comes(1, 11, 51);
  run_to(50);
  EXPECT_TRUE(received_.empty());
  run_to(60);
  EXPECT_EQ(received_, (std::vector<Told>{{1, 51, 12, 52}}));
}

// The output is free a cycle after the tail has left by it, when that can be read.
TEST_F(NiWorms, TheNextMayBeGrantedInTheCycleInWhichAMessageEnds) {
  for (const bool router_first : {true, false}) {
    const Cycle start = wakes_.now() + 10;
    received_.clear();
    enter(start);
    sink().rest_comes(1, start + 1, start + 41);
    run_to(start + 40);
    enter(start + 41);
    if (!router_first) {
      core_.tick(start + 41);
    }
    sink().rest_comes(2, start + 42, start + 82);
    run_to(start + 90);
    EXPECT_EQ(received_, (std::vector<Told>{{1, start + 41, start + 2, start + 42},
                                            {2, start + 82, start + 43, start + 83}}));
  }
}

// The end of an earlier message has not been looked at when the next one is granted the port.
TEST_F(NiWorms, AnEarlierMessageIsTakenOutOfTheChannelFirst) {
  enter(9);
  eject_header(0, 10);
  eject_words(0, 0, 30, 11);
  run_to(45);
  eject_words(0, 30, kWords, 46);
  enter(56);  // the tail came at 55; a router that looks first finds it there
  sink().rest_comes(1, 57, 97);
  write_from(1, 0);
  EXPECT_EQ(received_, (std::vector<Told>{{0, 56, 11, 56}}));
  EXPECT_EQ(words_, all_words({0, 1}));
  EXPECT_FALSE(ejection_.virtual_channel(0).occupied());
  run_to(100);
  EXPECT_EQ(received_.back(), Told(1, 97, 58, 98));
}

// A copy that is being taken: the header and some words have come, others are on the way.
TEST_F(NiWorms, TheRestOfACopyFollowsWhatStandsInTheChannel) {
  for (const std::uint32_t copied : {0U, 1U, 5U, 25U}) {
    const Cycle start = wakes_.now() + 20;
    words_.clear();
    received_.clear();
    enter(start);
    eject_header(2, start + 1);
    eject_words(2, 0, copied, start + 2);
    run_to(start + 3);
    sink().catch_up();
    EXPECT_EQ(core_.receiving(0), 2U);
    EXPECT_EQ(words_.size(), copied);
    write_from(2, copied);
    sink().rest_comes(2, WormSink::kHeadRead, start + 60);
    run_to(start + 70);
    EXPECT_EQ(received_, (std::vector<Told>{{2, start + 60, start + 2, start + 61}}));
    EXPECT_EQ(words_, all_words({2}));
    EXPECT_EQ(core_.receiving(0), kNoPacket);
  }
}

TEST_F(NiWorms, TellsWhatItHasNotHandedOver) {
  enter(0);
  core_.post(1, 0);
  run_to(1);
  const UnsentFlits unsent = source().unsent();
  EXPECT_EQ(unsent.source, &source());
  EXPECT_EQ(unsent.flits, kWords + 1 - NiCore::kChannelFlits);
  // The header, injected at 1, can be read at 2.
  EXPECT_EQ(unsent.ready, 2 + NiCore::kChannelFlits);
  Word words[2] = {};
  source().read_words(31, 2, words);
  EXPECT_EQ(words[0], 1031U);
  EXPECT_EQ(words[1], 1032U);
  EXPECT_NE(injection_.source(), nullptr);
  EXPECT_NE(ejection_.sink(), nullptr);
  Probe probe;
  core_.attach_probe(&probe);
  EXPECT_EQ(injection_.source(), nullptr);
  EXPECT_EQ(ejection_.sink(), nullptr);
}

// The next message is issued then.
TEST_F(NiWorms, ThePortIsFreeWhenTheTailOfAMessageThatWasTakenHasLeft) {
  for (const Cycle ahead : {1, 2, 30, 200}) {
    const Cycle start = wakes_.now() + 10;
    sent_.clear();
    enter(start);
    core_.post(0, start);
    core_.post(1, start);
    run_to(start + 1);
    const Cycle left = wakes_.now() + ahead;
    VirtualChannel& channel = injection_.virtual_channel(0);
    channel.pass(static_cast<std::uint32_t>(channel.occupancy()), kWords + 1 - 32,
                 WakeQueue::kNever, wakes_, [&](std::uint32_t) { return left; });
    source().rest_taken(left);
    run_to(left - 1);
    EXPECT_TRUE(sent_.empty());
    run_to(left);
    EXPECT_EQ(sent_, (std::vector<Told>{{0, left, start, start + 1}}));
    EXPECT_EQ(channel.front().packet, 1U);
    EXPECT_EQ(channel.front_time(), left + 2);
    channel.pass(static_cast<std::uint32_t>(channel.occupancy()), source().unsent().flits,
                 WakeQueue::kNever, wakes_, [&](std::uint32_t) { return left + 50; });
    source().rest_taken(left + 50);
    run_to(left + 60);
    EXPECT_EQ(sent_.back(), Told(1, left + 50, left, left + 1));
  }
}

}  // namespace
}  // namespace flitcast::test_ni_worms
