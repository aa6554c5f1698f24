#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tb/certificates/certificate_files.h"
#include "tb/proof_check/proof_check.h"
#include "tb/system/file_error.h"
#include "tests/support/temp_folder.h"
#include "tests/support/worms/worm_networks.h"

namespace flitcast::test_worm_certificates {
namespace {

using Op = DemandKind;
using Kind = TopologyKind;

constexpr const char* kJson = "certificate.json";
constexpr const char* kCnf = "rounds-3.cnf";

/// What the checker says of a certificate, without its folder.
std::string said(const TempFolder& folder) {
  std::string text;
  try {
    text = in_words(proof::check_certificate(folder.root()));
  } catch (const FileError& error) {
    text = error.what();
  }
  const std::size_t at = text.find(folder.root());
  return at == std::string::npos ? text : text.erase(at, folder.root().size() + 1);
}

/// Of the fewest rounds of an instance.
void write(const TempFolder& folder, const WormInstance& instance,
           const Topology* network = nullptr) {
  const FewestRounds fewest = fewest_rounds(instance);
  CertificateFolder(folder.root()).write(certificate_of({instance, fewest, 20, "", network}));
}

std::string proved(const WormInstance& instance, const Topology* network = nullptr) {
  const TempFolder folder;
  write(folder, instance, network);
  return said(folder);
}

void expect_said(const std::string& text, const std::string& words) {
  EXPECT_NE(text.find(words), std::string::npos) << text;
}

TEST(WormCertificates, SayWhatIsProved) {
  EXPECT_EQ(proved(on_base_routes(Op::kBroadcast, Kind::kHypercube, {3}, 1)),
            "proved: no broadcast at node 0 on 8 nodes, 1 port, by worms along 56 ways ends within "
            "2 rounds; as data of node 0 are known to 1, 2, 4 of 8 nodes at most\n");
  expect_said(
      proved(on_base_routes(Op::kAllToAll, Kind::kRing, {5}, 1)),
      "by a worm for each block along 20 ways ends within 3 rounds; as 4 worms leave node 0");
  expect_said(proved(on_base_routes(Op::kScatter, Kind::kHypercube, {3}, 0, 2)),
              "within 3 rounds; as worms go 4 times over link 2>3, once in a round");
  expect_said(proved(on_base_routes(Op::kAllToAll, Kind::kRing, {4}, 1)), "within 3 rounds; by ");
  expect_said(proved(on_base_routes(Op::kAllGather, Kind::kLine, {2}, 1)), "within 0 rounds; as");
}

TEST(WormCertificates, AreCheckedWithAbsorptionHalfDuplexAndDestinations) {
  WormInstance absorbing = on_base_routes(Op::kBroadcast, Kind::kMesh, {5, 3}, 1, 7);
  absorbing.absorbs = true;
  expect_said(proved(absorbing),
              "1 port, absorption, by worms along 210 ways ends within 2 rounds");
  WormInstance half = on_base_routes(Op::kBroadcast, Kind::kRing, {5});
  half.half_duplex = true;
  expect_said(proved(half), "half duplex, by worms along 20 ways ends within");
  WormInstance multicast = on_base_routes(Op::kMulticast, Kind::kLine, {6}, 0, 2);
  multicast.demand.destinations = {0, 1, 5};
  expect_said(proved(multicast),
              "multicast at node 2 for 3 others, which alone pass it on, on 6 nodes, all ports");
}

struct Named {
  WormInstance instance;
  Topology network;
  const char* words;
};

TEST(WormCertificates, NameTheMachineThatTheyAreOf) {
  WormInstance back = on_base_routes(Op::kScatter, Kind::kMesh, {3, 2}, 1);
  turn_ways(back.ways);
  WormInstance multicast = on_base_routes(Op::kMulticast, Kind::kTorus, {4, 3}, 1, 2);
  multicast.demand.destinations = {0, 5, 9};
  keep_ways_of_members(multicast);
  for (const auto& [instance, network, words] : std::vector<Named>{
           {on_base_routes(Op::kAllToAll, Kind::kHypercube, {3}),
            {Kind::kHypercube, {3}},
            "hypercube 3, all ports, by a worm for each block along base routes"},
           {on_shortest_ways(Op::kScatter, Kind::kTorus, {4, 4}),
            {Kind::kTorus, {4, 4}},
            "torus 4x4, all ports, by a worm for each block along shortest ways"},
           {back,
            {Kind::kMesh, {3, 2}},
            "mesh 3x2, 1 port, by a worm for each block along base routes backwards"},
           {multicast, {Kind::kTorus, {4, 3}}, "torus 4x3, 1 port, by worms along base routes"},
           {on_base_routes(Op::kAllToAll, Kind::kTree, {2}),
            {Kind::kTree, {2}},
            "tree 2, all ports, by a worm for each block along base routes"}}) {
    expect_said(proved(instance, &network), words);
  }
  const Topology other(Kind::kMesh, {4, 4});
  expect_said(proved(on_base_routes(Op::kBroadcast, Kind::kTorus, {4, 4}), &other),
              "on 16 nodes, all ports, by worms along 240 ways");
}

// Two nodes that a switch is between, and none to tell in no time.
TEST(WormCertificates, AreOfAnyWaysOverLinks) {
  const TempFolder folder;
  WormInstance instance{{Op::kBroadcast, 2}, {{0, 2}, {2, 1}}};
  instance.joined = true;
  FewestRounds fewest;
  fewest.least = 1;
  fewest.bound = {WormBoundKind::kGrowth, 1};
  const std::string schedule =
      "{\"rounds\":[[{\"src\":0,\"dst\":[1],\"path\":[0,2,1],\"blocks\":[[0,null]]}]]}";
  CertificateFolder(folder.root()).write(certificate_of({instance, fewest, 0, schedule}));
  EXPECT_EQ(
      said(folder),
      "proved: no broadcast at node 0 on 2 nodes with 2 links, all ports, by worms along any ways "
      "ends within 0 rounds; as data of node 0 are known to 1 of 2 nodes at most\n"
      "schedule.json ends after 1 round: optimal\n");
  std::string text = schedule;
  folder.write("schedule.json", text.replace(text.find("0,2,1"), 5, "0,1"));
  expect_said(said(folder), "schedule.json: rounds[0][0]: 0>1 is none of the ways");
  fewest.bound = {WormBoundKind::kLinks, 1, 0, {{0, 2}}};
  CertificateFolder(folder.root()).write(certificate_of({instance, fewest, 0, schedule}));
  expect_said(said(folder), "certificate.json: by.kind: what worms do along any ways");
}

// Within a round more all would know it by node 1, which it is not for.
TEST(WormCertificates, MulticastIsPassedOnByThoseThatItIsFor) {
  const TempFolder folder;
  WormInstance instance{{Op::kMulticast, 3}, {{0, 1}, {1, 2}}};
  instance.demand.destinations = {2};
  FewestRounds fewest;
  fewest.least = 1;
  fewest.bound = {WormBoundKind::kGrowth, 1};
  CertificateFolder(folder.root())
      .write(certificate_of(
          {instance, fewest, 0,
           "{\"rounds\":[[{\"src\":0,\"dst\":1,\"path\":[0,1],\"blocks\":[[0,null]]}],"
           "[{\"src\":1,\"dst\":2,\"path\":[1,2],\"blocks\":[[0,null]]}]]}"}));
  EXPECT_EQ(said(folder), "schedule.json: rounds[0][0]: data [0, -1, 0] are not for node 1");
}

/// All-to-all on a ring of four, by clauses; every test spoils it.
class WormFaults : public testing::Test {
 protected:
  WormFaults() { write(folder_, on_base_routes(Op::kAllToAll, Kind::kRing, {4}, 1)); }

