#pragma once

#include <string>

#include <gtest/gtest.h>

#include "traffic/catalogue/catalogue.h"
#include "traffic/row/lower_bound.h"
#include "traffic/verify/verifier.h"

namespace flitcast {

inline constexpr TimingModel kModels[] = {{4, 1, 1}, {14, 2, 3}, {100, 9, 2}, {24, 2, 1, 3, 2}};
inline constexpr RoutingOrder kOrders[] = {RoutingOrder::kAscending, RoutingOrder::kDescending};

/// The request as the row's own model has it.
inline RowRequest in_own_model(const Row& row, RowRequest request) {
  const RowModel model = row.model_of(request.variant);
  request.switching = model.switching;
  request.ports = model.ports == RowModel::kAllPorts ? request.topology.degree() : model.ports;
  request.duplex = model.duplex;
  request.irc = model.irc || model.forks != Forks::kNone;
  return request;
}

inline VerifyOptions options_of(const Row& row, const Topology& topology,
                                const TimingModel& model) {
  VerifyOptions options;
  options.model = model;
  options.switching = row.model.switching;
  options.ports = row.model.ports == RowModel::kAllPorts ? topology.degree() : row.model.ports;
  options.irc = row.model.irc;
  options.duplex = row.model.duplex;
  options.disjoint_links = row.contention.empty();
  if (row.model.forks != Forks::kNone) {
    static const NetworkConfig forking = [] {
      NetworkConfig network;
      network.forks = Forks::kReserved;
      return network;
    }();
    options.network = &forking;
  }
  return options;
}

/// The row, in its own model, keeps all its promises for the request with no more than `worms`
/// messages on any link in a round, and some link has so many, and costs `expected`.
inline void expect_cost(const std::string& id, const RowRequest& asked,
                        const Coefficients& expected, std::uint64_t worms = 1) {
  const Row& row = find_row(id);
  const RowRequest request = in_own_model(row, asked);
  SCOPED_TRACE(id + " " + request.variant + " on " + request.topology.describe() + " from " +
               std::to_string(request.root));
  ASSERT_NO_THROW(check_request(row, request));
  const Schedule schedule = row.build(request);
  EXPECT_EQ(schedule.algorithm, id);
  EXPECT_EQ(schedule.operation.kind, row.operation);
  EXPECT_EQ(schedule.block_flits * schedule.operation.parts, request.message_flits);
  EXPECT_EQ(schedule.rounds, static_cast<std::uint64_t>(expected.t_s));
  const auto formula = row.closed_form(request);
  ASSERT_TRUE(formula.has_value());
  EXPECT_EQ(to_string(*formula), to_string(expected));
  for (const TimingModel& model : kModels) {
    VerifyOptions options = options_of(row, request.topology, model);
    options.ports = request.ports;
    const VerifyReport report = verify(schedule, request.routing, options);
    EXPECT_EQ(report.link_contention, worms) << report.first_contention;
    EXPECT_TRUE(report.dependency_cycle.empty() || request.topology.wraps())
        << report.dependency_cycle;
    EXPECT_EQ(to_string(report.lockstep_terms), to_string(expected));
    EXPECT_EQ(report.lockstep_cycles, expected.cycles(model, request.message_flits));
    EXPECT_LE(report.critical_path_cycles, report.lockstep_cycles);
    EXPECT_LE(lower_bound(*row.operation, request, model), report.lockstep_cycles);
  }
}

}  // namespace flitcast
