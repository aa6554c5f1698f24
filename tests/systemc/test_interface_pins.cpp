// Packets that go in by pins come out by pins, whole, in order, and in time.

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <flitcast/systemc/interface_pins.h>
#include <gtest/gtest.h>

#include "tests/support/draw.h"

namespace flitcast::test_interface_pins {
namespace {

using sc_core::sc_signal;
using sc_core::sc_time;

struct Sent {
  std::uint32_t destination;
  std::vector<std::uint64_t> words;
};

/// What came out, and when its head was first seen.
struct Came {
  std::uint32_t source;
  std::vector<std::uint64_t> words;
  std::int64_t head_at;
};

/// The node behind an interface: sends its packets, stalling one edge in `stalls` on either side;
/// 0: never.
class Node final : public sc_core::sc_module {
 public:
  Node(sc_core::sc_module_name name, systemc::NetworkModule& network, std::uint32_t node,
       sc_core::sc_clock& clock, std::uint64_t stalls)
      : sc_core::sc_module(name),
        interface("interface", network, node),
        draw_(node + 1),
        stalls_(stalls) {
    interface.clk(clock);
    interface.in_valid(in_valid_);
    interface.in_ready(in_ready_);
    interface.in_head(in_head_);
    interface.in_tail(in_tail_);
    interface.in_destination(in_destination_);
    interface.in_word(in_word_);
    interface.out_valid(out_valid_);
    interface.out_ready(out_ready_);
    interface.out_head(out_head_);
    interface.out_tail(out_tail_);
    interface.out_source(out_source_);
    interface.out_word(out_word_);
    SC_METHOD(edge);
    dont_initialize();
    sensitive << clock.posedge_event();
  }

  systemc::InterfacePins interface;
  std::deque<Sent> to_send;
  std::vector<Came> came;
  std::vector<std::int64_t> tails_at;  // that were taken
  std::int64_t not_ready = 0;          // edges
  bool deaf = false;                   // takes nothing

 private:
  SC_HAS_PROCESS(Node);
  static std::int64_t now() {
    return static_cast<std::int64_t>(sc_core::sc_time_stamp() / sc_time(1, sc_core::SC_NS));
  }
  bool stalls() { return stalls_ > 0 && draw_.one_in(stalls_); }

  void edge() {
    send();
    take();
  }
  void send() {
    if (in_valid_ && in_ready_) {
      if (in_tail_) {
        tails_at.push_back(now());
      }
      if (++sent_ == to_send.front().words.size()) {
        to_send.pop_front();
        sent_ = 0;
      }
    } else if (in_valid_) {
      ++not_ready;
      return;  // what is offered stays
    }
    const bool offers = !to_send.empty() && !stalls();
    in_valid_ = offers;
    if (offers) {
      const Sent& packet = to_send.front();
      in_head_ = sent_ == 0;
      in_tail_ = sent_ + 1 == packet.words.size();
      in_destination_ = sent_ == 0 ? packet.destination : 0xffff;
      in_word_ = packet.words[sent_];
    }
  }
  void take() {
    if (out_valid_ && out_head_ && (came.empty() || whole_)) {
      came.push_back({out_source_, {}, now()});
      whole_ = false;
    }
    if (out_valid_ && out_ready_) {
      EXPECT_EQ(out_head_.read(), came.back().words.empty());
      came.back().words.push_back(out_word_);
      whole_ = out_tail_;
    }
    out_ready_ = !deaf && !stalls();
  }

