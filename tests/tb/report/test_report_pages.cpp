#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "tb/report/assets/asset_table.h"
#include "tb/report/assets/assets.h"
#include "tb/report/files/picture_files.h"
#include "tb/report/links/link_section.h"
#include "tb/report/page/columns.h"
#include "tb/report/page/html.h"
#include "tb/report/page/page.h"
#include "tb/report/page/spec.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

TEST(FilledSpec, HasValuesOfAnyTypeForNames) {
  const Json spec =
      Json::parse(R"({"height": "$h", "list": ["$h", {"x": "$domain"}], "y": "a$h"})");
  EXPECT_EQ(fill_spec(spec, {{"h", 20}, {"domain", Json::array({0, 1})}}),
            Json::parse(R"({"height": 20, "list": [20, {"x": [0, 1]}], "y": "a$h"})"));
  EXPECT_THROW(fill_spec(spec, {{"h", 20}}), std::logic_error);
}

TEST(Assets, AreSpecsWithADescriptionAndNoAddress) {
  std::size_t specs = 0;
  for (const Asset& file : asset_table()) {
    const std::string name(file.name);
    if (name.size() < 8 || name.substr(name.size() - 8) != ".vl.json") {
      continue;
    }
    ++specs;
    SCOPED_TRACE(name);
    const Json spec = Json::parse(file.content);
    EXPECT_TRUE(spec.contains("description"));
    EXPECT_EQ(file.content.find("://"), std::string_view::npos);
  }
  EXPECT_GE(specs, 19U);
  EXPECT_EQ(find_asset("no.such"), nullptr);
  EXPECT_THROW(asset("no.such"), std::logic_error);
}

/// Colours of a text, "#123abc".
std::set<std::string> colours(std::string_view text) {
  std::set<std::string> found;
  for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
    const std::string_view colour = text.substr(at, 7);
    if (colour.size() == 7 &&
        colour.find_first_not_of("0123456789abcdef", 1) == std::string::npos) {
      found.insert(std::string(colour));
    }
  }
  return found;
}

double luminance(const std::string& colour) {
  const auto part = [&](std::size_t at) {
    const double value = std::stoi(colour.substr(at, 2), nullptr, 16) / 255.0;
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}

// Contrast as WCAG 2 has it: 3 to 1 for what is drawn. Lists have what is pale on purpose, grids
// and channels without use, and letters on coloured areas.
TEST(Theme, HasColoursThatAreSeenOnADarkPage) {
  const Json theme = Json::parse(asset("theme.json"));
  const std::string back = theme["dark"]["white"];
  const std::set<std::string> pale{"#c9d1db", "#e4e9ef", "#dfe5ec"};
  const std::set<std::string> letters{"#10181f"};
  for (const Asset& file : asset_table()) {
    const bool drawn = file.name.find(".vl.json") != std::string_view::npos;
    for (const std::string& colour : drawn ? colours(file.content) : std::set<std::string>{}) {
      const std::string shown = theme["dark"].value(colour, colour);
      const double contrast = (luminance(shown) + 0.05) / (luminance(back) + 0.05);
      EXPECT_TRUE(contrast >= 3 || pale.count(colour) + letters.count(colour) == 1)
          << file.name << " " << colour << " " << contrast;
    }
  }
}

TEST(FileStem, HasLettersAndDigits) {
  EXPECT_EQ(file_stem("Use of the links · A"), "use-of-the-links-a");
  EXPECT_EQ(file_stem("topology.dims = 4x4, μ"), "topology-dims-4x4");
  EXPECT_EQ(file_stem("../../etc"), "etc");
  EXPECT_EQ(file_stem(""), "");
  EXPECT_EQ(file_stem(std::string(200, 'x')).size(), 80U);
}

TEST(HtmlText, HasNoMarkup) {
  EXPECT_EQ(html_text("<a href=\"x\"> & μ"), "&lt;a href=&quot;x&quot;&gt; &amp; μ");
}

TEST(Columns, HoldEveryNameOnce) {
  Columns columns({"a", "b"});
  columns.add({1, "x"});
  columns.add({2, nullptr});
  EXPECT_EQ(columns.take(), Json::parse(R"({"a": [1, 2], "b": ["x", null]})"));
  EXPECT_EQ(columns.take(), Json::parse(R"({"a": [], "b": []})"));
}

TEST(Columns, HaveShortNumbers) {
  EXPECT_EQ(rounded(1.0 / 3).dump(), "0.33333");
  EXPECT_EQ(rounded(-2.0).dump(), "-2");
  EXPECT_EQ(rounded(-0.5).dump(), "-0.5");
  EXPECT_EQ(shortened(Json(34.0952380952)).dump(), "34.09524");
  EXPECT_EQ(shortened(Json(1234567890)).dump(), "1234567890");
  EXPECT_EQ(shortened(Json("text")).dump(), "\"text\"");
  EXPECT_EQ(shortened(Json(nullptr)).dump(), "null");
  EXPECT_EQ(shortened(Json(1e-310)).dump(), "1e-310");
  EXPECT_EQ(shortened(Json(5e-324)).dump(), "5e-324");
  EXPECT_EQ(shortened(Json(1.7976931348623157e308)).dump(), "1.797693e+308");
  EXPECT_EQ(rounded(1.7976931348623157e308).dump(), "1.7976931348623157e+308");
  EXPECT_EQ(rounded(-1e300).dump(), "-1e+300");
  EXPECT_EQ(rounded(1e-310).dump(), "0");
}

/// What a page hands to its script.
Json page_data(const std::string& html) {
  const std::string open = "id=\"page-data\">";
  const std::size_t begin = html.find(open) + open.size();
  return Json::parse(html.substr(begin, html.find("</script>", begin) - begin));
}

class PageOfAll : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_drawing_library()) {
      GTEST_SKIP() << "built without FLITCAST_REPORT";
    }
  }
};

