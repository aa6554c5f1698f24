// Report pages in Chromium. Skipped, visibly, where that is not installed and in a program without
// the drawing library.

#include <cstdlib>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/program.h"

namespace flitcast {
namespace {

using Words = std::vector<std::string>;

bool installed(const std::string& program) {
  return std::system(("command -v " + program + " > /dev/null").c_str()) == 0;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

/// A page as the browser has it when all is drawn.
class OpenedPage {
 public:
  explicit OpenedPage(std::string dom) : dom_(std::move(dom)) {}

  const std::string& dom() const { return dom_; }
  bool ready() const { return dom_.find("data-ready=\"") != std::string::npos; }
  /// Everything from the picture of that number (from 1, tables count as well) to the next.
  std::string picture(int number) const { return part("picture-", number); }
  std::string table(int number) const { return part("table-", number); }
  /// Marks of a kind in a picture, as they are announced to people who do not see it.
  std::size_t marks(int picture_number, const std::string& kind) const {
    return count(picture(picture_number), "aria-roledescription=\"" + kind + "\"");
  }
  /// Rows in the body of a table.
  std::size_t rows(int table_number) const {
    const std::string text = table(table_number);
    return count(text.substr(text.find("<tbody>")), "<tr>");
  }

 private:
  std::string part(const std::string& kind, int number) const {
    const std::size_t begin = dom_.find("id=\"" + kind + std::to_string(number) + "\"");
    if (begin == std::string::npos) {
      ADD_FAILURE() << "the page has no " << kind << number;
      return "<tbody>";
    }
    return dom_.substr(begin, dom_.find("</section>", begin) - begin);
  }

  std::string dom_;
};

class ReportBrowser : public testing::Test {
 protected:
  void SetUp() override {
    if (!FLITCAST_HAS_REPORT) {
      GTEST_SKIP() << "built without FLITCAST_REPORT";
    }
    if (!installed("chromium")) {
      GTEST_SKIP() << "chromium is not installed";
    }
  }

  void flitcast(const Words& words, int exit_code = 0) const {
    const ProgramResult result = run_flitcast(words, folder_.root());
    ASSERT_EQ(result.exit_code, exit_code) << result.err;
  }
  /// Runs something and makes page.html of it.
  void page_of_run(Words keys, int exit_code = 0) const {
    keys.insert(keys.begin(), "run");
    keys.insert(keys.end(),
                {"--output.json=r.json", "--output.messages=m.csv", "--output.links=l.csv"});
    flitcast(keys, exit_code);
    flitcast({"report", "r.json", "--out=page.html"});
  }

  /// Opens a file of the folder; nothing may be said on the console.
  OpenedPage open(const std::string& name, const std::string& more = "") const {
    const std::string command =
        "timeout 100 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
        "--disable-background-networking --disable-component-update --disable-sync "
        "--enable-logging=stderr --v=0 --virtual-time-budget=30000 --window-size=1280,1000 "
        "--user-data-dir='" +
        folder_.path("profile") + "' " + more + " --dump-dom 'file://" + folder_.path(name) +
        "' > '" + folder_.path("dom") + "' 2> '" + folder_.path("log") + "'";
    // A machine that is out of breath may fail to start a browser; once.
    if (std::system(command.c_str()) != 0) {
      EXPECT_EQ(std::system(command.c_str()), 0) << folder_.read("log");
    }
    std::istringstream log(folder_.read("log"));
    for (std::string line; std::getline(log, line);) {
      EXPECT_EQ(line.find("CONSOLE"), std::string::npos) << line;
    }
    OpenedPage page(folder_.read("dom"));
    EXPECT_TRUE(page.ready()) << folder_.read("log");
    return page;
  }

  /// Different values of some columns of a log, where `filter` is in the line.
  std::size_t different(const std::string& log, const std::vector<std::size_t>& columns,
                        const std::string& filter) const {
    std::istringstream in(folder_.read(log));
    std::set<std::string> seen;
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
      std::vector<std::string> words{""};
      for (const char c : line) {
        if (c == ',') {
          words.emplace_back();
        } else {
          words.back() += c;
        }
      }
      std::string key;
      for (const std::size_t column : columns) {
        key += words.at(column) + " ";
      }
      if (line.find(filter) != std::string::npos) {
        seen.insert(key);
      }
    }
    return seen.size();
  }
  std::size_t channels() const { return different("l.csv", {0, 1}, ",link,"); }
  /// Pairs of a sender and a round, or of a receiver and a round.
  std::size_t sends() const { return different("m.csv", {1, 2}, ""); }
  std::size_t receives() const { return different("m.csv", {1, 3}, ""); }
  std::size_t latencies() const {
    std::istringstream in(folder_.read("m.csv"));
    std::set<long> seen;
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
      long issued = 0;
      long arrived = 0;
      EXPECT_EQ(
          std::sscanf(line.c_str(), "%*d,%*d,%*d,%*d,%*d,%*d,%ld,%*d,%*d,%ld", &issued, &arrived),
          2);
      seen.insert(arrived - issued);
    }
    return seen.size();
  }
  std::size_t rounds() const {
    return nlohmann::json::parse(folder_.read("r.json"))["per_round"].size();
  }

