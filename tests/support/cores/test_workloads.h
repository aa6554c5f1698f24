#pragma once

#include <cstdint>
#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/routing/routing.h"
#include "traffic/play/workload.h"
#include "traffic/schedule/random.h"

namespace flitcast {

/// What small workloads of tests have in common: they send messages whose words are checked on
/// arrival (std::logic_error), and note when each was posted and had arrived.
class Mailer : public Workload {
 public:
  struct Letter {
    NodeId source;
    NodeId destination;
    std::uint32_t flits;
    Cycle posted;
    Cycle arrived = -1;
    std::uint32_t words = 0;         ///< that have arrived
    std::vector<PortId> route = {};  ///< where it was drawn
  };

  /// Letters go by routes that `routing` draws, if it does; it must outlive them.
  void follow(const Routing& routing) { routing_ = &routing; }

  const std::deque<Letter>& letters() const { return letters_; }
  bool all_arrived() const { return arrived_ == letters_.size(); }
  Cycle completion() const override { return last_arrival_; }

  void read(PacketHandle packet, std::uint32_t first, std::uint32_t count, Word* out) override {
    for (std::uint32_t i = 0; i < count; ++i) {
      out[i] = word(packets()[packet].id, first + i);
    }
  }
  void write(PacketHandle packet, NodeId at, std::uint32_t first, std::uint32_t count,
             const Word* in) override {
    const std::uint64_t id = packets()[packet].id;
    Letter& letter = letters_[id];
    for (std::uint32_t i = 0; i < count; ++i) {
      if (in[i] != word(id, first + i) || at != letter.destination) {
        throw std::logic_error("letter " + std::to_string(id) + " is not what was sent");
      }
    }
    letter.words += count;
  }
  void sent(PacketHandle /*packet*/, Cycle /*issued*/, Cycle /*injected*/) override {}
  void received(PacketHandle packet, NodeId /*at*/, Cycle /*head*/, Cycle tail) override {
    Letter& letter = letters_[packets()[packet].id];
    letter.arrived = tail;
    count_latency(tail - letter.posted);
    last_arrival_ = tail;
    ++arrived_;
    packets().remove(packet);
    has_arrived(letter);
  }

 protected:
  void send(NodeId source, NodeId destination, std::uint32_t flits, Cycle now) {
    letters_.push_back({source, destination, flits, now});
    Letter& letter = letters_.back();
    Packet packet{source, &letter.destination, 1, flits, nullptr, letters_.size() - 1};
    if (routing_ != nullptr && routing_->draw() != nullptr) {
      routing_->draw_route(packet, letter.route);
    }
    post(packets().add(packet), now);
  }
  virtual void has_arrived(const Letter& /*letter*/) {}

 private:
  static Word word(std::uint64_t id, std::uint32_t index) { return id << 32U | (index + 1); }

  const Routing* routing_ = nullptr;
  std::deque<Letter> letters_;
  std::size_t arrived_ = 0;
  Cycle last_arrival_ = 0;
};

/// Two nodes send a message back and forth, each when it has the one before.
class PingPong final : public Mailer {
 public:
  PingPong(NodeId left, NodeId right, std::uint32_t flits, std::uint64_t legs)
      : left_(left), right_(right), flits_(flits), legs_(legs) {}

  bool finished() const override { return letters().size() == legs_ && all_arrived(); }
  WorkloadProgress progress() const override {
    return {"leg " + std::to_string(letters().size()), letters().size(), legs_};
  }
  std::string position() const override { return "on leg " + std::to_string(letters().size()); }

 private:
  void start() override { wake_at(0); }
  void act(Cycle now) override {
    if (letters().size() < legs_) {
      const bool forth = letters().size() % 2 == 0;
      send(forth ? left_ : right_, forth ? right_ : left_, flits_, now);
    }
  }
  void has_arrived(const Letter& letter) override { wake_at(letter.arrived); }

  NodeId left_;
  NodeId right_;
  std::uint32_t flits_;
  std::uint64_t legs_;
};

/// Every node draws in every cycle before `cycles` whether it sends a message, with a probability
/// of one in `one_in`, to a node drawn uniformly from the others. Phase 1 is the time after that;
/// with `drains` it lasts until all have arrived, else the run ends with it.
class BernoulliSources final : public Mailer {
 public:
  struct Load {
    std::uint64_t seed;
    std::uint64_t one_in;
    std::uint32_t flits;
    Cycle cycles;
    bool drains;
  };

  BernoulliSources(NodeId nodes, const Load& load)
      : nodes_(nodes), load_(load), random_(load.seed) {}

  bool finished() const override { return over_ && (!load_.drains || all_arrived()); }
  WorkloadProgress progress() const override { return {over_ ? "draining" : "loading"}; }
  std::string position() const override { return over_ ? "while draining" : "under load"; }
  std::uint64_t phase() const override { return over_ ? 1 : 0; }

 private:
  void start() override { wake_at(0); }
  void act(Cycle now) override {
    if (now == load_.cycles) {
      over_ = true;
      if (!load_.drains) {
        end_run(now);
      }
      return;
    }
    for (NodeId node = 0; node < nodes_; ++node) {
      if (random_.below(load_.one_in) == 0) {
        send(node, static_cast<NodeId>((node + 1 + random_.below(nodes_ - 1)) % nodes_),
             load_.flits, now);
      }
    }
    wake_at(now + 1);
  }

  NodeId nodes_;
  Load load_;
  SplitMix64 random_;
  bool over_ = false;
};

/// Has work in every cycle before `cycles`, and sends nothing.
class Metronome final : public Mailer {
 public:
  explicit Metronome(Cycle cycles) : cycles_(cycles) {}

  bool finished() const override { return now() + 1 >= cycles_; }
  WorkloadProgress progress() const override { return {"ticking"}; }
  std::string position() const override { return "between two ticks"; }

 private:
  void start() override { wake_at(0); }
  void act(Cycle now) override {
    if (now + 1 < cycles_) {
      wake_at(now + 1);
    }
  }

  Cycle cycles_;
};

}  // namespace flitcast
