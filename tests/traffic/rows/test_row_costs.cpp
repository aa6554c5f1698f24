#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/row_cost.h"
#include "tests/support/rows/row_costs.h"
#include "tests/support/schedules/round_contents.h"

// Every row keeps its promises and costs what row_costs.txt says.

namespace flitcast::test_row_costs {
namespace {

constexpr NodeId kManyNodes = 64;

/// One of the roots from which a line holds, or 0 where its operation has none.
std::vector<NodeId> roots_of(const RowCost& line, const Row& row, const Topology& topology) {
  if (!row.operation->has_root()) {
    return {0};
  }
  if (line.has("root")) {
    return RowCost::numbers(line.get("root"), ',');
  }
  std::vector<NodeId> roots(topology.processors());
  std::iota(roots.begin(), roots.end(), NodeId{0});
  return topology.processors() > kManyNodes ? std::vector<NodeId>{roots[roots.size() * 2 / 3]}
                                            : roots;
}

std::vector<NodeId> destinations_of(const RowCost& line, NodeId nodes, NodeId root) {
  if (line.get("destinations") != "all") {
    return RowCost::numbers(line.get("destinations"), ',');
  }
  std::vector<NodeId> all;
  for (NodeId node = 0; node < nodes; ++node) {
    if (node != root) {
      all.push_back(node);
    }
  }
  return all;
}

RowRequest request_of(const RowCost& line, const Row& row, const Routing& routing, NodeId root) {
  const Topology& topology = routing.topology();
  RowRequest request = in_own_model(
      row,
      {topology, routing, static_cast<std::uint32_t>(3 * line.parts), root, line.get("variant")});
  const std::string switching = line.get("switching");
  if (!switching.empty()) {
    request.switching = switching == "wormhole"      ? Switching::kWormhole
                        : switching == "cut_through" ? Switching::kCutThrough
                                                     : Switching::kStoreAndForward;
  }
  if (line.has("ports")) {
    request.ports = line.get("ports") == "all" ? topology.degree() : std::stoi(line.get("ports"));
  }
  if (line.has("duplex")) {
    request.duplex = Duplex::kHalf;
  }
  RowParameters& parameters = request.parameters;
  const auto number = [&](const char* key, std::uint32_t otherwise) {
    return line.has(key) ? RowCost::numbers(line.get(key), ',').front() : otherwise;
  };
  parameters.destinations = destinations_of(line, topology.nodes(), root);
  parameters.shift = number("shift", 1);
  parameters.segments = number("segments", 1);
  parameters.radix = number("radix", 2);
  parameters.partition = RowCost::numbers(line.get("partition"), ',');
  return request;
}

/// What is wrong with a line, from a root in an order of routing.
void expect_line(const RowCost& line, const Row& row, const Routing& routing, NodeId root) {
  const RowRequest request = request_of(line, row, routing, root);
  const Topology& topology = routing.topology();
  SCOPED_TRACE(line.text() + " from " + std::to_string(root));
  ASSERT_NO_THROW(check_request(row, request));
  const Schedule schedule = row.build(request);
  EXPECT_EQ(schedule.algorithm, row.id);
  EXPECT_EQ(schedule.operation.kind, row.operation);
  EXPECT_EQ(schedule.block_flits * schedule.operation.parts, request.message_flits);
  EXPECT_EQ(schedule.rounds, static_cast<std::uint64_t>(line.cost.t_s));
  const auto formula = row.closed_form(request);
  EXPECT_TRUE(formula || request.stores_and_forwards());
  EXPECT_EQ(to_string(formula.value_or(line.cost)), to_string(line.cost));
  int worms = 1;
  if (!line.worms.empty()) {
    worms = *std::max_element(line.worms.begin(), line.worms.end());
    EXPECT_EQ(worms_by_round(schedule, topology), line.worms);
  }
  for (const TimingModel& model : kModels) {
    VerifyOptions options = options_of(row, topology, model);
    options.switching = request.switching;
    options.ports = request.ports;
    options.duplex = request.duplex;
    const VerifyReport report = verify(schedule, routing, options);
    EXPECT_EQ(report.link_contention, static_cast<std::uint64_t>(worms)) << report.first_contention;
    EXPECT_TRUE(report.dependency_cycle.empty() || topology.wraps()) << report.dependency_cycle;
    EXPECT_EQ(to_string(report.lockstep_terms), to_string(line.cost));
    EXPECT_EQ(report.lockstep_cycles, line.cost.cycles(model, request.message_flits));
    EXPECT_LE(report.critical_path_cycles, report.lockstep_cycles);
    EXPECT_LE(lower_bound(*row.operation, request, model), report.lockstep_cycles);
  }
}

/// The orders of routing in which a line holds.
std::vector<RoutingOrder> orders_of(const RowCost& line, const Row& row, const Topology& topology) {
  if (line.has("routing")) {
    return {line.get("routing") == "ascending" ? RoutingOrder::kAscending
                                               : RoutingOrder::kDescending};
  }
  // Worms that share links, or go from one destination to the next, go other ways in another order;
  // those that inform many turn from rows to columns only.
  const bool fixed = !line.worms.empty() || line.has("destinations") || row.model.irc ||
                     topology.processors() > kManyNodes;
  return fixed ? std::vector{row.model.order} : std::vector(std::begin(kOrders), std::end(kOrders));
}

class RowCosts : public testing::TestWithParam<std::string> {};

TEST_P(RowCosts, AreThoseOfTheTable) {
  const Row& row = find_row(GetParam());
  int lines = 0;
  for (const RowCost& line : row_costs()) {
    if (line.row != row.id || line.has("excess")) {
      continue;
    }
    const Topology topology = line.topology();
    for (const RoutingOrder order : orders_of(line, row, topology)) {
      const Routing routing(topology, order);
      for (const NodeId root : roots_of(line, row, topology)) {
        expect_line(line, row, routing, root);
      }
    }
    ++lines;
  }
  EXPECT_TRUE(lines > 1 || row.id == "aab-line-hc") << lines;  // whose rounds all share links
}

std::vector<std::string> all_rows() {
  std::vector<std::string> ids;
  for (const Row& row : catalogue()) {
    ids.emplace_back(row.id);
  }
  return ids;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, RowCosts, testing::ValuesIn(all_rows()),
                         [](const auto& row) { return test_name(row.param); });

// Rows that compute with data from files are simulated with their matrices elsewhere.
TEST(RowCostTable, HasEveryRowInEveryVariantOnALargeNetwork) {
  for (const Row& row : catalogue()) {
    std::vector<std::string_view> variants = row.variants;
    if (variants.empty()) {
      variants.emplace_back();
    }
    for (const std::string_view variant : variants) {
      const bool told =
          std::any_of(row_costs().begin(), row_costs().end(), [&](const RowCost& line) {
            const bool first = !line.has("variant") && variant == variants.front();
            return line.row == row.id && line.has("large") &&
                   (first || line.get("variant") == variant);
          });
      EXPECT_TRUE(told || row.application != nullptr) << row.id << ' ' << variant;
    }
  }
}

}  // namespace
}  // namespace flitcast::test_row_costs
