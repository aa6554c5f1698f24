#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <flitcast/network.h>
#include <gtest/gtest.h>

#include "hw/routing/routing.h"
#include "tests/support/draw.h"
#include "traffic/play/workload.h"
#include "traffic/schedule/random.h"

namespace flitcast {

/// Packets for a network: some are posted at dates of their own, and some of those that arrive are
/// answered by another in the cycle of their arrival, at most so many in all.
struct PostedPackets {
  std::multimap<Cycle, Network::Packet> posts = {};
  NodeId nodes = 1;
  std::uint32_t most_flits = 1;
  std::uint8_t classes = 1;
  std::uint64_t most = 0;
  bool requests = false;  ///< class 0 is answered always, by class 1, which never is

  /// What answers packet `number`. False where nothing does.
  bool answer(std::uint64_t number, const Network::Packet& packet, std::uint64_t posted,
              Network::Packet& answer) const {
    SplitMix64 random(number);
    answer = {packet.destination, packet.source,
              static_cast<std::uint32_t>(random.below(most_flits + std::uint64_t{1})), 1, nullptr};
    if (requests) {
      return packet.message_class == 0;
    }
    answer.destination = static_cast<NodeId>(random.below(nodes));
    answer.message_class = static_cast<std::uint8_t>(random.below(classes));
    return posted < most && random.below(4) != 0;
  }
};

inline PostedPackets draw_posts(Draw& draw, const PostedPackets& kind, std::uint64_t count,
                                Cycle cycles) {
  PostedPackets drawn = kind;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto flits = draw.one_in(3) ? 0 : draw.between<std::uint32_t>(0, kind.most_flits);
    const auto its =
        static_cast<std::uint8_t>(kind.requests ? 0 : draw.between(0, kind.classes - 1));
    drawn.posts.insert({draw.between<Cycle>(0, cycles),
                        {draw.between<NodeId>(0, kind.nodes - 1),
                         draw.between<NodeId>(0, kind.nodes - 1), flits, its, nullptr}});
  }
  return drawn;
}

/// When a packet was where.
struct PacketDates {
  Cycle posted = -1;
  Cycle injected = -1;
  Cycle arrived = -1;
  bool operator==(const PacketDates& other) const {
    return std::tie(posted, injected, arrived) ==
           std::tie(other.posted, other.injected, other.arrived);
  }
  friend std::ostream& operator<<(std::ostream& out, const PacketDates& dates) {
    return out << "posted " << dates.posted << ", injected " << dates.injected << ", arrived "
               << dates.arrived;
  }
};

/// Posts them as any workload of flitcast does, straight to the network interfaces.
class PostingWorkload final : public Workload {
 public:
  PostingWorkload(const Routing& routing, PostedPackets packets)
      : routing_(routing), packets_(std::move(packets)) {}

  /// By number.
  std::vector<PacketDates> dates() const {
    std::vector<PacketDates> all;
    for (const auto& [number, under_way] : under_way_) {
      all.push_back(under_way.dates);
    }
    return all;
  }

  bool finished() const override { return arrived_ == under_way_.size(); }
  Cycle completion() const override { return last_; }
  WorkloadProgress progress() const override { return {"posting"}; }
  std::string position() const override { return "while packets are posted"; }
  void read(PacketHandle packet, std::uint32_t first, std::uint32_t count, Word* out) override {
    for (std::uint32_t i = 0; i < count; ++i) {
      out[i] = packets()[packet].id + first + i;
    }
  }
  void write(PacketHandle /*packet*/, NodeId /*at*/, std::uint32_t /*first*/,
             std::uint32_t /*count*/, const Word* /*in*/) override {}
  void sent(PacketHandle packet, Cycle /*issued*/, Cycle injected) override {
    under_way_.at(packets()[packet].id).dates.injected = injected;
  }
  void received(PacketHandle packet, NodeId at, Cycle /*head*/, Cycle tail) override {
    const std::uint64_t number = packets()[packet].id;
    under_way_.at(number).dates.arrived = tail;
    answers_[{tail, at, number}] = true;
    last_ = std::max(last_, tail);
    ++arrived_;
    wake_at(tail);
  }

 private:
  struct UnderWay {
    Network::Packet packet;
    PacketDates dates;
    std::vector<PortId> way;
  };

