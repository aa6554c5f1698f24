// Pages of runs in Chromium.

#include <regex>

#include "tests/support/report/report_browser.h"

namespace flitcast::test_report_browser {
namespace {

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

// Two sends of rank 0, one after the other, and a computation of who gets the second one: a
// start-up, its message and the computation are the path.
TEST_F(ReportBrowser, DrawsRanksOfAProgramWithItsCriticalPath) {
  folder_.write("a.goal",
                "num_ranks 3\nrank 0 {\nsend 80b to 1\nsend 40b to 2\n}\n"
                "rank 1 {\nrecv 80b from 0\n}\nrank 2 {\na: recv 40b from 0\nb: calc 90\n"
                "b requires a\n}\n");
  flitcast({"run", "a.goal", "--topology.kind=line", "--topology.dims=3", "--ni.startup=20",
            "--output.json=r.json"});
  flitcast({"report", "r.json", "--out=page.html"});
  const OpenedPage page = open("page.html");
  EXPECT_EQ(page.marks(1, "bar"), 5U);  // compute, start-up, hops, serialisation, port
  EXPECT_EQ(page.marks(2, "rect mark"), 4U + 1U + 2U);  // by rank
  EXPECT_EQ(page.marks(2, "rule mark"), 2U + 3U);       // messages, and the path
  EXPECT_EQ(page.marks(3, "rect mark"), 2U + 1U + 3U);
  EXPECT_EQ(page.rows(4), 3U);
}

// Two reads from one tile, by processors of two networks.
TEST_F(ReportBrowser, DrawsWaitsOfATraceThatWereMeasured) {
  std::string trace;
  for (const char* const noc : {"NOC_0", "NOC_1"}) {
    const std::string who = std::string(R"({"proc":"A)") + noc + R"(","sx":0,"sy":0,"noc":")" + noc;
    trace += (trace.empty() ? "[" : ",") + who +
             R"(","type":"READ","dx":1,"dy":1,"num_bytes":64,"timestamp":5},)" + who +
             R"(","type":"READ_BARRIER_START","timestamp":9},)" + who +
             R"(","type":"READ_BARRIER_END","timestamp":90})";
  }
  folder_.write("a.json", trace + "]");
  flitcast({"run", "a.json", "--topology.kind=opposite_tori", "--topology.dims=3x2",
            "--output.json=r.json"});
  flitcast({"report", "r.json", "--out=page.html"});
  const OpenedPage page = open("page.html");
  EXPECT_EQ(page.marks(1, "point"), 2U);
  const std::size_t tiles = 2 * 3 * 2;
  EXPECT_EQ(page.marks(3, "rect mark"), tiles);
  EXPECT_EQ(page.marks(2, "rect mark"), 2 + 2 + tiles);  // all in one section; measured, and here
  EXPECT_EQ(page.rows(4), 2U);
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
}  // namespace flitcast::test_report_browser
