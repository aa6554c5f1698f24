#include <filesystem>

#include <gtest/gtest.h>

#include "tb/certificates/certificate_files.h"
#include "tb/proof_check/proof_check.h"
#include "tb/system/file_error.h"
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
  CertificateFolder(folder.path("made"))
      .write(certificate_of({instance, steps, rounds, result.refuted}));
  return in_words(proof::check_certificate(folder.path("made")));
}

TEST(Certificates, SayWhatIsProved) {
  const TempFolder folder;
  const HopSearchResult result = search_hops(dgx1_all_gather(3), 2, 4);
  CertificateFolder(folder.root())
      .write(certificate_of({dgx1_all_gather(3), 2, 4, result.refuted}));
  EXPECT_EQ(folder.files(),
            (std::vector<std::string>{"certificate.json", "rounds-1-3.cnf", "rounds-1-3.lrat",
                                      "rounds-2-2.cnf", "rounds-2-2.lrat", "rounds-3-1.cnf",
                                      "rounds-3-1.lrat"}));
  const std::string said = in_words(proof::check_certificate(folder.root()));
  EXPECT_EQ(
      said.substr(0, said.find('\n')),
      "proved: no all-gather of 3 chunks a node on 8 nodes with 32 links, all ports ends within 2 "
      "steps and 4 rounds; by all rounds of steps:");
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
            "proved: no multicast at node 5 for 2 others of 1 chunk");
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
  EXPECT_THROW(CertificateFolder(folder.path("none"))
                   .write(certificate_of({dgx1_all_gather(3), 3, 4, splits})),
               ProofError);
  EXPECT_TRUE(folder.files().empty());
}

constexpr const char* kJson = "certificate.json";

TEST(Certificates, TakeThePlaceOfOthersWithAllTheirFiles) {
  const TempFolder folder;
  folder.write("notes.txt", "mine");
  const CertificateFolder place(folder.root());
  place.write({{{"rounds-2-1.cnf", ""},
                {"rounds-2-1.lrat.bz2", ""},
                {"schedule.json", "a"},
                {kJson, "b"}}});
  place.write({{{"schedule.json", "c"}, {kJson, "d"}}});
  EXPECT_EQ(folder.files(), (std::vector<std::string>{kJson, "notes.txt", "schedule.json"}));
  EXPECT_EQ(folder.read("schedule.json") + folder.read(kJson), "cd");
  CertificateFolder(folder.root()).write({{{kJson, "e"}}});
  EXPECT_EQ(folder.files(), (std::vector<std::string>{kJson, "notes.txt"}));
}

TEST(Certificates, OfPointsTakeThePlaceOfThoseOfOthers) {
  const TempFolder folder;
  const CertificateFolder place(folder.path("all"));
  place.write({{"1-2-2", {{{kJson, "a"}}}}, {"2-2-3", {{{"rounds-1.cnf", ""}, {kJson, "b"}}}}});
  folder.write("all/2-2-3/notes.txt", "mine");
  place.write({{"3-2-5", {{{kJson, "c"}}}}});
  EXPECT_FALSE(std::filesystem::exists(folder.path("all/1-2-2")));
  EXPECT_FALSE(std::filesystem::exists(folder.path("all/2-2-3/rounds-1.cnf")));
  EXPECT_FALSE(std::filesystem::exists(folder.path("all/2-2-3/certificate.json")));
  EXPECT_EQ(folder.read("all/2-2-3/notes.txt"), "mine");
  EXPECT_EQ(folder.read("all/3-2-5/certificate.json"), "c");
}

TEST(Certificates, StayWhereWhatIsBesideThemCannotBeWritten) {
  const TempFolder folder;
  const CertificateFolder place(folder.path("why"));
  place.write({{{"rounds-1.cnf", ""}, {kJson, "a"}}});
  AtomicFile beside(folder.path("s.json"));
  beside.write("new");
  std::filesystem::create_directory(folder.path("s.json"));
  EXPECT_THROW(place.write({{{kJson, "b"}}}, &beside), FileError);
  EXPECT_EQ(folder.read("why/certificate.json"), "a");
  EXPECT_TRUE(std::filesystem::exists(folder.path("why/rounds-1.cnf")));
}

TEST(Certificates, HaveNamesThatOthersAreKeptFrom) {
  const TempFolder folder;
  const CertificateFolder place(folder.path("why"));
  for (const char* const name :
       {"certificate.json", "schedule.json", "rounds-1-3.lrat.bz2", "../why/certificate.json"}) {
    EXPECT_TRUE(place.takes(folder.path("why/") + name)) << name;
  }
  EXPECT_FALSE(place.takes(folder.path("schedule.json")));
  EXPECT_FALSE(place.takes(folder.path("why/s.json")));
  folder.write("schedule.json", "mine");
  EXPECT_THROW(CertificateFolder(folder.root()), FileError);
  EXPECT_THROW(CertificateFolder(folder.path("schedule.json")), FileError);
  EXPECT_THROW(CertificateFolder(""), FileError);
}

}  // namespace
}  // namespace flitcast::test_certificate_files
