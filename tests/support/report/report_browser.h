#pragma once

#include <cstdlib>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/count.h"
#include "tests/support/program/run_flitcast.h"

namespace flitcast {

using Words = std::vector<std::string>;

inline bool installed(const std::string& program) {
  return std::system(("command -v " + program + " > /dev/null").c_str()) == 0;
}

/// A page as the browser has it when all is drawn.
class OpenedPage {
 public:
  explicit OpenedPage(std::string dom) : dom_(std::move(dom)) {}

  const std::string& dom() const { return dom_; }
  bool ready() const { return dom_.find("data-ready=\"") != std::string::npos; }
  /// Everything from the picture of that number (from 1, tables count as well) to the next.
  std::string picture(int number) const { return part("picture-", number); }
  std::string table(int number) const { return part("table-", number); }
  /// Marks of a kind in a picture, as they are announced to people who do not see it.
  std::size_t marks(int picture_number, const std::string& kind) const {
    return count(picture(picture_number), "aria-roledescription=\"" + kind + "\"");
  }
  /// Rows in the body of a table.
  std::size_t rows(int table_number) const {
    const std::string text = table(table_number);
    return count(text.substr(text.find("<tbody>")), "<tr>");
  }

 private:
  std::string part(const std::string& kind, int number) const {
    const std::size_t begin = dom_.find("id=\"" + kind + std::to_string(number) + "\"");
    if (begin == std::string::npos) {
      ADD_FAILURE() << "the page has no " << kind << number;
      return "<tbody>";
    }
    return dom_.substr(begin, dom_.find("</section>", begin) - begin);
  }

  std::string dom_;
};

/// Makes report pages and opens them in Chromium. Skips, visibly, where that is not installed and
/// in a program without the drawing library.
class ReportBrowser : public testing::Test {
 protected:
  void SetUp() override {
    if (!FLITCAST_HAS_REPORT) {
      GTEST_SKIP() << "built without FLITCAST_REPORT";
    }
    if (!installed("chromium")) {
      GTEST_SKIP() << "chromium is not installed";
    }
  }

  void flitcast(const Words& words, int exit_code = 0) const {
    const ProgramResult result = run_flitcast(words, folder_.root());
    ASSERT_EQ(result.exit_code, exit_code) << result.err;
  }
  /// Runs something and makes page.html of it.
  void page_of_run(Words keys, int exit_code = 0) const {
    keys.insert(keys.begin(), "run");
    keys.insert(keys.end(),
                {"--output.json=r.json", "--output.messages=m.csv", "--output.links=l.csv"});
    flitcast(keys, exit_code);
    flitcast({"report", "r.json", "--out=page.html"});
  }

  /// Opens a file of the folder; nothing may be said on the console.
  OpenedPage open(const std::string& name, const std::string& more = "") const {
    const std::string command =
        "timeout 100 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage "
        "--disable-quic --no-first-run "
        "--disable-background-networking --disable-component-update --disable-sync "
        "--enable-logging=stderr --v=0 --virtual-time-budget=30000 --window-size=1280,1000 "
        "--user-data-dir='" +
        folder_.path("profile") + "' " + more + " --dump-dom 'file://" + folder_.path(name) +
        "' > '" + folder_.path("dom") + "' 2> '" + folder_.path("log") + "'";
    // A machine that is out of breath may fail to start a browser; once.
    if (std::system(command.c_str()) != 0) {
      EXPECT_EQ(std::system(command.c_str()), 0) << folder_.read("log");
    }
    std::istringstream log(folder_.read("log"));
    for (std::string line; std::getline(log, line);) {
      EXPECT_EQ(line.find("CONSOLE"), std::string::npos) << line;
    }
    OpenedPage page(folder_.read("dom"));
    EXPECT_TRUE(page.ready()) << folder_.read("log");
    return page;
  }

  /// Different values of some columns of a log, where `filter` is in the line.
  std::size_t different(const std::string& log, const std::vector<std::size_t>& columns,
                        const std::string& filter) const {
    std::istringstream in(folder_.read(log));
    std::set<std::string> seen;
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
      std::vector<std::string> words{""};
      for (const char c : line) {
        if (c == ',') {
          words.emplace_back();
        } else {
          words.back() += c;
        }
      }
      std::string key;
      for (const std::size_t column : columns) {
        key += words.at(column) + " ";
      }
      if (line.find(filter) != std::string::npos) {
        seen.insert(key);
      }
    }
    return seen.size();
  }
  std::size_t channels() const { return different("l.csv", {0, 1}, ",link,"); }
  /// Pairs of a sender and a round, or of a receiver and a round.
  std::size_t sends() const { return different("m.csv", {1, 2}, ""); }
  std::size_t receives() const { return different("m.csv", {1, 3}, ""); }
  std::size_t latencies() const {
    std::istringstream in(folder_.read("m.csv"));
    std::set<long> seen;
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
      long issued = 0;
      long arrived = 0;
      EXPECT_EQ(
          std::sscanf(line.c_str(), "%*d,%*d,%*d,%*d,%*d,%*d,%ld,%*d,%*d,%ld", &issued, &arrived),
          2);
      seen.insert(arrived - issued);
    }
    return seen.size();
  }
  std::size_t rounds() const {
    return nlohmann::json::parse(folder_.read("r.json"))["per_round"].size();
  }

  /// A page of a network on a plane: links first, then space and time, then latencies.
  void check_plane(std::size_t expected_channels, std::size_t nodes, bool all_send) const {
    const OpenedPage page = open("page.html");
    EXPECT_EQ(channels(), expected_channels);
    EXPECT_EQ(page.marks(1, "rule mark"), channels());
    EXPECT_EQ(page.marks(1, "circle"), nodes);
    EXPECT_EQ(page.marks(2, "rect mark"), sends() + (all_send ? 0 : receives()));
    EXPECT_EQ(page.marks(3, "bar"), latencies());
    EXPECT_EQ(page.marks(3, "rule mark"), 3U);  // percentiles
  }

  TempFolder folder_;
};

}  // namespace flitcast