  void start() override {
    for (const auto& [at, packet] : packets_.posts) {
      wake_at(at);
    }
  }
  void act(Cycle now) override {
    while (!answers_.empty() && std::get<0>(answers_.begin()->first) <= now) {
      const std::uint64_t number = std::get<2>(answers_.begin()->first);
      answers_.erase(answers_.begin());
      Network::Packet answer;
      if (packets_.answer(number, under_way_.at(number).packet, under_way_.size(), answer)) {
        send(answer, now);
      }
    }
    for (auto [post, end] = packets_.posts.equal_range(now); post != end; ++post) {
      send(post->second, now);
    }
  }
  void send(const Network::Packet& packet, Cycle now) {
    const std::uint64_t number = under_way_.size();
    UnderWay& own = under_way_[number];
    own = {packet, {now, -1, -1}, {}};
    Packet hardware{packet.source, &own.packet.destination, 1, packet.flits, nullptr, number};
    hardware.message_class = packet.message_class;
    if (routing_.draw() != nullptr) {
      routing_.draw_route(hardware, own.way);
    }
    post(packets().add(hardware), now);
  }

  const Routing& routing_;
  PostedPackets packets_;
  std::map<std::uint64_t, UnderWay> under_way_;                       // by number
  std::map<std::tuple<Cycle, NodeId, std::uint64_t>, bool> answers_;  // to arrivals, in order
  std::uint64_t arrived_ = 0;
  Cycle last_ = 0;
};

/// How far time goes on between posts.
enum class Pace { kStep, kToDates, kToEvents, kAnyhow };

/// Posts them to a Network, whose time goes on at a pace. Packets are taken from callbacks, or out
/// of the ends.
class NetworkDriver {
 public:
  NetworkDriver(Network& network, PostedPackets packets, Pace pace, bool callbacks,
                std::uint64_t seed)
      : network_(network),
        packets_(std::move(packets)),
        pace_(pace),
        callbacks_(callbacks),
        draw_(seed) {
    if (callbacks) {
      network.on_received([this](const Network::Arrival& arrival) { take(arrival); });
    }
  }

  /// Until all have arrived.
  void run() {
    auto next = packets_.posts.begin();
    const auto next_post = [&] {
      return next == packets_.posts.end() ? Network::kNever : next->first;
    };
    while (next != packets_.posts.end() || !network_.idle()) {
      for (; next_post() == network_.now(); ++next) {
        post(next->second);
      }
      go_on(next_post());
      empty_ends();
    }
  }

  const std::vector<PacketDates>& dates() const { return dates_; }

 private:
  void go_on(Cycle next_post) {
    const Cycle now = network_.now();
    const Cycle event = std::min(next_post, network_.next_event());
    const int way = draw_.between(0, 3);
    if (pace_ == Pace::kStep || (pace_ == Pace::kAnyhow && way == 0)) {
      network_.step();
    } else if (pace_ == Pace::kToDates && callbacks_ && next_post != Network::kNever) {
      network_.run_until(next_post);
    } else if (pace_ == Pace::kToEvents || (pace_ == Pace::kAnyhow && way == 1)) {
      if (next_post == Network::kNever) {
        network_.run_to_next_event();
      } else {
        network_.run_until(event);
      }
    } else if (callbacks_) {
      network_.run_until(std::min(next_post, now + draw_.between<Cycle>(1, 300)));
    } else {  // what is in an end is answered at once
      network_.run_until(event);
    }
  }

  void empty_ends() {
    for (NodeId node = 0; node < network_.nodes(); ++node) {
      while (network_.waiting(node) > 0) {
        take(network_.front(node));
        network_.pop(node);
      }
    }
  }

  void take(const Network::Arrival& arrival) {
    EXPECT_EQ(arrival.arrived, network_.now());
    dates_[arrival.number] = {arrival.posted, arrival.injected, arrival.arrived};
    Network::Packet answer;
    if (packets_.answer(arrival.number, arrival, dates_.size(), answer)) {
      post(answer);
    }
  }

  void post(const Network::Packet& packet) {
    ASSERT_TRUE(network_.post(packet));
    dates_.emplace_back();
  }

  Network& network_;
  PostedPackets packets_;
  Pace pace_;
  bool callbacks_;
  Draw draw_;
  std::vector<PacketDates> dates_;
};

}  // namespace flitcast
