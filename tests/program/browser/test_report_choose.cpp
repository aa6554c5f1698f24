// The page of flitcast choose in Chromium.

#include <algorithm>
#include <set>

#include "tests/support/report/page_actions.h"

namespace flitcast::test_report_choose {
namespace {

using Json = nlohmann::json;

class ActionsOnAChoice : public PageActions {
 protected:
  void SetUp() override {
    PageActions::SetUp();
    if (IsSkipped()) {
      return;
    }
    flitcast({"choose", "all-to-all", "--nodes=16", "--topology.kind=hypercube,mesh",
              "--ni.startup=0,60", "--traffic.message_flits=1..256 x2", "--out=there"});
    flitcast({"report", "there", "--out=page.html"});
    answer_ = Json::parse(folder_.read("there/choose.json"));
  }
  /// Regions of the situations that have a value of a key, or of all.
  std::size_t regions(const std::string& key = "", const std::string& value = "") const {
    std::size_t count = 0;
    for (const Json& situation : answer_["situations"]) {
      count += key.empty() || situation["keys"][key] == value ? situation["regions"].size() : 0;
    }
    return count;
  }
  std::set<std::string> winners() const {
    std::set<std::string> ids;
    for (const Json& situation : answer_["situations"]) {
      for (const Json& region : situation["regions"]) {
        ids.insert(region["winners"][0]["keys"]["traffic.algorithm"]);
      }
    }
    return ids;
  }

  Json answer_;

  static constexpr const char* kSeen = R"(
    const picture = page.querySelector('.picture');
    const texts = (part) => [...picture.querySelectorAll(part + ' text')].map((one) => one.textContent);
    const look = () => ({
      wide: [page.documentElement.scrollWidth, page.documentElement.clientWidth],
      theme: page.documentElement.dataset.theme,
      bars: marks(picture.id, 'rect mark'),
      legend: texts('.role-legend-label'),
      height: picture.querySelector('.role-frame .background').getBoundingClientRect().height,
      names: texts('.mark-text').filter((text) => text.includes(' · ')),
      rows: page.querySelectorAll('tbody tr').length,
      said: page.querySelector('.tools output').textContent});)";
};

TEST_F(ActionsOnAChoice, HasABarForEveryRegion) {
  ASSERT_EQ(answer_["situations"].size(), 16U);
  ASSERT_GT(regions(), 16U);
  for (const int width : {1280, 400}) {
    for (const bool dark : {false, true}) {
      const Json seen = act(std::string(kSeen) + "return look();", {width, dark});
      EXPECT_EQ(seen["wide"], Json({width, width}));
      EXPECT_EQ(seen["theme"], dark ? "dark" : "light");
      EXPECT_EQ(seen["bars"], regions());
      EXPECT_EQ(seen["rows"], regions());
      EXPECT_EQ(seen["names"].size(), 16U);
      EXPECT_EQ(seen["legend"].get<std::set<std::string>>(), winners());
    }
  }
}

TEST_F(ActionsOnAChoice, AListKeepsTheSituationsThatHaveItsValue) {
  const Json seen = act(std::string(kSeen) + R"(
    const found = {all: look()};
    await choose('ni.startup', '60');
    found.startup = look();
    await choose('network', 'mesh 4x4');
    found.both = look();
    page.getElementById('theme').click();
    await later(3000);
    found.dark = look();
    return found;)");
  EXPECT_EQ(seen["startup"]["bars"], regions("ni.startup", "60"));
  EXPECT_EQ(seen["startup"]["rows"], regions("ni.startup", "60"));
  EXPECT_EQ(seen["startup"]["names"].size(), 8U);
  EXPECT_EQ(seen["startup"]["said"], std::to_string(regions("ni.startup", "60")) + " of " +
                                         std::to_string(regions()) + " regions");
  // Bars keep their height.
  EXPECT_NEAR(seen["startup"]["height"].get<double>(), seen["all"]["height"].get<double>() / 2, 1);
  EXPECT_NEAR(seen["both"]["height"].get<double>(), seen["all"]["height"].get<double>() / 4, 1);
  for (const Json& name : seen["both"]["names"]) {
    EXPECT_EQ(name.get<std::string>().rfind("mesh 4x4 · startup 60", 0), 0U) << name;
  }
  EXPECT_EQ(seen["dark"]["theme"], "dark");
  EXPECT_EQ(seen["dark"]["bars"], seen["both"]["bars"]);
  EXPECT_EQ(seen["dark"]["height"], seen["both"]["height"]);
}

}  // namespace
}  // namespace flitcast::test_report_choose
