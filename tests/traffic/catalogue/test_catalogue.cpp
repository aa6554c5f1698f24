#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/fitting_rows.h"
#include "tests/support/rows/row_cost.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/row/lower_bound.h"
#include "traffic/text/nearest_word.h"
#include "traffic/verify/verifier.h"

namespace flitcast::test_catalogue {
namespace {

TEST(Catalogue, HasEveryRowOnce) {
  std::set<std::string_view> ids;
  for (const Row& row : catalogue()) {
    EXPECT_TRUE(ids.insert(row.id).second) << row.id;
  }
}

TEST(Catalogue, EveryRowExplainsItself) {
  for (const Row& row : catalogue()) {
    SCOPED_TRACE(row.id);
    for (const std::string_view text :
         {row.topologies, row.source, row.definition, row.rounds, row.latency}) {
      EXPECT_FALSE(text.empty());
    }
  }
}

TEST(Catalogue, FindsARowByItsId) {
  EXPECT_EQ(find_row("aas-hc-dex").number, "A14");
}

TEST(Catalogue, ProposesTheNearestId) {
  try {
    find_row("oas-hc-sbtt");
    FAIL() << "found a row that does not exist";
  } catch (const ParameterError& error) {
    EXPECT_EQ(error.key(), "traffic.algorithm");
    EXPECT_STREQ(error.what(), "there is no algorithm \"oas-hc-sbtt\"; the nearest is oas-hc-sbt");
  }
}

TEST(Nearest, IsTheCandidateWithTheFewestEdits) {
  const std::vector<std::string> words = {"kitten", "sitting", "mitten"};
  EXPECT_EQ(nearest("siting", words), "sitting");
  EXPECT_EQ(nearest("itten", words), "kitten");
  EXPECT_EQ(nearest("mittenn", words), "mitten");
  EXPECT_EQ(nearest("", {"abc", "ab"}), "ab");
  EXPECT_EQ(nearest("word", {}), "");
}

std::string text_of(const Round& round) {
  std::string text;
  for (std::size_t i = 0; i < round.size(); ++i) {
    const MessageView m = round[i];
    for (const NodeId node : m.nodes()) {
      text += std::to_string(node) + ">";
    }
    for (const NodeId node : m.destinations) {
      text += " " + std::to_string(node);
    }
    for (const Block& block : m.blocks) {
      text += " " + to_string(block);
    }
    text += std::string(" ") + to_string(m.transfer) + "\n";
  }
  return text;
}

std::string round_of(const Schedule& schedule, const Topology& topology, std::uint64_t number) {
  Round round(topology);
  schedule.fill(number, round);
  return text_of(round);
}

TEST(Catalogue, RoundsCanBeFilledInAnyOrder) {
  for_each_row([](const Row& row, const RowRequest& request) {
    const Schedule schedule = row.build(request);
    std::vector<std::string> forwards;
    for (std::uint64_t r = 0; r < schedule.rounds; ++r) {
      forwards.push_back(round_of(schedule, request.topology, r));
    }
    const Schedule copy = row.build(request);
    for (std::uint64_t r = schedule.rounds; r-- > 0;) {
      EXPECT_EQ(round_of(copy, request.topology, r), forwards[r]);
    }
    EXPECT_EQ(std::set<std::string>(forwards.begin(), forwards.end()).size(), forwards.size());
  });
}

std::string text_of(const Schedule& schedule, const Topology& topology) {
  std::string text;
  for (std::uint64_t r = 0; r < schedule.rounds; ++r) {
    text += round_of(schedule, topology, r) + "--\n";
  }
  return text;
}

TEST(Catalogue, TheFirstVariantIsTheDefaultAndTheOthersDiffer) {
  std::set<std::string> different;
  for_each_row([&](const Row& row, const RowRequest& request) {
    if (row.variants.empty()) {
      return;
    }
    RowRequest other = request;
    other.variant.clear();
    const bool same =
        text_of(row.build(request), request.topology) == text_of(row.build(other), other.topology);
    if (request.variant.empty() || request.variant == row.variants.front()) {
      EXPECT_TRUE(same);
    } else if (!same) {
      different.insert(std::string(row.id) + " " + request.variant);
    }
  });
  for (const Row& row : catalogue()) {
    for (std::size_t i = 1; i < row.variants.size(); ++i) {
      EXPECT_EQ(different.count(std::string(row.id) + " " + std::string(row.variants[i])), 1U)
          << row.id << " " << row.variants[i];
    }
  }
}

TEST(Catalogue, OnlyCombiningRowsSendSeveralBlocksInAMessage) {
  std::set<std::string_view> combine;
  for_each_row([&](const Row& row, const RowRequest& request) {
    const Schedule schedule = row.build(request);
    for (std::uint64_t r = 0; r < schedule.rounds; ++r) {
      Round round(request.topology);
      schedule.fill(r, round);
      for (std::size_t i = 0; i < round.size(); ++i) {
        if (round[i].blocks.size() > 1) {
          combine.insert(row.id);
        }
      }
    }
  });
  for (const Row& row : catalogue()) {
    EXPECT_EQ(combine.count(row.id) == 1, row.combining) << row.id;
  }
}

VerifyReport report_of(const Schedule& schedule, const Row& row, const RowRequest& request) {
  VerifyOptions options = options_of(row, request.topology, {14, 2, 3, 5, 7});
  options.switching = request.switching;
  options.ports = request.ports;
  options.disjoint_links = false;
  return verify(schedule, request.routing, options);
}

// The coefficients, however many links a message takes and whatever the switching, add up to what
// the slowest message of every round costs. Where links are shared the formula tells more.
TEST(ClosedForm, IsTheSumOverTheRoundsOfTheSchedule) {
  for_each_row([](const Row& row, RowRequest request) {
    SCOPED_TRACE(request.topology.describe() + " " + request.variant);
    request.timing = {14, 2, 3, 5, 7};
    for (const Switching switching :
         {Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward}) {
      request.switching = switching;
      if (row.model.irc && request.stores_and_forwards()) {
        continue;
      }
      const VerifyReport report = report_of(row.build(request), row, request);
      const auto formula = row.closed_form(request);
      EXPECT_TRUE(formula || switching != row.model.switching);
      if (formula && report.link_contention == 1) {
        EXPECT_EQ(to_string(*formula), to_string(report.lockstep_terms));
      }
      // Lockstep leaves out that worms on a link wait for each other; in turns they can go.
      EXPECT_LE(lower_bound(*row.operation, request, {14, 2, 3, 5, 7}),
                report.lockstep_cycles * static_cast<Cycle>(report.link_contention));
    }
  });
}

// Messages of a round go over several links: stored at each of them, the one that is the slowest is
// another one.
TEST(ClosedForm, OfLongWormsDoesNotCoverStoreAndForward) {
  const std::set<std::string> long_worms = {"aas-hc-dex",
                                            "aas-mesh-bex raw",
                                            "aas-mesh-bex standard",
                                            "aas-mesh-dex raw",
                                            "aas-mesh-dex standard",
                                            "aas-mesh-qex mirror",
                                            "aas-mesh-qex standard",
                                            "aas-torus2d-dex naive",
                                            "aas-torus2d-dex standard",
                                            "app-fft2d dex",
                                            "aas-ring-dex",
                                            "aas-mesh-nd-wh-ring",
                                            "app-transpose dex",
                                            "mc-grid-tree",
                                            "oab-grid-rectangle",
                                            "oab-tree",
                                            "oas-line-wh-rd ceil",
                                            "oas-line-wh-rd floor",
                                            "scatter-line",
                                            "gather-line",
                                            "scatter-mesh",
                                            "gather-mesh",
                                            "mc-mesh-irc-leaders",
                                            "oab-mesh-irc-corner C-R",
                                            "oab-mesh-irc-corner RC-C",
                                            "oab-mesh-irc-corner RC-R",
                                            "oab-mesh-irc-3round C-R",
                                            "oab-mesh-irc-3round RC-C",
                                            "oab-mesh-irc-3round RC-R",
                                            "oab-mesh-irc-2round",
                                            "oab-mesh-nd-irc",
                                            "oab-torus2d-irc allport",
                                            "oab-torus2d-irc unidirectional",
                                            "oab-mesh-irc-allport",
                                            "aor-tree",
                                            "oab-vandegeijn",
                                            "oab-hc-allport-hokao"};
  std::set<std::string> uncovered;
  for_each_row([&](const Row& row, RowRequest request) {
    request.switching = Switching::kStoreAndForward;
    if (!row.closed_form(request) && request.variant.empty() == row.variants.empty()) {
      uncovered.insert(std::string(row.id) + (request.variant.empty() ? "" : " ") +
                       request.variant);
    }
    request.switching = Switching::kCutThrough;
    EXPECT_TRUE(row.closed_form(request).has_value());
  });
  EXPECT_EQ(uncovered, long_worms);
}

}  // namespace
}  // namespace flitcast::test_catalogue
