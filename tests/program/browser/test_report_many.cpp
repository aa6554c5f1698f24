// Pages of one, two and 2,000 results in Chromium.

#include <algorithm>

#include "tests/support/report/page_actions.h"

namespace flitcast::test_report_many {
namespace {

using Json = nlohmann::json;

class ActionsOnManyResults : public PageActions {
 protected:
  /// Results like that of a run, with 40 sizes of messages, 2 algorithms, 5 start-up times and 5
  /// delays: 2,000 of them.
  void make_results() const {
    flitcast({"run", "--topology.kind=hypercube", "--topology.dims=2",
              "--traffic.algorithm=aas-hc-dex", "--output.json=r.json"});
    const Json like = Json::parse(folder_.read("r.json"));
    std::filesystem::create_directories(folder_.path("many/results"));
    int number = 0;
    for (int size = 1; size <= 40; ++size) {
      for (const char* const algorithm : {"aas-hc-dex", "aas-hc-sex"}) {
        for (int startup = 0; startup < 100; startup += 20) {
          for (int delay = 1; delay <= 5; ++delay) {
            Json result = like;
            result["config"]["traffic.message_flits"] = size;
            result["config"]["traffic.algorithm"] = algorithm;
            result["config"]["ni.startup"] = startup;
            result["config"]["link.delay"] = delay;
            result["completion_cycles"] = startup + size * delay + (algorithm[7] == 's' ? 10 : 20);
            folder_.write("many/results/" + std::to_string(1000 + number++) + ".json",
                          result.dump());
          }
        }
      }
    }
    EXPECT_EQ(number, 2000);
  }

  static constexpr const char* kWide = R"(
    const wide = () => [page.documentElement.scrollWidth, page.documentElement.clientWidth];)";
};

TEST_F(ActionsOnManyResults, APageOf2000ShowsAllAndWhatIsChosen) {
  make_results();
  flitcast({"report", "many", "--color=algorithm", "--facet=startup", "--out=page.html"});
  for (const int width : {1280, 400}) {
    const Json seen = act(std::string(kWide) + R"(
      const points = () => [...page.querySelectorAll('.part')].filter((one) => !one.hidden).map((one) =>
        one.querySelectorAll('[aria-roledescription="point"]').length - one.querySelectorAll('tbody tr').length);
      const found = {wide: wide(), all: points()};
      await choose('traffic.message_flits', '7');
      await choose('link.delay', '3');
      found.chosen = points();
      await choose('ni.startup', '40');
      found.one = points();
      found.said = page.querySelector('.tools output').textContent;
      return found;)",
                          {width, false});
    EXPECT_EQ(seen["wide"], Json({width, width}));
    EXPECT_EQ(seen["all"], Json({400, 400, 400, 400, 400}));
    EXPECT_EQ(seen["chosen"], Json({2, 2, 2, 2, 2}));
    EXPECT_EQ(seen["one"], Json({2}));
    EXPECT_EQ(seen["said"], "2 of 2000 points");
  }
}

TEST_F(ActionsOnManyResults, AGalleryOf2000DrawsWhatIsSeen) {
  make_results();
  flitcast({"report", "many", "--gallery", "--out=page.html"});
  const std::size_t rounds = Json::parse(folder_.read("r.json"))["per_round"].size();
  const Json seen = act(std::string(kWide) + R"(
    const cards = () => [...page.querySelectorAll('.cards .part')].filter((one) => !one.hidden);
    const drawn = () => cards().filter((one) => one.querySelector('svg'));
    const found = {wide: wide(), cards: cards().length, drawn: drawn().length,
                   bars: cards()[0].querySelectorAll('[aria-roledescription="rect mark"]').length};
    const sort = page.querySelector('#cards-1-tools select');
    sort.value = [...sort.options].find((one) => one.textContent === 'completion_cycles').value;
    sort.dispatchEvent(new view.Event('change'));
    found.sorted = cards().map((one) => Number(one.querySelector('dd').firstChild.textContent));
    await choose('traffic.message_flits', '40');
    await choose('traffic.algorithm', 'aas-hc-sex');
    found.chosen = cards().length;
    return found;)",
                        {400, false});
  EXPECT_EQ(seen["wide"], Json({400, 400}));
  EXPECT_EQ(seen["cards"], 2000);
  EXPECT_GT(seen["drawn"], 2);
  EXPECT_LT(seen["drawn"], 100);
  EXPECT_EQ(seen["bars"], rounds);
  const auto cycles = seen["sorted"].get<std::vector<int>>();
  EXPECT_TRUE(std::is_sorted(cycles.begin(), cycles.end()));
  EXPECT_EQ(cycles.front(), 0 + 1 * 1 + 10);
  EXPECT_EQ(seen["chosen"], 25);
}

TEST_F(ActionsOnManyResults, PagesOfOneAndTwoFitANarrowWindow) {
  page_of_run({"--topology.kind=hypercube", "--topology.dims=3", "--traffic.algorithm=aas-hc-dex"});
  flitcast({"run", "r.json", "--traffic.message_flits=4", "--output.json=s.json"});
  const std::string one = folder_.read("page.html");
  flitcast({"report", "r.json", "s.json", "--out=page.html"});
  const std::string two = folder_.read("page.html");
  for (const std::string& html : {one, two}) {
    folder_.write("page.html", html);
    const Json seen = act(std::string(kWide) + R"(
      return [wide(), page.querySelectorAll('.over-time [aria-roledescription="rect mark"]').length];)",
                          {400, false});
    EXPECT_EQ(seen[0], Json({400, 400}));
    EXPECT_EQ(seen[1], (html == one ? 1 : 2) * sends());
  }
}

}  // namespace
}  // namespace flitcast::test_report_many
