// Pages of sweeps in Chromium.

#include <regex>

#include "tests/support/report/page_actions.h"

namespace flitcast::test_report_browser_sweeps {
namespace {

using ActionsOnCurves = PageActions;

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

// A buffer of one flit makes a worm wait for credits; one of two takes more gates.
TEST_F(SweepBrowser, DrawsTimeAgainstArea) {
  if (!installed("yosys") || !installed("sta")) {
    GTEST_SKIP() << "yosys or OpenSTA is not installed";
  }
  flitcast({"sweep", "--topology.kind=hypercube", "--topology.dims=1",
            "--traffic.algorithm=aas-hc-dex", "--traffic.message_flits=8", "--router.delay=2",
            "--sweep.buffer_flits=1, 2", "--out=sweep", "--area", "--word-bits=4",
            "--cache=cache"});
  flitcast({"report", "sweep", "--out=page.html"});
  const OpenedPage page = open("page.html");
  EXPECT_NE(page.picture(3).find("completion_ns against area.network_gates"), std::string::npos);
  EXPECT_EQ(page.marks(3, "point"), 2U);
  EXPECT_EQ(page.marks(3, "line mark"), 1U);
  EXPECT_EQ(page.rows(4), 2U);
}

TEST_F(SweepBrowser, DrawsLatencyLoadCurvesAndWhatIsChosen) {
  flitcast({"load", "--topology.kind=mesh", "--topology.dims=3x3", "--load.precision=0.1",
            "--rates=0.1, 0.2", "--sweep.vcs=1,2", "--out=curves"});
  flitcast({"report", "curves", "--out=page.html"});
  const OpenedPage page = open("page.html");
  EXPECT_EQ(page.marks(2, "point"), 4U);
  EXPECT_EQ(page.marks(3, "point"), 4U);
  EXPECT_EQ(page.marks(4, "point"), 2U * 2U * 3U);        // percentiles
  EXPECT_EQ(count(page.dom(), "<select"), 1U + 2U * 3U);  // of vcs; histogram, links, nodes of both
  EXPECT_EQ(page.rows(12), 4U);
}

// Of two numbers of virtual channels and two delays of links.
TEST_F(ActionsOnCurves, AListKeepsTheCurvesThatHaveItsValue) {
  flitcast({"load", "--topology.kind=mesh", "--topology.dims=3x3", "--load.precision=0.1",
            "--rates=0.1, 0.6", "--sweep.vcs=1,2", "--sweep.link.delay=1,3", "--out=curves"});
  flitcast({"report", "curves", "--out=page.html"});
  const std::string script = R"(
    const shown = (selector) => [...page.querySelectorAll(selector)].filter((one) => one.offsetParent);
    const bounds = () => [...page.querySelectorAll('#picture-2 .role-mark.mark-text text')].map((one) => one.textContent);
    const look = () => ({points: marks('picture-2', 'point'), bounds: bounds(),
                         sections: shown('section h2').map((one) => one.textContent).filter((text) => text.startsWith('At one load')).length,
                         rows: [...page.querySelectorAll('tbody')].pop().rows.length});
    const found = [look()];
    await choose('link.delay', '3');
    found.push(look());
    await choose('router.vcs', '2');
    found.push(look());
    found.push([...page.querySelectorAll('.tools select')].length);
    return found;)";
  for (const int width : {1280, 400}) {
    const nlohmann::json seen = act(script, {width, false});
    for (const std::size_t step : {0U, 1U, 2U}) {
      const std::size_t curves = std::size_t{4} >> step;
      EXPECT_EQ(seen[step]["points"], 2 * curves);
      EXPECT_EQ(seen[step]["rows"], 2 * curves);
      EXPECT_EQ(seen[step]["sections"], curves);
      // All have it: a node sends 5 flits in 7 cycles at most.
      EXPECT_EQ(seen[step]["bounds"], nlohmann::json({"0.7143"}));
    }
    EXPECT_EQ(seen[3], 2);
  }
  flitcast({"report", "curves", "--where=vcs=2, link.delay=1,3", "--out=page.html"});
  EXPECT_EQ(open("page.html").marks(2, "point"), 4U);
  flitcast({"report", "curves", "--where=vcs=3", "--out=none.html"}, 2);
  flitcast({"report", "curves", "--x=vcs", "--out=none.html"}, 2);
}

/// The shape of the one line that is described so.
std::string line_of(const std::string& picture, const std::string& description) {
  const std::regex line("<path aria-label=\"" + description +
                        "\"[^>]*aria-roledescription=\"line mark\"[^>]* d=\"([^\"]*)\"");
  std::smatch found;
  EXPECT_TRUE(std::regex_search(picture, found, line)) << description;
  return found[1];
}

// On a line the rounds of this exchange share links, which its closed form does not count: from
// μ = 8 on it is below the lower bound.
TEST_F(SweepBrowser, DrawsTheLowerBoundInPlaceOfAClosedFormBelowIt) {
  flitcast({"sweep", "--topology.kind=line", "--topology.dims=8", "--traffic.algorithm=aas-bruck",
            "--sweep.message_flits=8..64 x2", "--out=sweep"});
  flitcast({"report", "sweep", "--out=page.html"});
  const std::string picture = open("page.html").picture(1);
  EXPECT_EQ(line_of(picture, "closed form"), line_of(picture, "lower bound"));
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
}  // namespace
}  // namespace flitcast::test_report_browser_sweeps
