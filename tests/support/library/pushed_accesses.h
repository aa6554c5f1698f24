#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <flitcast/eight_calls.h>

#include "tests/support/draw.h"

namespace flitcast {

/// What a processor asks of a memory, or what comes of it.
struct TestAccess {
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  std::uint32_t flits = 0;
  std::uint8_t message_class = 0;
  std::uint64_t place = 0;  ///< among those of its class from source to destination
  bool popped = false;
};

struct TestShape {
  std::uint32_t flits(const TestAccess& access) const { return access.flits; }
  std::uint8_t message_class(const TestAccess& access) const { return access.message_class; }
};

using TestInterconnect = Interconnect<TestAccess, TestShape>;

/// How sources choose when to push, and where to.
enum class PushStyle { kRandom, kBursty, kManyToOne };

/// Pushes accesses into an interconnect by the eight calls alone, and pops them cycle by cycle;
/// keeps account of which came, and in which order.
class PushedAccesses {
 public:
  PushedAccesses(TestInterconnect& network, PushStyle style, std::size_t count, int classes,
                 std::uint64_t seed)
      : network_(network),
        style_(style),
        classes_(classes),
        nodes_(network.network().nodes()),
        draw_(seed),
        bursts_(nodes_) {
    accesses_.reserve(count);
  }

  /// Until `count` have been pushed and popped.
  void run() {
    while (accesses_.size() < accesses_.capacity() || network_.running()) {
      push_some();
      network_.cycle();
      pop_all();
    }
  }

  std::size_t popped() const { return popped_; }
  std::size_t out_of_order() const { return out_of_order_; }
  std::size_t refused() const { return refused_; }

 private:
  using Flow = std::tuple<std::uint32_t, std::uint32_t, std::uint8_t>;

  void push_some() {
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      if (accesses_.size() == accesses_.capacity() || !wants_to_push(node)) {
        continue;
      }
      TestAccess access;
      access.source = node;
      access.destination = style_ == PushStyle::kManyToOne
                               ? draw_.between<std::uint32_t>(0, 1) * (nodes_ - 1)
                               : draw_.between<std::uint32_t>(0, nodes_ - 1);
      access.message_class = static_cast<std::uint8_t>(draw_.between(0, classes_ - 1));
      access.flits = draw_.one_in(2) ? 0 : 4;
      if (network_.is_full(node, &access)) {
        ++refused_;
        continue;
      }
      access.place = pushed_[flow_of(access)]++;
      accesses_.push_back(access);
      network_.push(node, access.destination, &accesses_.back());
    }
  }

  bool wants_to_push(std::uint32_t node) {
    if (style_ != PushStyle::kBursty) {
      return draw_.one_in(12);
    }
    if (draw_.one_in(20)) {
      bursts_[node] = !bursts_[node] && draw_.one_in(4);
    }
    return bursts_[node];
  }

  void pop_all() {
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      for (; !network_.is_empty(node); network_.pop(node)) {
        TestAccess& access = *network_.top(node);
        if (access.popped || access.destination != node) {
          throw std::logic_error("an access comes twice, or to another node");
        }
        access.popped = true;
        out_of_order_ += access.place == came_[flow_of(access)]++ ? 0U : 1U;
        ++popped_;
      }
    }
  }

  static Flow flow_of(const TestAccess& access) {
    return {access.source, access.destination, access.message_class};
  }

  TestInterconnect& network_;
  PushStyle style_;
  int classes_;
  std::uint32_t nodes_;
  Draw draw_;
  std::vector<bool> bursts_;          // by node: it pushes all the time
  std::vector<TestAccess> accesses_;  // which stay where they are
  std::map<Flow, std::uint64_t> pushed_;
  std::map<Flow, std::uint64_t> came_;
  std::size_t popped_ = 0;
  std::size_t out_of_order_ = 0;
  std::size_t refused_ = 0;
};

}  // namespace flitcast
