#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/config/keys/config_keys.h"
#include "tb/plan/plan.h"
#include "tb/results/config_file.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_topology_keys {
namespace {

using Keys = std::vector<std::pair<std::string, std::string>>;

constexpr const char* kTriangle = "processors 3\nlink 0 1\nlink 1 2\nlink 2 0\n";

class TopologyKeys : public testing::Test {
 protected:
  static RawConfig raw_of(const Keys& keys) {
    RawConfig raw;
    give(raw, "traffic.algorithm", "barrier-dissemination");
    for (const auto& [key, value] : keys) {
      give(raw, key, value);
    }
    return raw;
  }

  static std::string objection(const Keys& keys) {
    try {
      const Draft draft(raw_of(keys));
    } catch (const ConfigError& error) {
      return error.what();
    }
    return {};
  }

  std::string file(const std::string& text) const { return folder_.write("net.txt", text); }

  TempFolder folder_;
};

TEST_F(TopologyKeys, AGraphIsReadFromItsFile) {
  const Draft draft(raw_of({{"topology.kind", "graph"}, {"topology.file", file(kTriangle)}}));
  EXPECT_EQ(draft.topology().describe(), "graph net.txt");
  EXPECT_EQ(draft.topology().processors(), 3U);
  EXPECT_TRUE(draft.config().notes.empty());
  EXPECT_EQ(find_key("topology.file")->show(draft.config()), folder_.path("net.txt"));
  EXPECT_FALSE(find_key("topology.dims")->show(draft.config()));
  EXPECT_FALSE(find_key("router.routing")->show(draft.config()));
}

TEST_F(TopologyKeys, TheFileCountsFromTheFolderOfTheConfig) {
  file(kTriangle);
  const RawConfig raw = read_config(folder_.write(
      "x.ini", "[topology]\nkind = graph\nfile = net.txt\n[traffic]\nalgorithm = aab-bruck\n"));
  EXPECT_EQ(raw.texts.at("topology.file"), folder_.path("net.txt"));
  EXPECT_EQ(Draft(raw).topology().nodes(), 3U);
}

TEST_F(TopologyKeys, WhatTellsAnotherKindOfNetworkHasNoEffect) {
  const Draft graph(raw_of(
      {{"topology.kind", "graph"}, {"topology.file", file(kTriangle)}, {"topology.dims", "4x4"}}));
  EXPECT_EQ(graph.config().ineffective,
            std::vector<std::string>{"topology.dims has no effect on a graph"});
  const Draft mesh(raw_of(
      {{"topology.kind", "mesh"}, {"topology.file", "nowhere.txt"}, {"topology.dims", "4x4"}}));
  EXPECT_EQ(mesh.config().ineffective,
            std::vector<std::string>{"topology.file has no effect on a mesh"});
}

TEST_F(TopologyKeys, AFileThatIsMissingOrNoNetworkIsOneMessage) {
  EXPECT_EQ(objection({{"topology.kind", "graph"}, {"topology.dims", "4"}}),
            "--topology.file: is missing; give the name of a file with nodes and links");
  const std::string nowhere = folder_.path("nowhere.txt");
  EXPECT_NE(objection({{"topology.kind", "graph"}, {"topology.file", nowhere}}).find(nowhere),
            std::string::npos);
  const std::string name = file("processors 2\nlink 0 2\n");
  EXPECT_EQ(objection({{"topology.kind", "graph"}, {"topology.file", name}}),
            "--topology.file: " + name + ":2: \"2\" is not a node; they are 0 to 1");
}

TEST_F(TopologyKeys, LinksThatDifferAreToldInANote) {
  Keys keys = {{"topology.kind", "graph"},
               {"topology.file", file("processors 3\nlink 0 1 delay 4\n"
                                      "link 1 2 delay 4 cycles_per_flit 3\n")}};
  const auto notes_on_links = [&keys] {
    std::vector<std::string> notes = Draft(raw_of(keys)).config().notes;
    notes.erase(std::remove_if(notes.begin(), notes.end(),
                               [](const std::string& note) { return note.find("links") != 0; }),
                notes.end());
    return notes;
  };
  ASSERT_EQ(notes_on_links().size(), 1U);
  EXPECT_EQ(
      notes_on_links()[0],
      "links differ, with delays from 4 to 4 and 1 to 3 cycles per flit: what is predicted is "
      "the sum over the rounds, link by link, lower bounds are those of a network of the "
      "fastest links, and t_d and t_m are those of links of which graph net.txt says nothing");
  keys[1].second = file("processors 2\nlink 0 1 delay 4 cycles_per_flit 2\n");
  keys.emplace_back("link.delay", "4");
  keys.emplace_back("link.cycles_per_flit", "2");
  EXPECT_TRUE(notes_on_links().empty());
}

TEST_F(TopologyKeys, AnOutputIsNotTheFileOfTheNetwork) {
  const std::string name = file(kTriangle);
  EXPECT_EQ(objection({{"topology.kind", "graph"}, {"topology.file", name}, {"output.json", name}}),
            "--output.json: is the same file as topology.file");
}

TEST_F(TopologyKeys, RowsThatNeedMoreThanAGraphRefuseIt) {
  EXPECT_EQ(objection({{"topology.kind", "graph"},
                       {"topology.file", file(kTriangle)},
                       {"traffic.algorithm", "oas-ring-sf"}}),
            "--topology.kind: graph does not fit; the algorithm lives on a ring or a torus of one "
            "dimension");
}

// A ring of 5 whose table goes up only: worms that share links can wait for each other.
TEST_F(TopologyKeys, ATableThatMayDeadlockIsRefusedByTheProof) {
  std::string text = "processors 5\n";
  for (int node = 0; node < 5; ++node) {
    text += "link " + std::to_string(node) + " " + std::to_string((node + 1) % 5) + "\n";
  }
  for (int node = 0; node < 5; ++node) {
    for (int ahead = 1; ahead < 5; ++ahead) {
      text += "route " + std::to_string(node) + " " + std::to_string((node + ahead) % 5) + " " +
              std::to_string((node + 1) % 5) + "\n";
    }
  }
  const RawConfig raw = raw_of({{"topology.kind", "graph"}, {"topology.file", file(text)}});
  try {
    const Plan plan(raw);
    ADD_FAILURE() << "accepted";
  } catch (const ConfigError& error) {
    EXPECT_EQ(std::string(error.what()).find("--traffic.algorithm: may deadlock: worms can wait"),
              0U)
        << error.what();
  }
  EXPECT_EQ(Draft(raw).topology().routes(),
            "the table of the file, whose channels can wait in a circle");
}

}  // namespace
}  // namespace flitcast::test_topology_keys
