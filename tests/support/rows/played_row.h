#pragma once

#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/row_cost.h"
#include "tests/support/schedules/round_contents.h"
#include "traffic/row/lower_bound.h"

namespace flitcast {

inline constexpr TopologyKind kCube = TopologyKind::kHypercube;
inline constexpr TopologyKind kMesh = TopologyKind::kMesh;
inline constexpr TopologyKind kTorus = TopologyKind::kTorus;
inline constexpr TopologyKind kRing = TopologyKind::kRing;
inline constexpr TopologyKind kLine = TopologyKind::kLine;

/// expect_cost on the network with a shift, in both orders of routing.
inline void expect_cost_on(const std::string& id, const Topology& topology, NodeId shift,
                           const Coefficients& expected, const std::string& variant = "") {
  for (const RoutingOrder order : kOrders) {
    const Routing routing(topology, order);
    RowRequest request{topology, routing, 3, 0, variant};
    request.parameters.shift = shift;
    SCOPED_TRACE("shift " + std::to_string(shift));
    expect_cost(id, request, expected);
  }
}

/// What the row does on the network, ascending order.
class Played {
 public:
  Played(const char* id, TopologyKind kind, std::vector<std::uint32_t> dims, NodeId shift = 1,
         const char* variant = "")
      : topology_(kind, std::move(dims)),
        routing_(topology_, RoutingOrder::kAscending),
        row_(find_row(id)),
        request_(in_own_model(row_, {topology_, routing_, 3, 0, variant})) {
    request_.parameters.shift = shift;
    check_request(row_, request_);
    schedule_ = row_.build(request_);
  }

  Round round(std::uint64_t r) const {
    Round round(topology_);
    schedule_.fill(r, round);
    return round;
  }

  VerifyReport report() const {
    return verify(schedule_, routing_, options_of(row_, topology_, kModels[0]));
  }
  Coefficients closed_form() const { return *row_.closed_form(request_); }
  Cycle bound() const { return lower_bound(*row_.operation, request_, kModels[0]); }

  /// Per round, the messages on the channels from node to node + 1 and back.
  std::vector<std::vector<int>> upward() const { return worms(1); }
  std::vector<std::vector<int>> downward() const { return worms(-1); }

  /// Per round, most messages on one channel.
  std::vector<int> busiest() const { return worms_by_round(schedule_, topology_); }

  /// Of a shift: per round, whose data the nodes hold after it.
  std::vector<std::vector<NodeId>> holdings() const {
    std::vector<NodeId> holds(topology_.nodes());
    std::iota(holds.begin(), holds.end(), NodeId{0});
    std::vector<std::vector<NodeId>> all;
    for (std::uint64_t r = 0; r < schedule_.rounds; ++r) {
      const Round messages = round(r);
      std::vector<NodeId> after = holds;
      for (std::size_t i = 0; i < messages.size(); ++i) {
        EXPECT_EQ(static_cast<NodeId>(messages[i].blocks[0].origin), holds[messages[i].source]);
        after[messages[i].destinations.back()] = holds[messages[i].source];
      }
      all.push_back(holds = after);
    }
    return all;
  }

 private:
  std::vector<std::vector<int>> worms(int sense) const {
    std::vector<std::vector<int>> all;
    for (std::uint64_t r = 0; r < schedule_.rounds; ++r) {
      std::map<Link, int> channels = worms_on_links(schedule_, topology_, r);
      std::vector<int> counts;
      for (NodeId node = 0; node + 1 < topology_.nodes(); ++node) {
        counts.push_back(sense > 0 ? channels[{node, node + 1}] : channels[{node + 1, node}]);
      }
      all.push_back(counts);
    }
    return all;
  }

  Topology topology_;
  Routing routing_;
  const Row& row_;
  RowRequest request_;
  Schedule schedule_;
};

}  // namespace flitcast
