// Report pages of several folders, and pages that were opened empty, in Chromium.

#include "tests/support/report/page_actions.h"

namespace flitcast::test_report_given {
namespace {

using Json = nlohmann::json;

class ActionsOnFolders : public PageActions {
 protected:
  /// Two patterns, two numbers of virtual channels and three delays: six folders with curves that
  /// flitcast load calls by the same names.
  void six_folders() const {
    Words report{"report"};
    for (const char* const pattern : {"uniform", "transpose"}) {
      for (const char* const delay : {"1", "2", "3"}) {
        const std::string out = std::string(pattern) + delay;
        flitcast({"load", "--topology.kind=mesh", "--topology.dims=2x2", "--load.precision=0.1",
                  "--rates=0.1, 0.2", "--sweep.vcs=1,2", std::string("--load.pattern=") + pattern,
                  std::string("--link.delay=") + delay, "--out=" + out});
        report.push_back(out);
      }
    }
    report.emplace_back("--out=page.html");
    flitcast(report);
  }
};

TEST_F(ActionsOnFolders, EveryConfigurationIsACurveNamedByWhatDiffers) {
  six_folders();
  for (const int width : {1280, 400}) {
    const Json seen = act(R"(
      const names = [...page.querySelectorAll('#picture-2 .role-legend-label text')].map((one) => one.textContent);
      const inside = (id) => {
        const card = page.getElementById(id).closest('section').getBoundingClientRect();
        return [...page.querySelectorAll(`#${id} text`)].filter((one) => one.textContent).every((one) => {
          const box = one.getBoundingClientRect();
          return box.left >= card.left && box.right <= card.right && box.top >= card.top && box.bottom <= card.bottom;
        });
      };
      return {names, different: new Set(names).size, rows: page.querySelector('tbody').rows.length,
              lines: marks('picture-2', 'line mark'), inside: ['picture-2', 'picture-3', 'picture-4', 'picture-5'].map(inside),
              bounds: [...page.querySelectorAll('#picture-2 .role-mark.mark-text text')].map((one) => one.textContent).join(''),
              wide: [page.documentElement.scrollWidth, page.documentElement.clientWidth]};)",
                          {width, false});
    EXPECT_EQ(seen["names"].size(), 12U);
    EXPECT_EQ(seen["different"], 12);
    EXPECT_EQ(seen["names"][0], "uniform, vcs = 1, delay = 1");
    EXPECT_EQ(seen["rows"], 12);
    EXPECT_EQ(seen["inside"], Json({true, true, true, true})) << width;
    EXPECT_EQ(seen["bounds"].get<std::string>().find_first_not_of("0123456789."),
              std::string::npos);
    EXPECT_EQ(seen["wide"], Json({width, width}));
  }
}

class ActionsOnAnEmptyPage : public PageActions {
 protected:
  /// A script that drops files of the folder on the page, and waits until it has drawn them.
  std::string drop(const std::vector<std::string>& files) const {
    std::string script = "const data = new view.DataTransfer();\n";
    for (const std::string& file : files) {
      script += "data.items.add(new view.File([" + Json(folder_.read(file)).dump() + "], '" + file +
                "'));\n";
    }
    return script + R"(
      delete page.documentElement.dataset.ready;
      page.dispatchEvent(new view.DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
      for (let waited = 0; !page.documentElement.dataset.ready && waited < 10000; waited += 50) {
        await later(50);  // of virtual time, which passes at once, but for while something is loaded
        await new Promise((done) => {
          const load = new XMLHttpRequest();
          load.onloadend = done;
          load.open('GET', 'page.html');
          load.send();
        });
      }
      const heads = [...page.querySelectorAll('h2')].map((one) => one.textContent);)";
  }
};

TEST_F(ActionsOnAnEmptyPage, AResultIsShownWhereItIsDropped) {
  flitcast({"report", "--empty", "--out=page.html"});
  page_of_run({"--topology.kind=mesh", "--topology.dims=4x2", "--traffic.algorithm=aas-mesh-dex"});
  flitcast({"run", "r.json", "--traffic.message_flits=4", "--output.json=s.json"});
  flitcast({"report", "--empty", "--out=page.html"});
  const Json one = act(drop({"r.json"}) + R"(
    return {title: page.querySelector('h1').textContent, heads, rows: page.querySelector('tbody').rows.length};)");
  EXPECT_EQ(one["title"], "aas-mesh-dex on mesh 4x2");
  EXPECT_EQ(one["heads"], Json({"Result", "Waits by cause", "Rounds"}));
  const Json two = act(drop({"r.json", "s.json"}) + R"(
    return {title: page.querySelector('h1').textContent, points: marks('picture-1', 'point')};)");
  EXPECT_EQ(two["title"], "completion_cycles against traffic.message_flits");
  EXPECT_EQ(two["points"], 2);
}

TEST_F(ActionsOnAnEmptyPage, CurvesAreShownAndNothingIsSaidToBeNothing) {
  flitcast({"load", "--topology.kind=mesh", "--topology.dims=2x2", "--load.precision=0.1",
            "--rates=0.1, 0.2", "--out=curves"});
  flitcast({"report", "--empty", "--out=page.html"});
  std::vector<std::string> files{"curves/load.json"};
  for (const auto& file : std::filesystem::directory_iterator(folder_.path("curves/results"))) {
    files.push_back("curves/results/" + file.path().filename().string());
  }
  const Json curves = act(drop(files) + "return {heads, points: marks('picture-1', 'point')};");
  EXPECT_EQ(curves["points"], 2);
  folder_.write("none.json", "{}");
  const Json none = act(drop({"none.json"}) + "return page.querySelector('.drop p').textContent;");
  EXPECT_EQ(none.get<std::string>().rfind("Nothing here is a result", 0), 0U);
}

}  // namespace
}  // namespace flitcast::test_report_given