  sc_signal<bool> in_valid_, in_ready_, in_head_, in_tail_, out_valid_, out_ready_, out_head_,
      out_tail_;
  sc_signal<std::uint32_t> in_destination_, out_source_;
  sc_signal<std::uint64_t> in_word_, out_word_;
  std::size_t sent_ = 0;
  bool whole_ = false;
  Draw draw_;
  std::uint64_t stalls_;
};

Settings mesh() {
  Settings settings;
  settings.set("topology.kind", "mesh").set("topology.dims", "2x2").set("ni.startup", "3");
  return settings.set("clock.period", "1 ns");
}

struct Nodes {
  explicit Nodes(std::uint64_t stalls, const Network::Options& options = {})
      : network("network", mesh(), options) {
    for (std::uint32_t i = 0; i < network.network().nodes(); ++i) {
      nodes.push_back(
          std::make_unique<Node>(("node_" + std::to_string(i)).c_str(), network, i, clock, stalls));
    }
  }
  sc_core::sc_clock clock{"clock", sc_time(1, sc_core::SC_NS)};
  systemc::NetworkModule network;
  std::vector<std::unique_ptr<Node>> nodes;
};

void run(double cycles) {
  sc_core::sc_start(sc_time(cycles, sc_core::SC_NS));
}

// From corner to corner, D = 2, t_s = 7, t_d = t_m = 1. The header and 4 flits are offered at edge
// 1 at the earliest, when `in_ready` shows, and are taken at edges 1 to 5 … T = 7 + 2 + 4 = 13; the
// head shows after edge 5 + 13 + 1, and is seen at the next one.
TEST(InterfacePins, APacketTakesItsTimeAndACycleToShow) {
  Nodes all(0);
  all.nodes[0]->to_send.push_back({3, {10, 11, 12, 13, 14}});
  all.nodes[0]->to_send.push_back({3, {20}});
  run(100);
  ASSERT_EQ(all.nodes[0]->tails_at.size(), 2U);
  const std::int64_t tail = all.nodes[0]->tails_at[0];
  EXPECT_EQ(all.nodes[0]->tails_at[1], tail + 1) << "there is a gap between packets";
  ASSERT_EQ(all.nodes[3]->came.size(), 2U);
  EXPECT_EQ(all.nodes[3]->came[0].head_at, tail + 13 + 2);
  EXPECT_EQ(all.nodes[3]->came[0].source, 0U);
  EXPECT_EQ(all.nodes[3]->came[0].words, (std::vector<std::uint64_t>{10, 11, 12, 13, 14}));
  EXPECT_EQ(all.nodes[3]->came[1].words, (std::vector<std::uint64_t>{20}));
}

TEST(InterfacePins, NothingIsLostOrOutOfOrderWhateverStalls) {
  Nodes all(3);
  Draw draw(1);
  std::vector<std::vector<std::vector<std::uint64_t>>> sent(16);  // by source and destination
  for (int i = 0; i < 1000; ++i) {
    const auto source = draw.between<std::uint32_t>(0, 3);
    const auto destination = draw.between<std::uint32_t>(0, 3);
    std::vector<std::uint64_t> words(draw.between<std::size_t>(1, 9));
    for (std::uint64_t& word : words) {
      word = draw.between<std::uint64_t>(0, ~std::uint64_t{1});
    }
    all.nodes[source]->to_send.push_back({destination, words});
    sent[std::size_t{source} * 4 + destination].push_back(words);
  }
  run(20'000);
  std::vector<std::vector<std::vector<std::uint64_t>>> came(16);
  for (std::size_t i = 0; i < all.nodes.size(); ++i) {
    for (const Came& packet : all.nodes[i]->came) {
      came[std::size_t{packet.source} * 4 + i].push_back(packet.words);
    }
  }
  EXPECT_EQ(came, sent);
}

TEST(InterfacePins, ReadyIsLowWhileTwoPacketsWaitForTheNetwork) {
  Network::Options options;
  options.source_queue = 1;
  Nodes all(0, options);
  for (std::uint64_t i = 0; i < 20; ++i) {
    all.nodes[0]->to_send.push_back({3, {i}});
  }
  run(12);  // one has gone, one is in its start-up, and two wait
  EXPECT_EQ(all.nodes[0]->tails_at.size(), 4U);
  EXPECT_GT(all.nodes[0]->not_ready, 3);
  run(1000);
  ASSERT_EQ(all.nodes[3]->came.size(), 20U);
  EXPECT_EQ(all.nodes[3]->came[19].words, (std::vector<std::uint64_t>{19}));
}

TEST(InterfacePins, WhatIsNotTakenStays) {
  Nodes all(0);
  all.nodes[3]->deaf = true;
  all.nodes[0]->to_send.push_back({3, {1, 2}});
  run(100);
  EXPECT_TRUE(all.nodes[3]->came.size() == 1 && all.nodes[3]->came[0].words.empty());
  all.nodes[3]->deaf = false;
  run(10);
  EXPECT_EQ(all.nodes[3]->came[0].words, (std::vector<std::uint64_t>{1, 2}));
}

TEST(InterfacePins, ReportsAHeadForANodeThatIsNotThere) {
  Nodes all(0);
  all.nodes[0]->to_send.push_back({4, {1}});
  EXPECT_THROW(run(10), sc_core::sc_report);
}

}  // namespace
}  // namespace flitcast::test_interface_pins
