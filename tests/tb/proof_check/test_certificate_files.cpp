#include <gtest/gtest.h>

#include "tb/certificates/certificate_files.h"
#include "tb/proof_check/proof_check.h"
#include "tests/support/hops/hop_networks.h"
#include "tests/support/temp_folder.h"
#include "traffic/satisfiability/drat_reader.h"

namespace flitcast::test_certificate_files {
namespace {

/// What is proved of the instance, by a certificate in a folder that is made for it.
std::string proved(const HopInstance& instance, std::uint32_t steps, std::uint32_t rounds) {
  const TempFolder folder;
  const HopSearchResult result = search_hops(instance, steps, rounds);
  EXPECT_FALSE(result.plan);
  write_certificate(folder.path("made"), {instance, steps, rounds, result.refuted});
  return in_words(proof::check_certificate(folder.path("made")));
}

TEST(Certificates, SayWhatIsProved) {
  const TempFolder folder;
  const HopSearchResult result = search_hops(dgx1_all_gather(3), 2, 4);
  write_certificate(folder.root(), {dgx1_all_gather(3), 2, 4, result.refuted});
  EXPECT_EQ(folder.files(),
            (std::vector<std::string>{"certificate.json", "rounds-1-3.cnf", "rounds-1-3.lrat",
                                      "rounds-2-2.cnf", "rounds-2-2.lrat", "rounds-3-1.cnf",
                                      "rounds-3-1.lrat"}));
  const std::string said = in_words(proof::check_certificate(folder.root()));
  EXPECT_EQ(
      said.substr(0, said.find('\n')),
      "proved: no all-gather of 3 chunks a node on 8 nodes with 32 links ends within 2 steps and "
      "4 rounds; by all rounds of steps:");
  EXPECT_NE(said.find("  3+1 rounds: "), std::string::npos);
}

TEST(Certificates, AreCheckedForEveryOperation) {
  const auto first_words = [](const std::string& text) {
    return text.substr(0, text.find(" on "));
  };
  EXPECT_EQ(first_words(proved(hop_instance(DemandKind::kBroadcast, 3, line_links(3), 2, 2), 2, 2)),
            "proved: no broadcast at node 2 of 2 chunks");
  EXPECT_EQ(first_words(
                proved(hop_instance(DemandKind::kMulticast, 6, ring_links(6), 1, 5, {2, 1}), 2, 3)),
            "proved: no multicast at node 5 to 2 others of 1 chunk");
  EXPECT_EQ(first_words(proved(hop_instance(DemandKind::kScatter, 5, line_links(5), 1, 1), 2, 4)),
            "proved: no scatter at node 1 of 1 chunk a node");
  EXPECT_EQ(first_words(proved(hop_instance(DemandKind::kScatter, 5, line_links(5), 2, 0), 4, 7)),
            "proved: no scatter at node 0 of 2 chunks a node");
  EXPECT_EQ(first_words(proved(hop_instance(DemandKind::kAllToAll, 4, line_links(4)), 3, 3)),
            "proved: no all-to-all of 1 chunk a pair");
  EXPECT_EQ(first_words(proved(hop_instance(DemandKind::kAllGather, 7, ring_links(7), 3), 4, 8)),
            "proved: no all-gather of 3 chunks a node");
}

TEST(Certificates, AreWholeOrNotThere) {
  const TempFolder folder;
  std::vector<RefutedSplit> splits = search_hops(dgx1_all_gather(3), 2, 4).refuted;
  splits.back().proof.clear();
  splits.back().rounds = {1, 1, 2};  // these there are
  EXPECT_THROW(write_certificate(folder.path("none"), {dgx1_all_gather(3), 3, 4, splits}),
               ProofError);
  EXPECT_TRUE(folder.files().empty());
}

}  // namespace
}  // namespace flitcast::test_certificate_files
