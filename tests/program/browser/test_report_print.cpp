// Report pages as they are printed: with the style of paper in a frame as wide as a sheet.

#include "tests/support/report/page_actions.h"

namespace flitcast::test_report_print {
namespace {

using Json = nlohmann::json;

class PrintedPage : public PageActions {
 protected:
  /// What is seen of page.html on paper, 718 pixels between the margins of A4. Dark: the system's.
  Json print(bool dark) const {
    return act(R"(
      for (const sheet of page.styleSheets) {
        for (const rule of sheet.cssRules) {
          if (rule.media?.mediaText === 'print') rule.media.mediaText = 'all';
        }
      }
      await later(500);
      const style = (one) => view.getComputedStyle(one);
      const seen = (selector) => [...page.querySelectorAll(selector)].filter((one) => one.offsetParent).length;
      const right = (selector) => Math.max(...[...page.querySelectorAll(selector)].map((one) => one.getBoundingClientRect().right));
      return {
        theme: page.documentElement.dataset.theme,
        paper: style(page.querySelector('section')).backgroundColor,
        ink: style(page.querySelector('h2')).color,
        filter: style(page.querySelector('.picture .marks')).filter,
        wide: [page.documentElement.scrollWidth, page.documentElement.clientWidth],
        picturesEnd: right('.picture .marks'),
        tablesEnd: right('table'),
        hidden: [...page.querySelectorAll('.scroll')].filter((one) => one.scrollHeight > one.clientHeight + 1).length,
        rows: page.querySelectorAll('tbody tr').length,
        split: [...page.querySelectorAll('tr, figure')].filter((one) => style(one).breakInside !== 'avoid').length,
        buttons: seen('button') + seen('input[type=search]'),
        said: page.body.innerText.includes('200 of 2')};)",
               {718, dark});
  }
  static void expect_whole(const Json& seen) {
    EXPECT_EQ(seen["wide"], Json({718, 718}));
    EXPECT_LE(seen["picturesEnd"], 718);
    EXPECT_LE(seen["tablesEnd"], 718);
    EXPECT_EQ(seen["hidden"], 0);
    EXPECT_EQ(seen["split"], 0);
    EXPECT_EQ(seen["buttons"], 0);
    EXPECT_EQ(seen["paper"], "rgb(255, 255, 255)");
    EXPECT_EQ(seen["ink"], "rgb(0, 0, 0)");
  }
};

TEST_F(PrintedPage, OfARunIsLightAndWhole) {
  page_of_run({"--topology.kind=mesh", "--topology.dims=4x4", "--traffic.algorithm=aas-mesh-dex"});
  for (const bool dark : {false, true}) {
    const Json seen = print(dark);
    expect_whole(seen);
    EXPECT_EQ(seen["theme"], dark ? "dark" : "light");
    EXPECT_EQ(seen["filter"] == "none", !dark);
    EXPECT_GE(seen["rows"], rounds());
    EXPECT_FALSE(seen["said"]);
  }
}

// More rows than a table has at first: what is left out is told on paper, too.
TEST_F(PrintedPage, OfASweepHasItsWideTableOnThePage) {
  flitcast({"sweep", "--topology.kind=hypercube", "--topology.dims=1",
            "--sweep.algorithm=aas-hc-sex, aas-hc-dex", "--sweep.message_flits=1..52",
            "--sweep.startup=0,20", "--jobs=1", "--out=sweep"});
  flitcast({"report", "sweep", "--out=page.html"});
  const Json seen = print(false);
  expect_whole(seen);
  EXPECT_GE(seen["rows"], 200);
  EXPECT_TRUE(seen["said"]);
}

}  // namespace
}  // namespace flitcast::test_report_print
