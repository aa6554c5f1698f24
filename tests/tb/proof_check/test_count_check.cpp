#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tb/certificates/certificate_files.h"
#include "tb/proof_check/proof_check.h"
#include "tb/system/file_error.h"
#include "tests/support/networks/drawn_graph.h"
#include "tests/support/optimal/chunk_networks.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_count_check {
namespace {

/// What the checker says of the certificate in a folder, without the folder: "" when it is content.
std::string objection(const TempFolder& folder) {
  try {
    proof::check_certificate(folder.root());
  } catch (const FileError& error) {
    std::string text = error.what();
    const std::size_t at = text.find(folder.root());
    return at == std::string::npos ? text : text.erase(at, folder.root().size() + 1);
  }
  return "";
}

void write(const TempFolder& folder, const ChunkNetwork& network, const Demand& demand,
           const CountingBound& bound) {
  CertificateFolder(folder.root())
      .write(
          certificate_of({demand, network.channels()}, bound, network.ports(), network.duplex()));
}

// Two programs that count, of which one has no more than the witness.
TEST(Counts, HoldForEveryBoundAndForNoRoundMore) {
  const TempFolder folder;
  for (std::uint32_t seed = 0; seed < 5; ++seed) {
    Draw draw(seed);
    const auto nodes = draw.between<NodeId>(2, 7);
    const Topology graph(graph_family(), {{}, "drawn", draw_graph(draw, nodes, 0, 1, 3)});
    const Duplex duplex = draw.one_in(3) ? Duplex::kHalf : Duplex::kFull;
    const ChunkNetwork network(graph, LinkTimes(graph, NetworkConfig()), draw.between(1, 4), duplex,
                               6);
    const auto root = draw.between<NodeId>(0, nodes - 1);
    for (const DemandKind kind :
         {DemandKind::kBroadcast, DemandKind::kMulticast, DemandKind::kScatter,
          DemandKind::kAllGather, DemandKind::kAllToAll, DemandKind::kAllReduce}) {
      Demand demand{kind, nodes, root, draw.between(1U, 4U)};
      if (kind == DemandKind::kMulticast) {
        demand.destinations = {(root + 1) % nodes};
      }
      for (CountingBound bound : counting_bounds(network, demand, CostModel::kHops)) {
        if (bound.time == 0) {
          continue;
        }
        write(folder, network, demand, bound);
        EXPECT_EQ(objection(folder), "") << seed << to_string(kind) << to_string(bound.kind);
        const bool one = bound.witness.size() == 1 || bound.witness.size() + 1 == nodes;
        if (bound.kind == BoundKind::kCut && one) {
          continue;  // its ports are counted as a degree only
        }
        ++bound.time;
        write(folder, network, demand, bound);
        EXPECT_NE(objection(folder), "") << seed << to_string(kind) << to_string(bound.kind);
      }
    }
  }
}

/// A certificate that is right, of which a test spoils a copy.
class PlantedCountFaults : public testing::Test {
 protected:
  /// By the best bound of that kind.
  void certify(BoundKind kind, DemandKind demand = DemandKind::kAllGather, int ports = 4,
               std::uint32_t chunks = 3) {
    const Topology torus(TopologyKind::kTorus, {4, 4});
    const ChunkNetwork network = chunk_network(torus, ports);
    const Demand wanted{demand, 16, 0, chunks};
    for (const CountingBound& bound : counting_bounds(network, wanted, CostModel::kHops)) {
      if (bound.kind == kind) {
        write(folder_, network, wanted, bound);
      }
    }
    ASSERT_EQ(objection(folder_), "");
  }
  /// Puts a text in the place of another, which is there.
  void replace(const std::string& from, const std::string& to) {
    std::string text = folder_.read("certificate.json");
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    folder_.write("certificate.json", text.replace(at, from.size(), to));
  }
  void expect_refused(const std::string& why) const {
    EXPECT_EQ(objection(folder_).substr(0, why.size()), why);
  }
  static std::string link(int from, int to) { return fmt::format("[{},{},1],\n", from, to); }

