#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"

namespace flitcast {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

constexpr const char* kCells = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";

// The middle router has two links, the others one. Narrow, so that yosys is done soon.
constexpr const char* kLine =
    "[topology]\nkind = line\ndims = 3\n[router]\nbuffer_flits = 4\n[load]\nrate = 0.1\n";

/// The PATH as it was, when it goes.
class OtherPath {
 public:
  explicit OtherPath(const std::string& path) : before_(std::getenv("PATH")) {
    ::setenv("PATH", path.c_str(), 1);
  }
  ~OtherPath() { ::setenv("PATH", before_.c_str(), 1); }
  OtherPath(const OtherPath&) = delete;
  OtherPath& operator=(const OtherPath&) = delete;

 private:
  std::string before_;
};

class AreaCommand : public testing::Test {
 protected:
  AreaCommand() { folder_.write("line.ini", kLine); }

  ProgramResult area(const Words& options) const {
    Words words{"area", "line.ini", "--word-bits=8", "--cache=cache"};
    words.insert(words.end(), options.begin(), options.end());
    return run_flitcast(words, folder_.root());
  }
  Json json(Words options) const {
    options.emplace_back("--format=json");
    const ProgramResult result = area(options);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return Json::parse(result.out);
  }
  std::size_t kept() const { return TempFolderFiles(folder_.path("cache")); }
  /// A folder for a PATH: links to some of the programs that there are.
  std::string only(const Words& programs) const {
    const std::string path = folder_.path("bin");
    std::filesystem::create_directory(path);
    for (const std::string& program : programs) {
      std::filesystem::create_symlink("/usr/bin/" + program, path + "/" + program);
    }
    return path;
  }

  TempFolder folder_;

 private:
  static std::size_t TempFolderFiles(const std::string& path) {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path),
                                                  std::filesystem::directory_iterator()));
  }
};

// A slot holds 8 bits of a word, 4 of its kind and one of a route that nobody brings; the buffer of
// a local port has two of them.
TEST_F(AreaCommand, BuffersAreMostOfTheFlipFlopsAndDoubleWithTheirDepth) {
  const Json four = json({});
  const Json eight = json({"--router.buffer_flits=8"});
  const int slots = 4 * 2 + 2;
  EXPECT_GE(four["router"]["flip_flops"], slots * (8 + 4));
  EXPECT_LE(four["router"]["flip_flops"], 3 * slots * (8 + 4));
  const int more =
      eight["router"]["flip_flops"].get<int>() - four["router"]["flip_flops"].get<int>();
  EXPECT_GE(more, 4 * 2 * (8 + 4));
  EXPECT_LE(more, 4 * 2 * (8 + 4 + 1) + 2 * 5);  // counters and pointers get a bit longer
  EXPECT_GT(eight["router"]["gates"], four["router"]["gates"]);
  EXPECT_GE(four["router"]["cells"], four["router"]["flip_flops"]);
  // A flip-flop of these cells has the area of four NAND2.
  EXPECT_GE(four["router"]["gates"], 4 * four["router"]["flip_flops"].get<int>());
  EXPECT_GT(four["router"]["period_ns"], 0.5);
  EXPECT_LT(four["router"]["period_ns"], 50);
  EXPECT_EQ(four["routers"].size(), 2U);
  EXPECT_EQ(four["routers"][1]["links"], 1);
  EXPECT_LT(four["routers"][1]["flip_flops"], four["router"]["flip_flops"]);
  EXPECT_EQ(
      four["network"]["flip_flops"].get<int>(),
      four["router"]["flip_flops"].get<int>() + 2 * four["routers"][1]["flip_flops"].get<int>());
  EXPECT_EQ(kept(), 4U);
}

TEST_F(AreaCommand, WhatIsKeptIsNotSynthesizedAgain) {
  const Words ring{"--topology.kind=ring"};
  const std::string first = area(ring).out;
  EXPECT_EQ(kept(), 1U);
  folder_.write("bin-yosys", "#!/bin/sh\n[ \"$1\" = -V ] && exec /usr/bin/yosys -V\nexit 9\n");
  const std::string path = only({"sta"});
  std::filesystem::rename(folder_.path("bin-yosys"), path + "/yosys");
  std::filesystem::permissions(path + "/yosys", std::filesystem::perms::owner_all);
  const OtherPath other(path);
  const ProgramResult again = area(ring);
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(again.out, first);
  const ProgramResult deeper = area({"--topology.kind=ring", "--router.buffer_flits=5"});
  EXPECT_EQ(deeper.exit_code, 2);
  EXPECT_EQ(deeper.err, "flitcast: yosys: exit code 9: it said nothing\n");
  EXPECT_EQ(kept(), 1U);
}

TEST_F(AreaCommand, CellsOfOthersAreOthers) {
  const Words ring{"--topology.kind=ring"};
  const Json usual = json(ring);
  std::ifstream cells(kCells);
  folder_.write("own.lib", std::string(std::istreambuf_iterator<char>(cells), {}) + "\n");
  const Json own = json({"--topology.kind=ring", "--liberty=own.lib"});
  EXPECT_EQ(kept(), 2U);
  EXPECT_EQ(own["router"], usual["router"]);
  EXPECT_EQ(own["tools"]["liberty"], "own.lib");
  EXPECT_NE(own["tools"]["liberty_hash"], usual["tools"]["liberty_hash"]);
}

TEST_F(AreaCommand, WithoutYosysALineSaysWhatToInstall) {
  const OtherPath other(only({}));
  const ProgramResult result = area({});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err, "flitcast: area needs yosys: install the Debian package yosys\n");
  EXPECT_EQ(result.out, "");
}

TEST_F(AreaCommand, WithoutOpenStaEverythingButThePeriodIsTold) {
  const OtherPath other(only({"yosys", "berkeley-abc"}));
  const Json ring = json({"--topology.kind=ring"});
  EXPECT_TRUE(ring["router"]["period_ns"].is_null());
  EXPECT_GT(ring["router"]["gates"], 0);
  EXPECT_EQ(ring["missing"], Json{"no period without OpenSTA: install the Debian package opensta"});
}

TEST_F(AreaCommand, BadCellsAreOneLine) {
  folder_.write("bad.lib", "library (x) { }\n");
  for (const char* const file : {"bad.lib", "none.lib"}) {
    const ProgramResult result = area({std::string("--liberty=") + file});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_EQ(result.out, "");
  }
  EXPECT_FALSE(std::filesystem::exists(folder_.path("cache")));
}

TEST_F(AreaCommand, WhatTheHardwareDoesNotCoverIsNamed) {
  const ProgramResult result = area({"--link.duplex=half"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err.rfind("flitcast: link.duplex = half: ", 0), 0U) << result.err;
  EXPECT_EQ(area({"--word-bits=7"}).exit_code, 2);
}

}  // namespace
}  // namespace flitcast
