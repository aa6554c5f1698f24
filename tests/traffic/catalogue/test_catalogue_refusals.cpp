#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/networks/irregular_network.h"
#include "tests/support/rows/fitting_rows.h"
#include "tests/support/rows/refusals.h"

// What every row refuses, and what no configuration can ask of it. Networks and parameters that do
// not fit a row are in configs/regress/refused.

namespace flitcast::test_catalogue_refusals {
namespace {

TEST(Catalogue, EveryRowRefusesAnotherVariantRootOrMessage) {
  for_each_row([](const Row& row, RowRequest request) {
    const Topology& topology = request.topology;
    const std::string first = row.variants.empty() ? "" : std::string(row.variants.front());
    if (!first.empty()) {
      request.variant = first + "x";
      const std::string none = "there is no variant \"" + first + "x\"; the nearest is " + first;
      expect_refusal(std::string(row.id), request, "traffic.variant", none);
    }
    request.variant.clear();
    if (row.operation->has_root()) {
      request.root = topology.processors();
      const std::string nodes = topology.processors() == topology.nodes() ? "node" : "processor";
      const std::string number = std::to_string(request.root);
      expect_refusal(std::string(row.id), request, "traffic.root",
                     number + " is not a " + nodes + " of " + topology.describe() +
                         "; the nearest is " + std::to_string(request.root - 1));
    }
    request.root = 0;
    request.message_flits = 0;
    expect_refusal(std::string(row.id), request, "traffic.message_flits",
                   "0 is too small; the smallest is 1");
  });
}

TEST(Catalogue, ARowTakesAnyNetworkOrRefusesOneThatLacksWhatItNeeds) {
  const Topology paw = IrregularNetwork::make();
  const Routing routing(paw, RoutingOrder::kAscending);
  RowRequest request{paw, routing, 4};
  request.parameters.destinations = {1};
  for (const Row& row : catalogue()) {
    SCOPED_TRACE(row.id);
    try {
      check_request(row, request);
      EXPECT_EQ(row.topologies, "any");
    } catch (const ParameterError& error) {
      EXPECT_EQ(error.key(), "topology.kind");
      EXPECT_EQ(std::string(error.what()).find("paw does not fit; the algorithm lives on a "), 0U)
          << error.what();
    }
  }
}

TEST(Catalogue, ParametersThatNoConfigurationHasAreRefusedToo) {
  const Topology cube(TopologyKind::kHypercube, {3});
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  RowParameters parameters;
  parameters.radix = 1;
  expect_refusal("aas-bruck", cube, 1, parameters, "traffic.radix",
                 "1 is too small; the smallest is 2");
  parameters.partition = {0, 3};
  expect_refusal("aas-hc-multiphase", cube, 1, parameters, "traffic.partition",
                 "0,3 is not a partition of 3 dimensions; the nearest is 3");
  for (const char* id : {"mc-mesh-chain", "mc-mesh-irc-leaders"}) {
    expect_refusal(id, mesh, 1, {}, "traffic.destinations",
                   "there is no destination; give a list of nodes, all or random:K");
  }
}

}  // namespace
}  // namespace flitcast::test_catalogue_refusals