  TempFolder folder_;
};

TEST_F(PlantedCountFaults, ARoundMore) {
  certify(BoundKind::kDegree);
  replace("\"rounds\":11", "\"rounds\":12");
  expect_refused("certificate.json: by cut: 12 rounds may do: 45 chunks have to pass where 48 can");
}

TEST_F(PlantedCountFaults, AChunkLess) {
  certify(BoundKind::kDegree);
  replace("\"chunks\":3", "\"chunks\":2");
  expect_refused("certificate.json: by cut: 11 rounds may do: 30 chunks have to pass where 44 can");
}

TEST_F(PlantedCountFaults, ALinkMore) {
  certify(BoundKind::kDegree);
  replace(link(0, 1), link(0, 1) + link(10, 0));
  replace("\"ports\":4", "\"ports\":5");
  expect_refused("certificate.json: by cut: 11 rounds may do: 45 chunks have to pass where 55 can");
}

TEST_F(PlantedCountFaults, ALinkThatCarriesMore) {
  certify(BoundKind::kDegree);
  replace("[1,0,1]", "[1,0,9]");
  expect_refused(
      "certificate.json: by cut: 11 rounds may do: 45 chunks have to pass where 132 can");
}

// Played by the other way's number, a schedule could send more than fits, and be called optimal.
TEST_F(PlantedCountFaults, ALinkThatCarriesMoreOneWay) {
  certify(BoundKind::kDegree);
  replace("\"full\"", "\"half\"");
  replace("[1,0,1]", "[1,0,2]");
  expect_refused(
      "certificate.json: network.links: 1 to 0 carries 2 in a round, and 1 the other way");
}

TEST_F(PlantedCountFaults, ALinkTwice) {
  certify(BoundKind::kDegree);
  replace(link(0, 1), link(0, 1) + link(0, 1));
  expect_refused("certificate.json: network.links: 0 to 1 is no link, or is there twice");
}

TEST_F(PlantedCountFaults, PortsMore) {
  certify(BoundKind::kDegree, DemandKind::kAllGather, 1);
  replace("\"ports\":1", "\"ports\":2");
  expect_refused("certificate.json: by cut: 44 rounds may do: 45 chunks have to pass where 88 can");
}

TEST_F(PlantedCountFaults, ANodeMoreInTheCut) {
  certify(BoundKind::kDegree);
  replace("[0]", "[0,1]");
  expect_refused("certificate.json: by cut: 11 rounds may do: 42 chunks have to pass where 66 can");
}

TEST_F(PlantedCountFaults, ANodeThatIsNone) {
  certify(BoundKind::kDegree);
  replace("[0]", "[16]");
  expect_refused("certificate.json: there is no node 16");
}

TEST_F(PlantedCountFaults, ACutOfNothing) {
  certify(BoundKind::kDegree);
  replace("[0]", "[]");
  expect_refused("certificate.json: by cut: 11 rounds may do: it names other nodes");
}

TEST_F(PlantedCountFaults, AnotherOperation) {
  certify(BoundKind::kDegree);
  replace("\"all-gather\"", "\"broadcast\"");
  expect_refused("certificate.json: by cut: 11 rounds may do: 0 chunks have to pass where 40 can");
}

TEST_F(PlantedCountFaults, AnotherKind) {
  certify(BoundKind::kDegree);
  replace("\"cut\"", "\"distance\"");
  expect_refused("certificate.json: by distance: 11 rounds may do: it names other nodes");
  replace("\"distance\"", "\"guess\"");
  expect_refused("certificate.json:");
}

TEST_F(PlantedCountFaults, ANearerNode) {
  certify(BoundKind::kDistance, DemandKind::kBroadcast);
  replace("[0,10]", "[0,9]");
  expect_refused(
      "certificate.json: by distance: 3 rounds may do: the last chunk leaves node 0 after 0 "
      "rounds, for "
      "node 9, 3 links away");
}

TEST_F(PlantedCountFaults, ADistanceFromWhoHasNothing) {
  certify(BoundKind::kDistance, DemandKind::kScatter);
  replace("[0,10]", "[10,0]");
  expect_refused("certificate.json: by distance: 3 rounds may do: it names other nodes");
}

TEST_F(PlantedCountFaults, AWayThatIsShorter) {
  certify(BoundKind::kDistance, DemandKind::kBroadcast);
  replace(link(0, 1), link(0, 1) + link(0, 10));
  expect_refused(
      "certificate.json: by distance: 3 rounds may do: the last chunk leaves node 0 after 0");
}

TEST_F(PlantedCountFaults, GrowthOfDataThatAreApart) {
  certify(BoundKind::kGrowth, DemandKind::kBroadcast, 1);
  replace("\"broadcast\"", "\"scatter\"");
  expect_refused("certificate.json: by growth: 5 rounds may do: it names other nodes");
}

TEST_F(PlantedCountFaults, GrowthThroughMorePorts) {
  certify(BoundKind::kGrowth, DemandKind::kBroadcast, 1);
  replace("\"ports\":1", "\"ports\":2");
  expect_refused(
      "certificate.json: by growth: 5 rounds may do: 16 nodes know the last chunk of node 0 at "
      "most, "
      "of 16");
}

TEST_F(PlantedCountFaults, CarriageARoundMore) {
  certify(BoundKind::kCarriage, DemandKind::kAllReduce);
  replace("\"rounds\":22", "\"rounds\":23");
  expect_refused(
      "certificate.json: by carriage: 23 rounds may do: 1440 hops are needed, where 1472");
}

TEST_F(PlantedCountFaults, FormulaAndCount) {
  certify(BoundKind::kDegree);
  replace("\"rounds\":11", "\"rounds\":11,\"steps\":11");
  expect_refused("certificate.json: steps: a formula has them, and a count has none");
}

TEST_F(PlantedCountFaults, AFormulaOfPorts) {
  certify(BoundKind::kDegree);
  replace("\"cut\"", "\"formulas\"");
  expect_refused("certificate.json: steps: a formula has them, and a count has none");
  replace("\"rounds\":11", "\"rounds\":11,\"steps\":11");
  expect_refused(
      "certificate.json: there are no formulas of ports, half duplex or all-reduce, only counts");
}

TEST_F(PlantedCountFaults, ACountOfWorms) {
  certify(BoundKind::kDegree);
  replace("\"cut\"", "\"ports\"");
  expect_refused("certificate.json: by.kind: ports is not counted in this model");
}

}  // namespace
}  // namespace flitcast::test_count_check
