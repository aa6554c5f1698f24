#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "hw/ni/interfaces.h"
#include "tests/support/cores/wired_cores.h"
#include "tests/support/networks/timing_setups.h"

namespace flitcast::test_memory_interface {
namespace {

/// A request and its reply: when each was issued, and when its last word was in memory.
struct Exchange {
  Cycle issued = -1;
  Cycle asked = -1;
  Cycle answered = -1;
  Cycle retired = -1;
};

/// A line of nodes with memories. Requests are posted at chosen cycles; each is answered at once.
class Line final : public NiClient {
 public:
  Line(NodeId nodes, const NetworkConfig& config, std::uint32_t reply_payload)
      : topology_(TopologyKind::kLine, {nodes}),
        routing_(topology_, RoutingOrder::kAscending),
        reply_payload_(reply_payload),
        cores_(topology_, routing_, config, packets_, *this, wakes_) {
    wakes_.enlist(poster_);
    for (NodeId node = 0; node < nodes; ++node) {
      nodes_.push_back(node);
    }
  }

  /// Returns the number of the request.
  std::size_t ask(NodeId from, NodeId to, std::uint32_t payload, Cycle at) {
    posts_.push_back({from, to, payload, at});
    exchanges_.emplace_back();
    wakes_.wake(poster_, 1, at);
    return exchanges_.size() - 1;
  }
  void run(WiredCores::Order order = WiredCores::Order::kForward) {
    cores_.run(order, 100'000, [this](Cycle now) {
      if (poster_.take(now) != 0) {
        post(now);
      }
    });
  }
  const Exchange& operator[](std::size_t request) const { return exchanges_[request]; }
  std::vector<HeldUp> held_up(NodeId node) { return cores_.interface(node).held_up(); }

  void read(PacketHandle, std::uint32_t first, std::uint32_t count, Word* out) override {
    std::fill(out, out + count, Word{first});
  }
  void write(PacketHandle, NodeId, std::uint32_t, std::uint32_t, const Word*) override {}
  void sent(PacketHandle packet, Cycle issued, Cycle /*injected*/) override {
    const Packet& sent = packets_[packet];
    Exchange& exchange = exchanges_[sent.id];
    (sent.message_class == 0 ? exchange.issued : exchange.answered) = issued;
  }
  void received(PacketHandle packet, NodeId /*at*/, Cycle /*head*/, Cycle tail) override {
    const Packet request = packets_[packet];
    if (request.message_class == 1) {
      exchanges_[request.id].retired = tail;
      return;
    }
    exchanges_[request.id].asked = tail;
    add(request.destinations[0], request.source, reply_payload_, 1, request.id, tail);
  }

 private:
  struct Post {
    NodeId from;
    NodeId to;
    std::uint32_t payload;
    Cycle at;
  };

  void post(Cycle now) {
    for (std::size_t i = 0; i < posts_.size(); ++i) {
      if (posts_[i].at == now) {
        add(posts_[i].from, posts_[i].to, posts_[i].payload, 0, i, now);
      }
    }
  }
  void add(NodeId from, NodeId to, std::uint32_t payload, std::uint8_t message_class,
           std::uint64_t id, Cycle at) {
    Packet packet{from, &nodes_[to], 1, payload, nullptr, id};
    packet.message_class = message_class;
    cores_.interface(from).post(packets_.add(packet), at);
  }

