#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "traffic/catalogue/catalogue.h"

namespace flitcast {

/// Small networks, of which every row fits one or more.
inline const std::vector<Topology>& small_networks() {
  static const std::vector<Topology> networks = {
      {TopologyKind::kHypercube, {3}}, {TopologyKind::kRing, {8}},
      {TopologyKind::kRing, {7}},      {TopologyKind::kTorus, {4, 4}},
      {TopologyKind::kTorus, {8, 8}},  {TopologyKind::kMesh, {4, 4}},
      {TopologyKind::kMesh, {3, 4}},   {TopologyKind::kLine, {8}},
      {TopologyKind::kLine, {7}},      {TopologyKind::kTorus, {3, 4}},
      {TopologyKind::kTorus, {12, 4}}, {TopologyKind::kTree, {3}}};
  return networks;
}

/// Calls check(row, request) for every row and variant on every small network that it fits, in the
/// row's own model.
template <typename Check>
void for_each_row(Check&& check) {
  constexpr std::uint32_t kDividesEasily = 64;
  for (const Row& row : catalogue()) {
    SCOPED_TRACE(row.id);
    std::size_t accepted = 0;
    const RowParameters parameters{
        {1, 3, 5, 6}, 3, row.takes("traffic.segments") ? 4U : 1U, 2, {2, 1}};
    for (const Topology& topology : small_networks()) {
      const Routing routing(topology, row.model.order);
      std::vector<std::string_view> variants = row.variants;
      variants.emplace_back("");
      for (const std::string_view variant : variants) {
        RowRequest request{topology, routing, kDividesEasily, 0, std::string(variant)};
        request.switching = row.model.switching;
        request.ports =
            row.model.ports == RowModel::kAllPorts ? topology.degree() : row.model.ports;
        request.parameters = parameters;
        request.duplex = row.model.duplex;
        request.irc = row.model.irc || row.model.forks != Forks::kNone;
        try {
          check_request(row, request);
        } catch (const ParameterError&) {
          continue;
        }
        ++accepted;
        check(row, request);
      }
    }
    EXPECT_GT(accepted, row.variants.size());
  }
}

}  // namespace flitcast
