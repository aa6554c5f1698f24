#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/config/source_locations.h"
#include "tb/show/row_filter.h"
#include "tb/show/row_listing.h"
#include "tb/text/text_columns.h"

namespace flitcast::test_row_filter {
namespace {

RowFilter words(std::vector<std::string> words) {
  RowFilter filter;
  filter.words = std::move(words);
  return filter;
}

std::vector<std::string> ids(const RowFilter& filter) {
  std::vector<std::string> ids;
  for (const Row* const row : chosen_rows(filter)) {
    ids.emplace_back(row->id);
  }
  return ids;
}

std::string refusal(const RowFilter& filter) {
  try {
    chosen_rows(filter);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(RowFilter, WithoutConditionsLetsAllThrough) {
  EXPECT_EQ(chosen_rows({}).size(), catalogue().size());
}

TEST(RowFilter, TakesOperationsByAnyName) {
  const std::vector<std::string> barriers{"barrier-dissemination"};
  EXPECT_EQ(ids(words({"MPI_Barrier"})), barriers);
  EXPECT_EQ(ids({"Barrier", "", "", "", {}}), barriers);
  EXPECT_EQ(ids(words({"all-to-all", "reduction"})),
            (std::vector<std::string>{"aar-ring", "aar-mesh", "aar-hc"}));
}

// Those for any network run on a fat tree, and no others do.
TEST(RowFilter, TakesTopologiesWithWhatRunsAnywhere) {
  for (const Row* const row : chosen_rows({"", "fat_tree", "", "", {}})) {
    EXPECT_EQ(row->topologies, "any");
  }
  const auto on_trees = ids({"", "tree", "", "", {}});
  EXPECT_EQ(std::count(on_trees.begin(), on_trees.end(), "oab-tree"), 1);
  EXPECT_EQ(std::count(on_trees.begin(), on_trees.end(), "oab-hc-sbt"), 0);
}

TEST(RowFilter, TakesTheModel) {
  for (const Row* const row : chosen_rows({"", "", "all", "SF", {}})) {
    EXPECT_EQ(row->model.ports, RowModel::kAllPorts);
    EXPECT_EQ(row->model.switching, Switching::kStoreAndForward);
  }
  EXPECT_EQ(ids({"", "", "all", "store_and_forward", {}}), ids({"", "", "all", "sf", {}}));
  EXPECT_EQ(ids({"", "", "1", "", {}}).size() + ids({"", "", "all", "", {}}).size(),
            catalogue().size());
}

TEST(RowFilter, LooksForOtherWordsEverywhere) {
  EXPECT_EQ(ids(words({"rabenseifner", "any"})),
            std::vector<std::string>{"allreduce-rabenseifner"});
  EXPECT_EQ(ids(words({"aab-*"})), (std::vector<std::string>{"aab-ring", "aab-mesh", "aab-hc",
                                                             "aab-line-hc", "aab-bruck"}));
}

TEST(RowFilter, UnitesIdsWildcardsAndOperations) {
  using Ids = std::vector<std::string>;
  EXPECT_EQ(ids(words({"aas-hc-dex", "aas-hc-sex"})), (Ids{"aas-hc-sex", "aas-hc-dex"}));
  EXPECT_EQ(ids(words({"aas-hc-dex"})), Ids{"aas-hc-dex"});
  EXPECT_EQ(ids(words({"aar-*", "barrier-dissemination"})),
            (Ids{"aar-ring", "aar-mesh", "aar-hc", "barrier-dissemination"}));
  EXPECT_EQ(ids(words({"aar-*", "barrier-dissemination", "hypercube"})),
            (Ids{"aar-hc", "barrier-dissemination"}));
  EXPECT_EQ(ids(words({"barrier*"})), Ids{"barrier-dissemination"});
  EXPECT_EQ(ids(words({"barrier", "scatter"})).size(),
            ids(words({"barrier"})).size() + ids(words({"scatter"})).size());
  EXPECT_EQ(refusal(words({"barrier", "scatter", "aas-hc-dex"})).find("no algorithm is all"), 0U);
}

TEST(RowFilter, SaysWhatWouldBeRight) {
  EXPECT_EQ(refusal({"gatherr", "", "", "", {}}),
            "--operation: \"gatherr\" is not known; the nearest is gather");
  EXPECT_EQ(refusal({"", "cube", "", "", {}}),
            "--topology: \"cube\" is not known; give hypercube, mesh, torus, ring, line, tree, "
            "fat_tree or graph");
  EXPECT_EQ(refusal({"", "", "0", "", {}}),
            "--ports: \"0\" is out of range; give 1 to 254, or all");
  EXPECT_EQ(refusal({"", "", "", "fast", {}}),
            "--switching: \"fast\" is not known; give wormhole, cut_through or "
            "store_and_forward");
  EXPECT_EQ(refusal(words({"brodcast"})),
            "there is no algorithm or operation \"brodcast\"; the nearest is broadcast");
  EXPECT_EQ(refusal(words({"barrier", "hypercube", "sleep"})),
            "there is no algorithm or operation \"sleep\"; see flitcast list");
  EXPECT_EQ(refusal(words({"barrier", "rabenseifner"})).find("no algorithm is all of that"), 0U);
  EXPECT_EQ(refusal({"", "", "7", "", {}}), "--ports: no algorithm is for 7; give 1 or all");
}

TEST(RowListing, IsNoWiderThanTheTerminal) {
  const std::vector<const Row*> rows = chosen_rows({});
  for (const std::size_t width : {80U, 100U, 132U}) {
    for (const std::string& text : {list_rows(rows, width), list_rows_long(rows, width)}) {
      std::istringstream lines(text);
      for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(text_width(line), width) << line;
      }
    }
  }
}

TEST(RowListing, HasALineForARow) {
  const std::string text = list_rows(chosen_rows(words({"barrier"})), 0);
  EXPECT_EQ(text.substr(0, text.find("\n\n")),
            "ID                     OPERATION  MODEL  PORTS  TOPOLOGY  ROUNDS\n"
            "barrier-dissemination  barrier    WH         1  any       ⌈log2 p⌉");
}

}  // namespace
}  // namespace flitcast::test_row_filter