  /// Puts a text in the place of the first one like it.
  void replace(const std::string& file, const std::string& from, const std::string& to) {
    std::string text = folder_.read(file);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << text;
    folder_.write(file, text.replace(at, from.size(), to));
  }
  void expect_refused(const std::string& file, const std::string& words) const {
    const std::string text = said(folder_);
    EXPECT_EQ(text.rfind(file, 0), 0U) << text;
    expect_said(text, words);
  }

  TempFolder folder_;
};

TEST_F(WormFaults, NoneIsThereWithoutOne) {
  expect_said(said(folder_), "proved: no all-to-all on 4 nodes, 1 port");
}

TEST_F(WormFaults, RoundsThatWouldDo) {
  replace(kJson, "\"rounds\":3", "\"rounds\":4");
  replace(kJson, "\"rounds\":[3]", "\"rounds\":[4]");
  expect_refused(kCnf, "no rule makes this clause");
}

TEST_F(WormFaults, MorePorts) {
  replace(kJson, "\"ports\":1", "\"ports\":2");
  expect_refused(kCnf, "no rule makes this clause");
}

TEST_F(WormFaults, AnotherOperation) {
  replace(kJson, "all-to-all", "scatter");
  expect_refused(kCnf, "no rule makes this clause");
  replace(kJson, "scatter", "gather");
  expect_refused(kJson, "operation");
}

TEST_F(WormFaults, WayDropped) {
  replace(kJson, "[0,1,2],\n", "");
  expect_refused(kCnf, "no rule makes this clause");
}

TEST_F(WormFaults, WayThatIsNone) {
  replace(kJson, "[0,1,2]", "[0,1,0]");
  expect_refused(kJson, "ways: 0>1>0 is no way");
  replace(kJson, "[0,1,0]", "[0,1]");
  expect_refused(kJson, "ways: 0>1 is no way, or is there twice");
  replace(kJson, "[0,1]", "[0]");
  expect_refused(kJson, "ways[0]");
}

TEST_F(WormFaults, MeaningExchanged) {
  const std::string text = folder_.read(kCnf);
  const std::size_t first = text.find("= ") + 2;
  const std::string meaning = text.substr(first, text.find('\n', first) - first);
  std::string other = meaning;
  other.back() = other.back() == '1' ? '2' : '1';
  const std::size_t second = text.find(other + "\n");
  ASSERT_NE(second, std::string::npos) << other;
  std::string spoiled = text;
  spoiled.replace(second, other.size(), meaning).replace(first, meaning.size(), other);
  folder_.write(kCnf, spoiled);
  expect_refused(kCnf, "no rule makes this clause");
}

TEST_F(WormFaults, LiteralNegated) {
  replace(kCnf, "in round 1\n-", "in round 1\n");
  expect_refused(kCnf, "no rule makes this clause");
}

/// In place of the reason.
void count(const TempFolder& folder, const std::string& kind, const std::string& of) {
  std::string text = folder.read(kJson);
  const std::size_t at = text.find("\"by\":");
  const std::size_t end = text.find("\"milliseconds\"");
  ASSERT_NE(end, std::string::npos) << text;
  folder.write(kJson,
               text.replace(at, end - at, fmt::format("\"by\":{{\"kind\":\"{}\",{}}},", kind, of)));
}

TEST_F(WormFaults, ReasonThatCountsTooLittle) {
  count(folder_, "ports", "\"nodes\":[2]");
  expect_refused(kJson, "by ports: 3 worms leave node 2, and 3 reach it; that does not forbid 3");
  count(folder_, "links", "\"links\":[[0,1]]");
  expect_refused(kJson, "by links: worms go 3 times over 1 link; that does not forbid 3 rounds");
  count(folder_, "links", "\"links\":[[0,2]]");
  expect_refused(kJson, "by links: worms go 0 times");
  count(folder_, "growth", "\"nodes\":[0]");
  expect_refused(kJson, "by growth: it says nothing of data that do not spread");
}

TEST_F(WormFaults, GrowthThatIsFastEnough) {
  write(folder_, on_base_routes(Op::kBroadcast, Kind::kHypercube, {3}, 1));
  expect_said(said(folder_), "proved");
  replace(kJson, "\"rounds\":2", "\"rounds\":3");
  expect_refused(kJson, "by growth: 8 nodes may know it by then");
  count(folder_, "growth", "\"nodes\":[1]");
  expect_refused(kJson, "by growth: it says nothing");
  count(folder_, "growth", "\"nodes\":[8]");
  expect_refused(kJson, "there is no node 8");
  count(folder_, "ports", "\"nodes\":[0]");
  expect_refused(kJson, "by ports: it says nothing of data that spread");
}

TEST_F(WormFaults, ReasonOfAnotherKind) {
  count(folder_, "cut", "\"nodes\":[0]");
  expect_refused(kJson, "by.kind: cut is not counted in this model");
  count(folder_, "growth", "\"nodes\":[0,1]");
  expect_refused(kJson, "by.nodes: give one");
  count(folder_, "guess", "\"nodes\":[0]");
  expect_refused(kJson, "by.kind");
}

TEST_F(WormFaults, FilesElsewhere) {
  replace(kJson, "\"rounds-3\"", "\"../rounds-3\"");
  expect_refused(kJson, "by.splits[0].files");
}

TEST_F(WormFaults, SchemaOfAnother) {
  replace(kJson, "flitcast.certificate/2", "flitcast.certificate/3");
  expect_refused(kJson, "schema");
}

}  // namespace
}  // namespace flitcast::test_worm_certificates
