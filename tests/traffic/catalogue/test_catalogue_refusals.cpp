#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hw/topology/family.h"
#include "tests/support/networks/irregular_network.h"
#include "tests/support/rows/fitting_rows.h"

// What every row refuses, and what no configuration can ask of it. Networks and parameters that do
// not fit a row are in configs/regress/refused.

namespace flitcast::test_catalogue_refusals {
namespace {

/// The row refuses the request, blames `key` and says `message`.
void expect_refusal(std::string_view id, const RowRequest& request, const std::string& key,
                    const std::string& message) {
  SCOPED_TRACE(std::string(id) + " on " + request.topology.describe());
  try {
    check_request(find_row(id), request);
    ADD_FAILURE() << "accepted";
  } catch (const ParameterError& error) {
    EXPECT_EQ(error.key(), key);
    EXPECT_EQ(error.what(), message);
  }
}

TEST(Catalogue, EveryRowRefusesAnotherVariantRootOrMessage) {
  for_each_row([](const Row& row, RowRequest request) {
    const Topology& topology = request.topology;
    const std::string first = row.variants.empty() ? "" : std::string(row.variants.front());
    if (!first.empty()) {
      request.variant = first + "x";
      const std::string none = "there is no variant \"" + first + "x\"; the nearest is " + first;
      expect_refusal(row.id, request, "traffic.variant", none);
    }
    request.variant.clear();
    if (row.operation->has_root()) {
      request.root = topology.processors();
      const std::string nodes = topology.processors() == topology.nodes() ? "node" : "processor";
      const std::string number = std::to_string(request.root);
      expect_refusal(row.id, request, "traffic.root",
                     number + " is not a " + nodes + " of " + topology.describe() +
                         "; the nearest is " + std::to_string(request.root - 1));
    }
    request.root = 0;
    request.message_flits = 0;
    expect_refusal(row.id, request, "traffic.message_flits", "0 is too small; the smallest is 1");
  });
}

/// Why the row cannot be played on the network at all, whatever its size; empty when it can.
std::string refused_kind(const Row& row, const Topology& topology) {
  const Routing routing(topology, RoutingOrder::kAscending);
  RowRequest request{topology, routing, 4};
  request.parameters.destinations = {1};
  try {
    check_request(row, request);
  } catch (const ParameterError& error) {
    return error.key() == "topology.kind" ? error.what() : "";
  }
  return "";
}

// On a network that has nothing but links every row that needs more names all kinds that it takes.
TEST(Catalogue, ARowTakesAnyNetworkOrNamesThoseThatItTakes) {
  const Topology paw = IrregularNetwork::make();
  for (const Row& row : catalogue()) {
    const std::string message = refused_kind(row, paw);
    EXPECT_EQ(message.empty(), row.topologies == "any") << row.id;
    if (message.empty()) {
      continue;
    }
    EXPECT_EQ(message.find("paw does not fit; the algorithm lives on a "), 0U) << message;
    for (const Topology& topology : small_networks()) {
      const std::string kind(topology.family().word);
      if (topology.dimensions() > 1 && message.find("line or ring") != std::string::npos) {
        continue;  // it takes meshes and tori of one dimension, too
      }
      EXPECT_EQ(message.find(" " + kind) != std::string::npos, refused_kind(row, topology).empty())
          << row.id << " on a " << kind << ": " << message;
    }
  }
}

TEST(Catalogue, ParametersThatNoConfigurationHasAreRefusedToo) {
  const Topology cube(TopologyKind::kHypercube, {3});
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  const Routing on_cube(cube, RoutingOrder::kAscending);
  const Routing on_mesh(mesh, RoutingOrder::kAscending);
  RowRequest request{cube, on_cube, 1};
  request.parameters.radix = 1;
  expect_refusal("aas-bruck", request, "traffic.radix", "1 is too small; the smallest is 2");
  request.parameters.partition = {0, 3};
  expect_refusal("aas-hc-multiphase", request, "traffic.partition",
                 "0,3 is not a partition of 3 dimensions; the nearest is 3");
  for (const char* id : {"mc-mesh-chain", "mc-mesh-irc-leaders"}) {
    expect_refusal(id, {mesh, on_mesh, 1}, "traffic.destinations",
                   "there is no destination; give a list of nodes, all or random:K");
  }
}

}  // namespace
}  // namespace flitcast::test_catalogue_refusals