TEST_F(PageOfAll, IsWholeAndNamesNoAddress) {
  Page page("a < b", "x \"y\"");
  page.begin_section("s");
  page.end_section();
  const std::string html = page.html();
  EXPECT_NE(html.find("<title>a &lt; b</title>"), std::string::npos);
  EXPECT_NE(html.find("content=\"x &quot;y&quot;\""), std::string::npos);
  const std::string own = html.substr(0, html.find("<!--"));  // before the library
  for (const char* const reference : {"src=", "<link", "://", "url(", "@import"}) {
    EXPECT_EQ(own.find(reference), std::string::npos) << reference;
  }
  EXPECT_NE(own.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(html.substr(html.size() - 8), "</html>\n");
}

TEST_F(PageOfAll, CannotBeLeftByItsData) {
  Page page("t", "d");
  page.add_data("set", Json::parse(R"({"a": ["</script><b>"]})"));
  const std::string html = page.html();
  EXPECT_EQ(html.find("</script><b>"), std::string::npos);
  EXPECT_EQ(page_data(html)["data"]["set"]["a"][0], "</script><b>");
}

TEST_F(PageOfAll, DrawsManyMarksOnACanvas) {
  const auto renderer = [](std::size_t rows) {
    Page page("t", "d");
    page.add_data("set", {{"a", std::vector<int>(rows)}});
    page.picture(Json::object(), {"set"}, {});
    return page_data(page.html())["pictures"][0]["spec"]["usermeta"]["embedOptions"]["renderer"];
  };
  EXPECT_EQ(renderer(Page::kMaxSvgMarks), "svg");
  EXPECT_EQ(renderer(Page::kMaxSvgMarks + 1), "canvas");
}

TEST_F(PageOfAll, LeavesOutLayersOfNothing) {
  Page page("t", "d");
  page.add_data("none", Json::object());
  page.add_data("some", {{"a", {1}}});
  page.picture(Json::parse(R"({"layer": [{"data": {"name": "none"}}, {"data": {"name": "some"}},
                                         {"mark": "point"}]})"),
               {"none", "some"}, {});
  const Json layers = page_data(page.html())["pictures"][0]["spec"]["layer"];
  EXPECT_EQ(layers, Json::parse(R"([{"data": {"name": "some"}}, {"mark": "point"}])"));
}

TEST_F(PageOfAll, ShowsEveryChannelOfALineWithItsUse) {
  const Topology line(TopologyKind::kLine, {3});
  Page page("t", "d");
  add_link_section(page, {line},
                   {{0, 1, false, 10, 20, 1},
                    {1, 0, false, 0, 0, 0},
                    {1, 2, false, 5, 10, 0},
                    {2, 1, false, 0, 0, 0},
                    {0, 0, true, 4, 4, 0},
                    {0, 0, true, 8, 8, 3}},
                   40);
  const std::string html = page.html();
  EXPECT_NE(html.find("Busiest: 0 → 1, in use for 50.0 % of the 40 cycles. Mean of all 4 channels: "
                      "18.8 %."),
            std::string::npos);
  const Json data = page_data(html)["data"];
  EXPECT_EQ(data["links"]["use"], Json::parse("[0.5, 0, 0.25, 0]"));
  EXPECT_EQ(data["links"]["x2"], Json::parse("[0.5, 0.5, 1.5, 1.5]"));
  EXPECT_EQ(data["nodes"]["port_use"], Json::parse("[0.15, null, null]"));  // 12 of two ports' 80
  EXPECT_EQ(data["nodes"]["waits"], Json::parse("[3, null, null]"));
}

TEST_F(PageOfAll, ShowsTheBusiestOfJoinedChannels) {
  const Topology cube(TopologyKind::kHypercube, {10});  // columns of four nodes
  Page page("t", "d");
  add_link_section(page, {cube}, {{4, 5, false, 7, 30, 1}, {6, 7, false, 3, 10, 2}}, 100);
  const Json links = page_data(page.html())["data"]["links"];
  EXPECT_EQ(links, Json::parse(R"({"row": ["0"], "from": [3.5], "to": [7.5],
      "name": ["2 channels"], "use": [0.3], "mean": [0.2], "flits": [10], "waits": [3]})"));
}

}  // namespace
}  // namespace flitcast
