#pragma once

#include <filesystem>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/count.h"
#include "tests/support/program/run_flitcast.h"

namespace flitcast {

class ReportCommand : public testing::Test {
 protected:
  void simulate(const std::string& name, const std::vector<std::string>& more = {},
                const std::string& dims = "4x2") const {
    std::vector<std::string> words{"run",
                                   "--topology.kind=mesh",
                                   "--topology.dims=" + dims,
                                   "--traffic.algorithm=aas-mesh-dex",
                                   "--output.json=" + name + ".json",
                                   "--output.messages=" + name + ".messages.csv",
                                   "--output.links=" + name + ".links.csv"};
    words.insert(words.end(), more.begin(), more.end());
    const ProgramResult result = run_flitcast(words, folder_.root());
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }
  ProgramResult report(std::vector<std::string> words) const {
    words.insert(words.begin(), "report");
    return run_flitcast(words, folder_.root());
  }
  /// The one message of a report that is refused and leaves no page.
  std::string refusal(std::vector<std::string> words) const {
    words.emplace_back("--out=page.html");
    const ProgramResult result = report(words);
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_FALSE(std::filesystem::exists(folder_.path("page.html")));
    return result.err;
  }
  std::string page(std::vector<std::string> words) const {
    words.insert(words.end(), {"--out=page.html", "--quiet"});
    const ProgramResult result = report(words);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.out + result.err, "");
    return folder_.read("page.html");
  }
  /// What the viewer makes the page of.
  static nlohmann::ordered_json page_inputs(const std::string& html) {
    const std::string open = "id=\"page-data\">";
    const std::size_t begin = html.find(open) + open.size();
    return nlohmann::ordered_json::parse(
        html.substr(begin, html.find("</script>", begin) - begin))["inputs"];
  }

  /// The values of a column of the points of a sweep, one for each.
  static nlohmann::ordered_json column(const nlohmann::ordered_json& inputs,
                                       const std::string& name) {
    for (const auto& column : inputs.at("table").at("columns")) {
      if (column.at("name") == name && column.contains("values")) {
        return column["values"];
      }
      if (column.at("name") == name) {
        const auto points = inputs["table"].at("points").get<std::size_t>();
        return std::vector<nlohmann::ordered_json>(points, column.at("value"));
      }
    }
    ADD_FAILURE() << "no column " << name;
    return {};
  }

  TempFolder folder_;
};

/// Skips, visibly, in a program without the drawing library.
class ReportPage : public ReportCommand {
 protected:
  void SetUp() override {
    if (!FLITCAST_HAS_REPORT) {
      GTEST_SKIP() << "built without FLITCAST_REPORT";
    }
  }
};

}  // namespace flitcast
