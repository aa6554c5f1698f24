// What people do on report pages, done in Chromium: lists of values, windows on the time, switches.

#include "tests/support/report/page_actions.h"

namespace flitcast::test_report_actions {
namespace {

using Json = nlohmann::json;

class ActionsOnASweep : public PageActions {
 protected:
  void page_of_sweep(const Words& more = {}) const {
    flitcast({"sweep", "--topology.kind=hypercube", "--topology.dims=4",
              "--sweep.algorithm=aas-hc-sex, aas-hc-dex", "--sweep.message_flits=1..64 x4",
              "--sweep.startup=0,20", "--out=sweep"});
    Words words{"report", "sweep", "--out=page.html"};
    words.insert(words.end(), more.begin(), more.end());
    flitcast(words);
  }
};

TEST_F(ActionsOnASweep, AListKeepsThePointsThatHaveItsValue) {
  page_of_sweep({"--color=algorithm,startup"});
  const Json seen = act(R"(
    const points = () => [marks('picture-1', 'point'), page.querySelectorAll('#table-4 tbody tr').length,
                          page.querySelectorAll('#table-2 tbody tr').length,
                          page.querySelector('.tools output').textContent];
    const found = {all: points()};
    await choose('ni.startup', '20');
    found.startup = points();
    await choose('traffic.message_flits', '16');
    found.both = points();
    await choose('traffic.algorithm', 'aas-hc-sex');
    found.one = points();
    [...page.querySelectorAll('.tools button')].find((button) => button.textContent === 'Show all').click();
    await later(500);
    found.again = points();
    return found;)");
  // 16 points; crossovers are marks and rows as well, and where x or one series is chosen there is
  // none.
  const int crossovers = seen["all"][2];
  EXPECT_GT(crossovers, 0);
  EXPECT_EQ(seen["all"][0], 16 + crossovers);
  EXPECT_EQ(seen["all"][1], 16);
  const int with_startup = seen["startup"][2];
  EXPECT_LT(with_startup, crossovers);
  EXPECT_EQ(seen["startup"], Json({8 + with_startup, 8, with_startup, "8 of 16 points"}));
  EXPECT_EQ(seen["both"], Json({2, 2, 0, "2 of 16 points"}));
  EXPECT_EQ(seen["one"], Json({1, 1, 0, "1 of 16 points"}));
  EXPECT_EQ(seen["again"], Json({16 + crossovers, 16, crossovers, "16 of 16 points"}));
}

TEST_F(ActionsOnASweep, AListHidesThePicturesOfOtherValues) {
  page_of_sweep({"--facet=startup"});
  const Json seen = act(R"(
    const shown = () => [...page.querySelectorAll('h3')].filter((one) => one.offsetParent).map((one) => one.textContent);
    const found = [shown()];
    await choose('ni.startup', '0');
    found.push(shown());
    return found;)");
  EXPECT_EQ(seen[0], Json({"ni.startup = 0", "ni.startup = 20"}));
  EXPECT_EQ(seen[1], Json({"ni.startup = 0"}));
}

TEST_F(ActionsOnASweep, WhatNoPointHasIsSaid) {
  flitcast({"run", "--topology.kind=hypercube", "--topology.dims=2",
            "--traffic.algorithm=aas-hc-dex", "--output.json=a.json"});
  flitcast({"run", "--topology.kind=hypercube", "--topology.dims=3",
            "--traffic.algorithm=aas-hc-sex", "--output.json=b.json"});
  flitcast({"report", "a.json", "b.json", "--x=dims", "--out=page.html"});
  const Json seen = act(R"(
    await choose('topology.dims', '2');
    await choose('traffic.algorithm', 'aas-hc-sex');
    return page.querySelector('.tools output').textContent;)");
  EXPECT_EQ(seen, "No point has all of these.");
}

TEST_F(ActionsOnASweep, NamesHaveNoLinesBetweenThem) {
  flitcast({"sweep", "--topology.kind=mesh", "--sweep.dims=2x2,4x2,4x4",
            "--traffic.algorithm=aas-mesh-dex", "--out=sweep"});
  flitcast({"report", "sweep", "--out=page.html"});
  const OpenedPage page = open("page.html");
  EXPECT_EQ(page.marks(1, "point"), 3U);
  EXPECT_EQ(page.marks(1, "line mark"), 0U);
  EXPECT_EQ(page.marks(1, "tick"), 2U * 3U);
}

class ActionsOnARun : public PageActions {
 protected:
  void page_of_exchange() const {
    page_of_run(
        {"--topology.kind=mesh", "--topology.dims=4x4", "--traffic.algorithm=aas-mesh-dex"});
  }
};

constexpr const char* kWindow = R"(
  const strip = page.querySelector('.strip');
  const detail = page.querySelector('.over-time');
  const window = () => page.querySelector('figure[tabindex] output').textContent.match(/\d+/g).map(Number);
  const plot = (box) => box.querySelector('.role-frame .background').getBoundingClientRect();
  // A part of the plot as one of the box around it.
  const part = (box, at) => (plot(box).left + at * plot(box).width - box.getBoundingClientRect().left) / box.getBoundingClientRect().width;
  const press = async (key) => {
    page.querySelector('figure[tabindex]').dispatchEvent(new view.KeyboardEvent('keydown', {key, bubbles: true}));
    await later(300);
  };
  // The bars that can be seen, of which none is wider than the plot.
  const seen = () => [...detail.querySelectorAll('[aria-roledescription="rect mark"]')].filter((bar) => {
    const at = bar.getBoundingClientRect();
    return at.right > plot(detail).left + 0.5 && at.left < plot(detail).right - 0.5;
  }).length;
)";

TEST_F(ActionsOnARun, ADragInTheStripPicksAWindow) {
  page_of_exchange();
  const double span = Json::parse(folder_.read("r.json"))["completion_cycles"];
  const Json seen = act(std::string(kWindow) + R"(
    const found = {first: window(), bars: seen()};
    await drag(strip, part(strip, 0.25), part(strip, 0.5));
    found.picked = window();
    found.pickedBars = seen();
    const frame = page.querySelector('.window').getBoundingClientRect();
    found.frame = [(frame.left - plot(strip).left) / plot(strip).width, (frame.right - plot(strip).left) / plot(strip).width];
    await drag(strip, part(strip, 0.3), part(strip, 0.4));
    found.moved = window();
    await drag(detail, part(detail, 0.2), part(detail, 0.7));
    found.dragged = window();
    await press('0');
    found.all = window();
    return found;)");
  const auto near = [&](const Json& window, double from, double to) {
    EXPECT_NEAR(window[0], from * span, 0.02 * span);
    EXPECT_NEAR(window[1], to * span, 0.02 * span);
  };
  near(seen["first"], 0, 1);
  near(seen["picked"], 0.25, 0.5);
  EXPECT_NEAR(seen["frame"][0], 0.25, 0.01);
  EXPECT_NEAR(seen["frame"][1], 0.5, 0.01);
  near(seen["moved"], 0.35, 0.6);
  near(seen["dragged"], 0.225, 0.475);  // half of the window to the left
  near(seen["all"], 0, 1);
  EXPECT_EQ(seen["bars"], sends());
  // Bars that overlap the window, by the log.
  EXPECT_LT(seen["pickedBars"], seen["bars"]);
  EXPECT_GT(seen["pickedBars"], 0);
}

TEST_F(ActionsOnARun, KeysWheelAndButtonsZoomAndMove) {
  page_of_exchange();
  const double span = Json::parse(folder_.read("r.json"))["completion_cycles"];
  const Json seen = act(std::string(kWindow) + R"(
    const size = () => window()[1] - window()[0];
    const found = {};
    await press('+');
    found.plus = size();
    const at = plot(detail);
    const wheel = (ctrlKey) => detail.dispatchEvent(new view.WheelEvent('wheel',
      {deltaY: -100, ctrlKey, clientX: at.left, clientY: at.top + 20, bubbles: true, cancelable: true}));
    const left = window()[0];
    wheel(false);
    found.plain = size();
    wheel(true);
    await later(300);
    found.wheel = size();
    found.kept = window()[0] - left;
    await press('ArrowRight');
    found.right = window()[0] - left;
    await press('End');
    found.end = window()[1];
    page.querySelector('button[data-key="-"]').click();
    await later(300);
    found.minus = size();
    page.querySelector('button[data-key="0"]').click();
    found.all = window();
    return found;)");
  EXPECT_NEAR(seen["plus"], span / 1.25, 2);
  EXPECT_EQ(seen["plain"], seen["plus"]);  // the page scrolls
  EXPECT_NEAR(seen["wheel"], span / 1.25 / 1.25, 2);
  EXPECT_NEAR(seen["kept"], 0, 1.5);  // the time under the pointer keeps its place
  EXPECT_NEAR(seen["right"], span / 1.25 / 1.25 / 4, 2);
  EXPECT_EQ(seen["end"], span);
  EXPECT_NEAR(seen["minus"], span / 1.25, 2);
  EXPECT_EQ(seen["all"], Json({0, span}));
}

TEST_F(ActionsOnARun, ASwitchTakesTheScaleToTheWholeTime) {
  page_of_exchange();
  const Json result = Json::parse(folder_.read("r.json"));
  ASSERT_LT(result["links"]["max_utilization"], 0.5);
  const Json seen = act(R"(
    const legends = () => page.querySelectorAll('#picture-1 .role-legend').length;
    const labels = () => page.querySelector('#picture-1').textContent.includes('100%');
    const found = [legends(), labels()];
    page.querySelector('#picture-1 input[type=checkbox]').click();
    await later(500);
    found.push(labels());
    return found;)");
  EXPECT_EQ(seen, Json({2, false, true}));  // links and ports have a scale each
}

TEST_F(ActionsOnARun, AButtonMakesThePageDark) {
  page_of_exchange();
  const Json seen = act(R"(
    const look = () => [page.documentElement.dataset.theme, view.getComputedStyle(page.body).backgroundColor,
                        marks('picture-1', 'rule mark'), marks('picture-2', 'rect mark')];
    const found = [look()];
    page.getElementById('theme').click();
    await later(3000);
    found.push(look());
    return found;)");
  EXPECT_EQ(seen[0], Json({"light", "rgb(244, 246, 248)", channels(), sends()}));
  EXPECT_EQ(seen[1], Json({"dark", "rgb(16, 21, 26)", channels(), sends()}));
}

TEST_F(ActionsOnARun, StuckWormsAreInSpaceAndInTime) {
  page_of_run({FLITCAST_ROOT "/configs/vcd/deadlock.ini"}, 3);
  std::size_t held = 0;
  const Json deadlock = Json::parse(folder_.read("r.json"))["deadlock"];
  for (const Json& worm : deadlock["worms"]) {
    held += worm["holds"].size();
  }
  const std::size_t worms = deadlock["worms"].size();
  const OpenedPage page = open("page.html");
  EXPECT_EQ(page.marks(1, "rule mark"), 16U + held + worms);  // all channels; held; wanted
  EXPECT_EQ(page.marks(1, "point"), worms);                   // headers
  EXPECT_EQ(page.rows(2), worms);
  EXPECT_EQ(page.marks(3, "rule mark"), 16U);
  EXPECT_EQ(page.marks(4, "rect mark"), sends() + held + worms);
}

TEST_F(ActionsOnARun, StuckWormsOnALongRingAreCells) {
  page_of_run({FLITCAST_ROOT "/configs/vcd/deadlock.ini", "--topology.dims=64"}, 3);
  std::size_t cells = 0;
  const Json deadlock = Json::parse(folder_.read("r.json"))["deadlock"];
  for (const Json& worm : deadlock["worms"]) {
    cells += worm["holds"].size() + (worm["wants"].is_null() ? 0 : 1);
  }
  EXPECT_EQ(open("page.html").marks(1, "rect mark"), cells);
}

TEST_F(ActionsOnARun, NodesOfAGraphHaveTheirNames) {
  folder_.write("net.txt", "router 0 node 0 node 1 router 1 5\nrouter 1 node 2 node 3\n");
  page_of_run(
      {"--topology.kind=graph", "--topology.file=net.txt", "--traffic.algorithm=aas-bruck"});
  const std::string picture = open("page.html").picture(1);
  for (const char* const name : {"node 0", "node 3", "router 0", "router 1"}) {
    EXPECT_EQ(count(picture, std::string(">") + name + "</text>"), 1U) << name;
  }
  EXPECT_EQ(count(picture, "aria-roledescription=\"rule mark\""), 10U);  // 5 links
}

TEST_F(ActionsOnARun, TwoRunsShowTheSameTime) {
  page_of_exchange();
  flitcast({"run", "r.json", "--traffic.variant=raw", "--output.json=s.json"});
  flitcast({"report", "r.json", "s.json", "--out=page.html"});
  const Json seen = act(std::string(kWindow) + R"(
    const windows = () => [...page.querySelectorAll('figure[tabindex] output')].map((one) => one.textContent);
    const found = {links: [1, 2, 3].map((i) => page.querySelectorAll('.picture')[i - 1].querySelectorAll('[aria-roledescription="rule mark"]').length)};
    await press('+');
    found.windows = windows();
    return found;)");
  EXPECT_EQ(seen["links"], Json({48, 48, 48}));
  ASSERT_EQ(seen["windows"].size(), 2U);
  EXPECT_EQ(seen["windows"][0], seen["windows"][1]);
  EXPECT_EQ(seen["windows"][0].get<std::string>().find("cycles 0 to"), std::string::npos);
}

}  // namespace
}  // namespace flitcast::test_report_actions
