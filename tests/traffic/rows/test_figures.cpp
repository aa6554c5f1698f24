#include <bitset>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/row_costs.h"
#include "tests/support/schedules/node_path.h"
#include "traffic/catalogue/catalogue.h"

// Schedules as figures.txt has them from the sources.

namespace flitcast::test_figures {
namespace {

using Words = std::multiset<std::string>;

std::string path_text(const std::vector<NodeId>& nodes) {
  std::string text;
  for (const NodeId node : nodes) {
    text += (text.empty() ? "" : ">") + std::to_string(node);
  }
  return text;
}

/// A row's schedule, as the lines of a figure ask for it.
class Figure {
 public:
  /// "aas-hc-sex hypercube 3 variant=ascending".
  explicit Figure(const std::string& title)
      : cost_(row_cost_of(title + " : 0 0 0")),
        topology_(cost_.topology()),
        routing_(topology_, RoutingOrder::kAscending),
        schedule_(find_row(cost_.row).build(
            {topology_, routing_, number("flits", 1), number("root", 0), cost_.get("variant")})) {}

  std::uint64_t rounds() const { return schedule_.rounds; }
  Round round(std::uint64_t r) const {
    Round round(topology_);
    schedule_.fill(r, round);
    return round;
  }
  /// The paths of all messages of a round, or their ends.
  Words messages(std::uint64_t r, bool ends) const {
    Words all;
    const Round messages = round(r);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const std::vector<NodeId> nodes = nodes_of(messages[i]);
      all.insert(path_text(ends ? std::vector{nodes.front(), nodes.back()} : nodes));
    }
    return all;
  }
  /// "move 0->2 0->3": what the message with these ends does with which blocks, by origin and final
  /// destination.
  std::string load(std::uint64_t r, const std::string& ends) const {
    const Round messages = round(r);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const MessageView m = messages[i];
      if (path_text({m.source, m.destinations.back()}) == ends) {
        std::string text = to_string(schedule_.transfer_of(m));
        std::set<std::string> blocks;
        for (const Block& block : m.blocks) {
          blocks.insert(to_string(block));
        }
        for (const std::string& block : blocks) {
          text += " " + block;
        }
        return text;
      }
    }
    return "";
  }
  std::string copies() const {
    std::string text;
    for (std::uint64_t r = 0; r < rounds(); ++r) {
      text += (r == 0 ? "" : " ") + std::to_string(round(r).copy_flits());
    }
    return text;
  }

 private:
  std::uint32_t number(const char* key, std::uint32_t otherwise) const {
    return cost_.has(key) ? RowCost::numbers(cost_.get(key), ',').front() : otherwise;
  }

  RowCost cost_;
  Topology topology_;
  Routing routing_;
  Schedule schedule_;
};

std::string rest_of(std::istream& in) {
  std::string rest;
  std::getline(in >> std::ws, rest);
  return rest;
}

void expect_line(const Figure& figure, const std::string& line) {
  std::istringstream in(line);
  std::string first;
  in >> first;
  if (first == "rounds") {
    EXPECT_EQ(std::to_string(figure.rounds()), rest_of(in));
  } else if (first == "copies") {
    EXPECT_EQ(figure.copies(), rest_of(in));
  } else {
    const std::uint64_t r = std::stoull(first);
    std::string kind;
    in >> kind;
    ASSERT_LT(r, figure.rounds());
    if (kind == "from") {
      std::string ends;
      in >> ends;
      EXPECT_EQ(figure.load(r, ends), rest_of(in));
    } else {
      ASSERT_TRUE(kind == "all" || kind == "ends");
      Words expected;
      for (std::string path; in >> path;) {
        expected.insert(path);
      }
      EXPECT_EQ(figure.messages(r, kind == "ends"), expected);
    }
  }
}

TEST(Figures, AreThoseOfTheSources) {
  std::ifstream file(FLITCAST_ROOT "/tests/traffic/rows/figures.txt");
  std::unique_ptr<Figure> figure;
  std::string title;
  int lines = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') {
      continue;
    }
    if (line.front() == '[') {
      title = line.substr(1, line.size() - 2);
      figure = std::make_unique<Figure>(title);
      continue;
    }
    SCOPED_TRACE(title + ": " + line);
    expect_line(*figure, line);
    ++lines;
  }
  EXPECT_GT(lines, 100);
}

// Tvrdík §14, "Optimal scheduling table for AAS in all-port full-duplex SF Q_4".
constexpr const char* kSchedulingTable[8][4] = {
    {"0011", "0110", "1100", "1000"}, {"0001", "0111", "1110", "1010"},
    {"0111", "0010", "1101", "1100"}, {"0101", "0011", "1111", "1110"},
    {"1011", "1110", "0100", "1001"}, {"1001", "1111", "0110", "1011"},
    {"1111", "1010", "0101", "1101"}, {"1101", "1011", "0111", "1111"},
};

TEST(Figures, AllPortExchangeFollowsThePrintedSchedulingTable) {
  const Figure figure("aas-hc-allport-sf hypercube 4");
  ASSERT_EQ(figure.rounds(), 8U);
  for (std::uint64_t r = 0; r < 8; ++r) {
    const Round round = figure.round(r);
    ASSERT_EQ(round.size(), 64U);
    for (std::size_t i = 0; i < round.size(); ++i) {
      const MessageView m = round[i];
      const auto dimension =
          static_cast<std::size_t>(__builtin_ctz(m.source ^ m.destinations.back()));
      const auto address = static_cast<unsigned>(m.blocks[0].origin ^ m.blocks[0].final);
      EXPECT_EQ(std::bitset<4>(address).to_string(), kSchedulingTable[r][dimension])
          << "round " << r << ", dimension " << dimension;
    }
  }
}

TEST(Figures, CornerBroadcastWormsAreAbsorbedByAllTheirNodes) {
  for (const char* variant : {"C-R", "RC-C", "RC-R"}) {
    const Figure figure(std::string("oab-mesh-irc-corner mesh 4x3 variant=") + variant);
    for (std::uint64_t r = 0; r < figure.rounds(); ++r) {
      const Round round = figure.round(r);
      for (std::size_t i = 0; i < round.size(); ++i) {
        const MessageView m = round[i];
        std::vector<NodeId> passed = nodes_of(m);
        passed.erase(passed.begin());
        EXPECT_EQ(passed, std::vector<NodeId>(m.destinations.begin(), m.destinations.end()));
      }
    }
  }
}

}  // namespace
}  // namespace flitcast::test_figures