  Topology topology_;
  Routing routing_;
  std::uint32_t reply_payload_;
  std::deque<NodeId> nodes_;
  std::vector<Post> posts_;
  std::vector<Exchange> exchanges_;
  PacketPool packets_;
  WakeQueue wakes_;
  Alarm poster_;
  WiredCores cores_;
};

NetworkConfig with_memory(NetworkConfig config, const MemorySettings& memory) {
  config.interface = &memory_interface();
  config.memory = memory;
  return config;
}

Cycle flight(const NetworkConfig& config, Cycle hops, Cycle payload) {
  const auto [t_s, t_d, t_m, t_r, t_op] = timing_model(config);
  return t_s + hops * t_d + payload * t_m;
}

// From when a message is issued until its port knows that the tail has left.
Cycle leaving(const NetworkConfig& config, Cycle payload) {
  return config.startup + kIntoRouter + config.router_delay + payload * config.cycles_per_flit + 1;
}

// By hand, t_s = 4 and t_d = t_m = 1: a request of one flit, posted at 3, goes two links and is
// there at 3 + 4 + 2 = 9. The bank has it until 29. A reply of five flits takes 4 + 2 + 4 = 10.
TEST(MemoryInterface, AnswersToTheCycle) {
  const NetworkConfig config = with_memory(wormhole_config(0, 1, 1), {4, 20, 1, 4, 4});
  Line line(3, config, 4);
  line.ask(0, 2, 0, 3);
  line.run();
  EXPECT_EQ(line[0].issued, 3);
  EXPECT_EQ(line[0].asked, 9);
  EXPECT_EQ(line[0].answered, 29);
  EXPECT_EQ(line[0].retired, 39);
}

TEST(MemoryInterface, TakesFlightServiceAndFlightByTheFormula) {
  for (const auto order : {WiredCores::Order::kForward, WiredCores::Order::kBackward}) {
    for (const Cycle router_delay : {0, 3}) {
      for (const Cycle t_m : {1, 2}) {
        for (const std::uint32_t payload : {0U, 1U, 16U, 40U}) {
          for (const Cycle startup : {0, 7}) {
            for (const Cycle delay : {1, 5, 100}) {
              NetworkConfig plain = wormhole_config(router_delay, 1, t_m);
              plain.startup = startup;
              const NetworkConfig config = with_memory(plain, {4, delay, 1, 4, 4});
              Line line(5, config, 33);
              line.ask(1, 4, payload, 3);
              line.run(order);
              ASSERT_EQ(line[0].asked, 3 + flight(config, 3, payload));
              ASSERT_EQ(line[0].answered, line[0].asked + delay);
              ASSERT_EQ(line[0].retired, line[0].answered + flight(config, 3, 33));
            }
          }
        }
      }
    }
  }
}

TEST(MemoryInterface, TakesTheSameOnStagedRouters) {
  NetworkConfig plain = wormhole_config(0, 1, 1);
  plain.pipeline.kind = PipelineKind::kStaged;
  plain.buffer_flits = 16;
  const NetworkConfig config = with_memory(plain, {4, 20, 1, 4, 4});
  Line line(4, config, 4);
  line.ask(3, 0, 2, 0);
  line.run();
  EXPECT_EQ(line[0].asked, flight(config, 3, 2));
  EXPECT_EQ(line[0].retired, line[0].asked + 20 + flight(config, 3, 4));
}

// Two requests are there in the same cycle: one bank takes them one after the other, two at once;
// their replies leave by one port.
TEST(MemoryInterface, ServesAsManyAtATimeAsItHasBanks) {
  for (const int banks : {1, 2}) {
    NetworkConfig config = with_memory(wormhole_config(0, 1, 1), {4, 50, banks, 4, 4});
    config.ports = 2;
    Line line(3, config, 0);
    line.ask(0, 1, 0, 0);
    line.ask(2, 1, 0, 0);
    line.run();
    ASSERT_EQ(line[0].asked, line[1].asked);
    const auto [first, second] = std::minmax(line[0].answered, line[1].answered);
    EXPECT_EQ(first, line[0].asked + 50);
    EXPECT_EQ(second, first + (banks == 1 ? 50 : 0));
  }
}

// With one place for replies a bank begins when the tail of the reply before has left.
TEST(MemoryInterface, BeginsWithARequestWhenThereIsAPlaceForItsReply) {
  const NetworkConfig config = with_memory(wormhole_config(1, 1, 2), {3, 10, 2, 4, 1});
  Line line(2, config, 20);
  for (int i = 0; i < 3; ++i) {
    line.ask(0, 1, 0, 0);
  }
  line.run();
  for (std::size_t i = 1; i < 3; ++i) {
    EXPECT_EQ(line[i].answered, line[i - 1].answered + leaving(config, 20) + 10);
  }
}

// Two may be under way: the third is issued as if it were posted when the first reply is there.
TEST(MemoryInterface, HasNoMoreRequestsUnderWayThanItMay) {
  const NetworkConfig config = with_memory(wormhole_config(0, 1, 1), {2, 30, 4, 4, 4});
  Line line(2, config, 3);
  for (int i = 0; i < 5; ++i) {
    line.ask(0, 1, 0, 0);
  }
  line.run();
  EXPECT_EQ(line[0].issued, 0);
  EXPECT_EQ(line[1].issued, leaving(config, 0));
  for (std::size_t i = 2; i < 5; ++i) {
    EXPECT_EQ(line[i].issued, line[i - 2].retired);
  }
}

// A memory with one place: requests beyond it stay in the network, and none is lost. They are
// served in the order in which they come, without a pause.
TEST(MemoryInterface, LeavesInTheNetworkWhatItHasNoRoomFor) {
  const NetworkConfig config = with_memory(wormhole_config(0, 1, 1), {12, 40, 1, 1, 4});
  Line line(3, config, 0);
  for (int i = 0; i < 12; ++i) {
    line.ask(0, 2, 5, 0);
  }
  line.run();
  for (std::size_t i = 0; i < 12; ++i) {
    ASSERT_GE(line[i].retired, 0);
    EXPECT_EQ(line[i].answered, line[0].asked + static_cast<Cycle>(i + 1) * 40);
  }
  // The thirteenth place would be in the network.
  EXPECT_GT(line[11].asked, line[0].asked + 9 * 40);
  EXPECT_TRUE(line.held_up(2).empty());
}

// Both ask each other, and nothing else moves: each memory waits for its reply, which waits for the
// send port, which a request has that waits for the other memory.
TEST(MemoryInterface, TellsWhoHoldsUpWhom) {
  const NetworkConfig config = with_memory(wormhole_config(0, 1, 1), {20, 100, 1, 1, 1});
  Line line(2, config, 30);
  for (int i = 0; i < 20; ++i) {
    line.ask(0, 1, 0, 0);
    line.ask(1, 0, 0, 0);
  }
  line.run();
  for (const NodeId node : {0U, 1U}) {
    const std::vector<HeldUp> held = line.held_up(node);
    ASSERT_EQ(held.size(), 2U);
    EXPECT_EQ(held[0].why, HeldUp::Why::kMemory);
    EXPECT_EQ(held[1].why, HeldUp::Why::kSendPort);
    EXPECT_EQ(held[0].by, held[1].packet);
  }
  EXPECT_EQ(line[39].retired, -1);
}

}  // namespace
}  // namespace flitcast::test_memory_interface
