#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include <nlohmann/json_fwd.hpp>

#include "tb/report/logs/run_logs.h"

namespace flitcast::report {

/// What a message log says, as much of it as is drawn: when every node was sending in every round,
/// and how many messages took how long. Takes deliveries one by one, and keeps less than they are.
class Timeline {
 public:
  /// More rows would be too thin to see: neighbouring nodes share one.
  static constexpr std::uint64_t kMaxNodeRows = 256;
  /// More bars are not drawn: neighbouring rounds share one.
  static constexpr std::uint64_t kMaxBars = 50'000;
  static constexpr Cycle kMaxLatencyBars = 60;
  static constexpr Cycle kMaxSteps = 240;

  /// Of a run of so many processors, rounds and messages.
  Timeline(std::uint64_t nodes, std::uint64_t rounds, std::uint64_t messages);

  void add(const LoggedDelivery& delivery);

  std::uint64_t deliveries() const { return deliveries_; }
  /// So many neighbouring nodes, and rounds, share a bar.
  std::uint64_t joined_nodes() const { return joined_nodes_; }
  std::uint64_t joined_rounds() const { return joined_rounds_; }

  /// Columns `node` and `last_node`, `round` and `last_round`, `start` (first issue), `end` (last
  /// tail), `deliveries`, `to` (null where they are several); one row per node and round that
  /// sends, by node, then by round. last_round only where rounds are joined.
  nlohmann::ordered_json sends() const;
  /// True where some processors never send: what they receive is the rest of the story.
  bool has_listeners() const;
  /// The same for the nodes that receive in a round; `deliveries` and `from` are those of the
  /// receiver.
  nlohmann::ordered_json receives() const;
  /// Columns `from`, `to` (cycles), `nodes`: how many bars there are, as the mean of each part of
  /// the time from 0 to `span`; kMaxSteps parts at most, those without a bar left out.
  nlohmann::ordered_json activity(Cycle span) const;
  /// Columns `low`, `high` (edges of a bar), `from`, `to` (latencies in it, cycles), `deliveries`.
  nlohmann::ordered_json latencies() const;

 private:
  struct Bar {
    Cycle start;
    Cycle end;
    std::uint64_t deliveries;
    NodeId other;  // end of the first delivery
  };
  using Bars = std::map<std::pair<std::uint64_t, std::uint64_t>, Bar>;  // by joined node and round

  void extend(Bars& bars, NodeId node, NodeId other, const LoggedDelivery& delivery) const;
  nlohmann::ordered_json bar_columns(const Bars& bars, const char* other) const;

  std::uint64_t nodes_;
  std::uint64_t rounds_;
  std::uint64_t joined_nodes_ = 1;
  std::uint64_t joined_rounds_ = 1;
  std::uint64_t deliveries_ = 0;
  Bars sends_;
  Bars receives_;
  std::map<Cycle, std::uint64_t> latencies_;
};

}  // namespace flitcast::report
