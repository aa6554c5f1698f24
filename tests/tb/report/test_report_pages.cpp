#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tb/report/assets/assets.h"
#include "tb/report/files/picture_files.h"
#include "tb/report/viewer/columns.h"
#include "tb/report/viewer/viewer.h"

namespace flitcast::report::test_report_pages {
namespace {

using Json = nlohmann::ordered_json;

TEST(Assets, AreFoundByName) {
  for (const char* const name :
       {"page.html", "page.css", "theme.json", "draw.js", "model.js", "viewer.js"}) {
    EXPECT_FALSE(asset(name).empty()) << name;
  }
  EXPECT_EQ(find_asset("no.such"), nullptr);
  EXPECT_THROW(asset("no.such"), std::logic_error);
}

TEST(Assets, AreScriptsWithoutModules) {
  for (const char* const name : {"model.js", "viewer.js"}) {
    const std::string script = "\n" + std::string(asset(name));
    EXPECT_EQ(script.find("\nimport "), std::string::npos) << name;
    EXPECT_EQ(script.find("\nexport "), std::string::npos) << name;
    EXPECT_NE(script.find("\nconst buildPage = "), std::string::npos) << name;
  }
}

TEST(FileStem, HasLettersAndDigits) {
  EXPECT_EQ(file_stem("Use of the links · A"), "use-of-the-links-a");
  EXPECT_EQ(file_stem("topology.dims = 4x4, μ"), "topology-dims-4x4");
  EXPECT_EQ(file_stem("../../etc"), "etc");
  EXPECT_EQ(file_stem(""), "");
  EXPECT_EQ(file_stem(std::string(200, 'x')).size(), 80U);
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

TEST(Packed, ListsOfEqualMembersAreColumns) {
  EXPECT_EQ(
      packed(Json::parse(R"({"a": [{"x": 1, "y": [{"z": 1}, {"z": 2}]}, {"x": 2, "y": 3}]})")),
      Json::parse(R"({"a": {"columns": {"x": [1, 2],
                                              "y": [{"columns": {"z": [1, 2]}}, 3]}}})"));
  const Json as_it_is =
      Json::parse(R"({"a": [{"x": 1}], "b": [{"x": 1}, {"y": 1}], "c": [[1, 2]], "d": [{}, {}]})");
  EXPECT_EQ(packed(as_it_is), as_it_is);
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
  const std::string html = viewer_html(R"({"kind":"empty"})");
  const std::string own = html.substr(0, html.find("<!--"));  // before the library
  for (const char* const reference : {"src=", "<link", "://", "url(", "@import"}) {
    EXPECT_EQ(own.find(reference), std::string::npos) << reference;
  }
  EXPECT_NE(own.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(html.substr(html.size() - 8), "</html>\n");
}

TEST_F(PageOfAll, IsOneMegabyteAtMost) {
  EXPECT_LE(viewer_html(R"({"kind":"empty"})").size(), 1'000'000U);
}

TEST_F(PageOfAll, CannotBeLeftByItsData) {
  const std::string html = viewer_html(R"({"kind":"</script><b>"})");
  EXPECT_EQ(html.find("</script><b>"), std::string::npos);
  EXPECT_NE(html.find("\"kind\":\"\\u003c/script>\\u003cb>\""), std::string::npos);
}

}  // namespace
}  // namespace flitcast::report::test_report_pages