  /// A page of a network on a plane: links first, then space and time, then latencies.
  void check_plane(std::size_t expected_channels, std::size_t nodes, bool all_send) const {
    const OpenedPage page = open("page.html");
    EXPECT_EQ(channels(), expected_channels);
    EXPECT_EQ(page.marks(1, "rule mark"), channels());
    EXPECT_EQ(page.marks(1, "circle"), nodes);
    EXPECT_EQ(page.marks(2, "rect mark"), sends() + (all_send ? 0 : receives()));
    EXPECT_EQ(page.marks(3, "bar"), latencies());
    EXPECT_EQ(page.marks(3, "rule mark"), 3U);  // percentiles
  }

  TempFolder folder_;
};

TEST_F(ReportBrowser, DrawsAHypercubeByDimensionAndNode) {
  page_of_run({"--topology.kind=hypercube", "--topology.dims=4", "--traffic.algorithm=aas-hc-dex"});
  const OpenedPage page = open("page.html");
  EXPECT_EQ(channels(), 64U);
  EXPECT_EQ(page.marks(1, "rect mark"), 64U + 16U);  // receive ports
  EXPECT_EQ(sends(), 15U * 16U);
  EXPECT_EQ(page.marks(2, "rect mark"), sends());
  EXPECT_EQ(page.marks(3, "bar"), latencies());
  EXPECT_EQ(rounds(), 15U);
  EXPECT_EQ(page.rows(4), 15U);
}

TEST_F(ReportBrowser, DrawsAMeshOnItsGrid) {
  page_of_run({"--topology.kind=mesh", "--topology.dims=4x2", "--traffic.algorithm=aas-mesh-dex"});
  check_plane(20, 8, true);
}

TEST_F(ReportBrowser, DrawsAMeshOfThreeDimensionsAsSlices) {
  page_of_run({"--topology.kind=mesh", "--topology.dims=3x2x2", "--traffic.algorithm=oas-grid-wh"});
  check_plane(40, 12, false);
  EXPECT_EQ(count(open("page.html").picture(1), ">z = "), 2U);
}

TEST_F(ReportBrowser, DrawsATorusWithItsWrapLinks) {
  page_of_run({"--topology.kind=torus", "--topology.dims=4x3", "--traffic.algorithm=oas-grid-wh"});
  check_plane(48, 12, false);
}

TEST_F(ReportBrowser, DrawsARing) {
  page_of_run({"--topology.kind=ring", "--topology.dims=8", "--traffic.algorithm=aas-ring-dex"});
  check_plane(16, 8, true);
}

TEST_F(ReportBrowser, DrawsALine) {
  page_of_run({"--topology.kind=line", "--topology.dims=4", "--traffic.algorithm=oab-line"});
  check_plane(6, 4, false);
}

TEST_F(ReportBrowser, DrawsATreeByItsLevels) {
  page_of_run({"--topology.kind=tree", "--topology.dims=3", "--traffic.algorithm=oab-tree"});
  check_plane(28, 15, false);
}

TEST_F(ReportBrowser, DrawsOneMessage) {
  page_of_run({"--topology.kind=hypercube", "--topology.dims=1", "--traffic.algorithm=oab-hc-sbt"});
  const OpenedPage page = open("page.html");
  EXPECT_EQ(page.marks(2, "rect mark"), 2U);  // sent and received
  EXPECT_EQ(page.marks(3, "bar"), 1U);
  EXPECT_EQ(page.rows(4), 1U);
}

TEST_F(ReportBrowser, DrawsAStuckRun) {
  page_of_run({FLITCAST_ROOT "/configs/vcd/deadlock.ini"}, 3);
  const OpenedPage page = open("page.html");
  EXPECT_EQ(page.rows(1), 6U);  // worms
  EXPECT_EQ(page.marks(2, "rule mark"), 16U);
  EXPECT_EQ(page.marks(3, "rect mark"), sends());
}

TEST_F(ReportBrowser, DrawsThousandsOfMessagesOnACanvas) {
  page_of_run({"--topology.kind=hypercube", "--topology.dims=7", "--traffic.algorithm=aas-hc-dex"});
  EXPECT_EQ(sends(), 127U * 128U);
  EXPECT_LT(std::filesystem::file_size(folder_.path("page.html")), 3'000'000U);
  const OpenedPage page = open("page.html");
  EXPECT_EQ(page.marks(1, "rect mark"), 7U * 128U + 128U);
  EXPECT_TRUE(std::regex_search(page.dom(), std::regex("data-ready=\"[1-9][0-9]*\"")));
  EXPECT_EQ(count(page.picture(2), "<canvas"), 1U);
  EXPECT_EQ(page.marks(2, "rect mark"), 0U);
}

TEST_F(ReportBrowser, DrawsWaitsByCauseAndByRound) {
  page_of_run({"--topology.kind=mesh", "--topology.dims=4x4", "--traffic.algorithm=aas-mesh-dex",
               "--traffic.variant=raw"});
  const nlohmann::json result = nlohmann::json::parse(folder_.read("r.json"));
  ASSERT_GT(result["links"]["blocked_cycles"], 0);
  std::size_t waits = 0;
  for (const auto& round : result["per_round"]) {
    for (const auto& cycles : round["waits"]) {
      waits += cycles > 0 ? 1 : 0;
    }
  }
  ASSERT_GT(waits, 0U);
  const OpenedPage page = open("page.html");
  EXPECT_EQ(page.marks(5, "bar"), waits);
  EXPECT_EQ(page.marks(4, "bar"), 4U + waits);  // both are in one section
}

class SweepBrowser : public ReportBrowser {
 protected:
  void page_of_sweep(const std::string& algorithms, const Words& more = {}) const {
    flitcast({"sweep", "--topology.kind=hypercube", "--topology.dims=6", "--ni.startup=20",
              "--sweep.algorithm=" + algorithms, "--sweep.message_flits=1..64 x4", "--out=sweep"});
    Words words{"report", "sweep", "--out=page.html"};
    words.insert(words.end(), more.begin(), more.end());
    flitcast(words);
  }
};

TEST_F(SweepBrowser, DrawsPointsTheoryAndCrossovers) {
  // Standard exchange sends 6 messages of 32 blocks, direct exchange 63 of one block.
  page_of_sweep("aas-hc-sex, aas-hc-dex");
  const OpenedPage page = open("page.html");
  EXPECT_EQ(page.marks(1, "point"), 2U * 4U + 1U);
  EXPECT_EQ(page.marks(1, "line mark"), 2U + 2U);  // closed forms and lower bounds
  EXPECT_EQ(page.rows(2), 1U);
  EXPECT_EQ(page.marks(3, "point"), 2U * 4U);  // another measure
  EXPECT_EQ(count(page.picture(3), "<select"), 1U);
  EXPECT_EQ(page.rows(4), 8U);
}

TEST_F(SweepBrowser, DrawsOneSeriesWithoutCrossovers) {
  page_of_sweep("aas-hc-dex");
  const OpenedPage page = open("page.html");
  EXPECT_EQ(page.marks(1, "point"), 4U);
  EXPECT_EQ(page.marks(1, "line mark"), 1U + 1U);
  EXPECT_EQ(page.rows(3), 4U);
}

TEST_F(SweepBrowser, NamesTheValuesOfXAtItsAxis) {
  for (const char* const values : {"8,16,32", "100,150,399", "3,7,50,1000"}) {
    flitcast({"sweep", "--topology.kind=hypercube", "--topology.dims=2",
              "--traffic.algorithm=aas-hc-dex", std::string("--sweep.message_flits=") + values,
              "--out=axis"});
    flitcast({"report", "axis", "--out=page.html"});
    const std::string picture = open("page.html").picture(1);
    std::istringstream list(values);
    for (std::string value; std::getline(list, value, ',');) {
      EXPECT_GE(count(picture, ">" + value + "</text>"), 1U) << value;
    }
    std::filesystem::remove_all(folder_.path("axis"));
  }
}

TEST_F(SweepBrowser, DrawsAFacetPerValueThatIsNotWhole) {
  page_of_sweep("aas-hc-sex, aas-hc-dex", {"--facet=latency.mean"});
  const OpenedPage page = open("page.html");
  EXPECT_EQ(count(page.dom(), "<h3>latency.mean = "), 8U);
  EXPECT_EQ(page.marks(1, "point"), 8U);  // of the whole section
}

TEST_F(SweepBrowser, ShowsTheoryWhereASeriesHasOnePoint) {
  flitcast({"sweep", "--topology.kind=hypercube", "--topology.dims=3",
            "--sweep.algorithm=aas-hc-sex, aas-hc-dex", "--out=algorithms"});
  flitcast({"report", "algorithms", "--out=page.html"});
  EXPECT_EQ(open("page.html").marks(1, "tick"), 2U * 2U);
  page_of_sweep("aas-hc-dex");
  EXPECT_EQ(open("page.html").marks(1, "tick"), 0U);
}

TEST_F(SweepBrowser, SaysNamesNotFieldsToThoseWhoListen) {
  page_of_sweep("aas-hc-sex, aas-hc-dex");
  const OpenedPage page = open("page.html");
  const std::string svg = page.picture(1) + page.picture(3);
  EXPECT_GE(count(svg, "aria-label=\"traffic.message_flits: "), 8U);
  for (std::size_t at = svg.find("aria-label=\""); at != std::string::npos;
       at = svg.find("aria-label=\"", at + 1)) {
    const std::string label = svg.substr(at + 12, svg.find('"', at + 12) - at - 12);
    EXPECT_FALSE(std::regex_search(label, std::regex("(^|; )(c[0-9]+|rest): "))) << label;
  }
}

TEST_F(SweepBrowser, WritesTheChosenMeasureIntoItsPicture) {
  page_of_sweep("aas-hc-sex, aas-hc-dex");
  const std::string picture = open("page.html").picture(3);
  EXPECT_EQ(count(picture, ">latency.mean</text>"), 1U);
}

TEST_F(SweepBrowser, DrawsAPicturePerFacet) {
  page_of_sweep("aas-hc-sex, aas-hc-dex",
                {"--y=latency.mean", "--color=message_flits", "--facet=algorithm"});
  const OpenedPage page = open("page.html");
  EXPECT_EQ(count(page.dom(), "<h3>traffic.algorithm = "), 2U);
  EXPECT_EQ(page.rows(4), 8U);
}

TEST_F(SweepBrowser, DrawsWhatTookLongerThanPredicted) {
  flitcast({"sweep", "--topology.kind=mesh", "--topology.dims=4x4",
            "--traffic.algorithm=aas-mesh-dex", "--traffic.variant=raw",
            "--sweep.message_flits=1..8 x2", "--out=raw"});
  flitcast({"report", "raw", "--out=page.html"});
  const OpenedPage page = open("page.html");
  ASSERT_EQ(count(page.dom(), "<h2>Simulated minus predicted</h2>"), 1U);
  EXPECT_EQ(page.marks(2, "point"), 4U);
  EXPECT_EQ(page.marks(2, "line mark"), 1U);
}

TEST_F(SweepBrowser, DrawsEveryPointInANarrowWindow) {
  page_of_sweep("aas-hc-sex, aas-hc-dex");
  folder_.write("frame.html",
                "<!DOCTYPE html><iframe src='page.html' width='400' height='800' "
                "onload=\"setTimeout(() => { const page = this.contentDocument;"
                "document.body.dataset.points = page.querySelectorAll("
                "'#picture-1 [aria-roledescription=point]').length;"
                "document.documentElement.dataset.ready = 1; }, 5000)\"></iframe>");
  const OpenedPage page = open("frame.html", "--allow-file-access-from-files --hide-scrollbars");
  EXPECT_NE(page.dom().find("data-points=\"9\""), std::string::npos) << page.dom();
}

TEST_F(ReportBrowser, NeverMakesAPageWiderThanANarrowWindow) {
  page_of_run({"--topology.kind=mesh", "--topology.dims=16x4", "--traffic.algorithm=aas-mesh-dex"});
  folder_.write("frame.html",
                "<!DOCTYPE html><iframe src='page.html' width='400' height='800' "
                "onload=\"setTimeout(() => { const page = this.contentDocument.documentElement;"
                "document.body.dataset.width = page.scrollWidth + ' of ' + page.clientWidth;"
                "document.documentElement.dataset.ready = 1; }, 5000)\"></iframe>");
  const OpenedPage page = open("frame.html", "--allow-file-access-from-files --hide-scrollbars");
  EXPECT_NE(page.dom().find("data-width=\"400 of 400\""), std::string::npos) << page.dom();
}

}  // namespace
}  // namespace flitcast
