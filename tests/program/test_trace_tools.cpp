// Waveforms in programs that nobody here wrote: vcd2fst, fst2vcd, GTKWave. Skipped, visibly, where
// they are not installed.

#include <cstdlib>
#include <map>

#include <gtest/gtest.h>

#include "tests/support/program/run_flitcast.h"
#include "tests/support/vcd_parser.h"

namespace flitcast::test_trace_tools {
namespace {

int shell(const std::string& command) {
  return std::system(command.c_str());
}

bool installed(const std::string& program) {
  return shell("command -v " + program + " > /dev/null") == 0;
}

class TraceTools : public testing::Test {
 protected:
  void run(const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"run",
                                       "--topology.kind=mesh",
                                       "--topology.dims=4x3",
                                       "--traffic.algorithm=oab-mesh-irc-corner",
                                       "--traffic.message_flits=6",
                                       "--router.vcs=2"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramResult result = run_flitcast(arguments, folder_.root());
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }
  std::string in_folder() const { return "cd '" + folder_.root() + "' && "; }

  TempFolder folder_;
};

/// Changes per variable, times and values, as fst2vcd and flitcast write them. fst2vcd fills a
/// number up to its width and puts a blank before a range.
std::map<std::string, std::vector<std::string>> changes(const std::string& text) {
  std::map<std::string, std::string> names;
  std::map<std::string, std::vector<std::string>> found;
  std::vector<std::string> scopes;
  std::istringstream in(text);
  std::string time;
  bool header = true;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string first, second, third, fourth, fifth;
    words >> first >> second >> third >> fourth >> fifth;
    if (header && first == "$scope") {
      scopes.push_back(third);
    } else if (header && first == "$upscope") {
      scopes.pop_back();
    } else if (header && first == "$var") {
      std::string name;
      for (const std::string& scope : scopes) {
        name += scope + ".";
      }
      names[fourth] = name + fifth;
    } else if (first == "$enddefinitions") {
      header = false;
    } else if (header || first[0] == '$') {
      continue;
    } else if (first[0] == '#') {
      time = first;
    } else {
      const bool scalar = second.empty();
      const std::string id = scalar ? first.substr(1) : second;
      std::string value = scalar ? first.substr(0, 1) : first.substr(1);
      if (first[0] == 'b') {
        value.erase(0, std::min(value.find_first_not_of('0'), value.size() - 1));
        value = value.find('z') == std::string::npos ? value : "z";
      }
      found[names.at(id)].push_back(time + " " + value);
    }
  }
  return found;
}

TEST_F(TraceTools, EveryChangeComesBackFromFst) {
  if (!installed("vcd2fst") || !installed("fst2vcd")) {
    GTEST_SKIP() << "vcd2fst and fst2vcd are not installed";
  }
  run({"--trace.vcd=x.vcd", "--trace.fst=y.fst"});
  ASSERT_EQ(shell(in_folder() + "vcd2fst x.vcd x.fst > log 2>&1"), 0) << folder_.read("log");
  ASSERT_EQ(shell(in_folder() + "fst2vcd x.fst > x.back && fst2vcd y.fst > y.back"), 0);
  const auto written = changes(folder_.read("x.vcd"));
  ASSERT_GT(written.size(), 500U);
  EXPECT_EQ(written.size(), Vcd(folder_.read("x.vcd")).variables().size());
  EXPECT_EQ(changes(folder_.read("x.back")), written);
  EXPECT_EQ(changes(folder_.read("y.back")), written);
}

TEST_F(TraceTools, AnFstAppearsAloneWithItsSaveFile) {
  if (!installed("vcd2fst")) {
    GTEST_SKIP() << "vcd2fst is not installed";
  }
  run({"--trace.fst=y.fst"});
  EXPECT_EQ(folder_.files(), (std::vector<std::string>{"y.fst", "y.gtkw"}));
}

/// Pixels of a colour in a binary PPM.
std::size_t pixels(const std::string& ppm, const std::string& colour) {
  std::size_t count = 0;
  for (std::size_t at = ppm.size() % 3; at + 3 <= ppm.size(); at += 3) {
    count += ppm.compare(at, 3, colour) == 0 ? 1 : 0;
  }
  return count;
}

TEST_F(TraceTools, GtkwaveDrawsTheSaveFile) {
  if (!installed("gtkwave") || !installed("xvfb-run") || !installed("import")) {
    GTEST_SKIP() << "gtkwave, xvfb-run and import (imagemagick) are not all installed";
  }
  run({"--trace.vcd=x.vcd", "--trace.around=message:1"});
  const std::string viewer =
      "gtkwave x.gtkw > log 2>&1 & viewer=$!; ready=0; "
      "for try in $(seq 30); do sleep 1; grep -q \"end time\" log && ready=$((ready + 1)); "
      "test $ready -ge 4 && break; done; import -window root -depth 8 x.ppm; kill $viewer";
  ASSERT_EQ(shell(in_folder() + "xvfb-run -a -s '-screen 0 1600x1000x24' sh -c '" + viewer + "'"),
            0);
  const std::string log = folder_.read("log");
  EXPECT_NE(log.find("[13000] start time."), std::string::npos) << log;
  EXPECT_NE(log.find("[29000] end time."), std::string::npos) << log;
  for (const char* complaint : {"rror", "arning", "WARN", "not found", "unable"}) {
    EXPECT_EQ(log.find(complaint), std::string::npos) << log;
  }
  const std::string picture = folder_.read("x.ppm");
  EXPECT_GT(pixels(picture, std::string("\x00\xFF\x00", 3)), 5000U);    // lines of waves
  EXPECT_GT(pixels(picture, std::string("\xFF\xFF\xFF", 3)), 2000U);    // values and names
  EXPECT_GT(pixels(picture, std::string("\x00\x00\x00", 3)), 200000U);  // their ground
}

}  // namespace
}  // namespace flitcast::test_trace_tools
