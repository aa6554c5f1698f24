#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sqlite3.h>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/environment.h"
#include "tests/support/program/run_flitcast.h"
#include "tests/support/program/typed_commands.h"

namespace flitcast::test_area_command {
namespace {

/// A database that is there, to be read.
class Database {
 public:
  explicit Database(const std::string& file) {
    EXPECT_EQ(sqlite3_open_v2(file.c_str(), &database_, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK);
  }
  ~Database() { sqlite3_close(database_); }

  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  template <typename Act>
  void each(const char* sql, Act&& act) const {
    sqlite3_stmt* statement = nullptr;
    ASSERT_EQ(sqlite3_prepare_v2(database_, sql, -1, &statement, nullptr), SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW) {
      act(statement);
    }
    sqlite3_finalize(statement);
  }

 private:
  sqlite3* database_ = nullptr;
};

using Json = nlohmann::json;
using Words = std::vector<std::string>;

constexpr const char* kCells = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";

// Two routers with a link each, narrow, so that yosys is done soon.
constexpr const char* kPair =
    "[topology]\nkind = hypercube\ndims = 1\n[router]\nbuffer_flits = 4\n[load]\nrate = 0.1\n";

class AreaCommand : public testing::Test {
 protected:
  AreaCommand() { folder_.write("pair.ini", kPair); }

  ProgramResult area(const Words& options) const {
    Words words{"area", "pair.ini", "--word-bits=4", "--cache=cache"};
    words.insert(words.end(), options.begin(), options.end());
    return run_flitcast(words, folder_.root());
  }
  Json json(Words options) const {
    options.emplace_back("--format=json");
    const ProgramResult result = area(options);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return Json::parse(result.out);
  }
  std::ptrdiff_t kept() const {
    return std::distance(std::filesystem::directory_iterator(folder_.path("cache")),
                         std::filesystem::directory_iterator());
  }
  /// A folder for a PATH: links to some of the programs that there are.
  std::string only(const Words& programs) const {
    const std::filesystem::path bin = folder_.path("bin");
    std::filesystem::create_directory(bin);
    for (const std::string& program : programs) {
      std::filesystem::create_symlink("/usr/bin/" + program, bin / program);
    }
    return bin.string();
  }

  TempFolder folder_;
};

int number(const Json& area, const char* name) {
  return area["router"][name].get<int>();
}

// A slot holds 4 bits of a word and 4 of its kind; the buffer of the link has 4 slots, that of the
// node 2.
TEST_F(AreaCommand, BuffersAreMostOfTheFlipFlopsAndGrowWithTheirDepth) {
  constexpr int kSlot = 4 + 4;
  const Json four = json({});
  const Json eight = json({"--router.buffer_flits=8"});
  EXPECT_GE(number(four, "flip_flops"), 6 * kSlot);
  EXPECT_LE(number(four, "flip_flops"), 2 * 6 * kSlot);
  const int more = number(eight, "flip_flops") - number(four, "flip_flops");
  EXPECT_GE(more, 4 * kSlot);
  EXPECT_LE(more, 4 * kSlot + 4 + 8);  // whether slots have addresses; counters get a bit longer
  EXPECT_GE(number(four, "cells"), number(four, "flip_flops"));
  EXPECT_GE(number(four, "gates"), 4 * number(four, "flip_flops"));  // each of six NAND2 or so
  EXPECT_GT(eight["router"]["gates"], four["router"]["gates"]);
  EXPECT_GT(four["router"]["period_ns"], 1);
  EXPECT_LT(four["router"]["period_ns"], 10);
  EXPECT_EQ(four["network"]["flip_flops"], 2 * number(four, "flip_flops"));
  EXPECT_EQ(kept(), 2);
}

TEST_F(AreaCommand, RoutersAtTheEndsOfALineAreSmaller) {
  const Json line = json({"--topology.kind=line", "--topology.dims=3", "--router.buffer_flits=1"});
  ASSERT_EQ(line["routers"].size(), 2U);
  const Json& end = line["routers"][1];
  EXPECT_EQ(end["links"], 1);
  EXPECT_EQ(end["count"], 2);
  EXPECT_LE(end["flip_flops"].get<int>(), number(line, "flip_flops") - (4 + 4));
  EXPECT_EQ(line["network"]["flip_flops"],
            number(line, "flip_flops") + 2 * end["flip_flops"].get<int>());
}

TEST_F(AreaCommand, WhatIsKeptIsNotSynthesizedAgainButOthersCellsAre) {
  const std::string first = area({}).out;
  EXPECT_EQ(kept(), 1);
  std::ifstream cells(kCells);
  folder_.write("own.lib", std::string(std::istreambuf_iterator<char>(cells), {}) + "\n");
  const Json own = json({"--liberty=own.lib"});
  EXPECT_EQ(kept(), 2);
  EXPECT_EQ(own["tools"]["liberty"], "own.lib");

  const std::string path = only({"sta"});
  folder_.write("bin/yosys", "#!/bin/sh\n[ \"$1\" = -V ] && exec /usr/bin/yosys -V\nexit 9\n");
  std::filesystem::permissions(path + "/yosys", std::filesystem::perms::owner_all);
  const OtherVariable other("PATH", path);
  const ProgramResult again = area({});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(again.out, first);
  EXPECT_EQ(json({})["router"], own["router"]);  // the same cells
  const ProgramResult deeper = area({"--router.buffer_flits=5"});
  EXPECT_EQ(deeper.exit_code, 2);
  EXPECT_EQ(deeper.err, std::string("flitcast: cannot take the cells of ") + kCells +
                            ": yosys: exit code 9: it said nothing\n");
  EXPECT_EQ(kept(), 2);
}

// Messages of both sizes pass the same routers.
TEST_F(AreaCommand, SweepJoinsAreaAndTime) {
  folder_.write("sweep.ini",
                "[topology]\nkind = hypercube\ndims = 1\n[traffic]\nalgorithm = aas-hc-dex\n"
                "[sweep]\nlink.duplex = full, half\nmessage_flits = 1, 2\n");
  const ProgramResult sweep =
      run_flitcast({"sweep", "sweep.ini", "--out=points", "--area", "--word-bits=4",
                    "--cache=cache", "--router.buffer_flits=4"},
                   folder_.root());
  EXPECT_EQ(sweep.exit_code, 0) << sweep.err;
  EXPECT_EQ(kept(), 1);
  EXPECT_NE(sweep.out.find("1 router, 1 synthesized now: Yosys "), std::string::npos) << sweep.out;
  EXPECT_NE(sweep.out.find("only ratios between configurations"), std::string::npos) << sweep.out;
  EXPECT_NE(sweep.out.find("  no area  2 points, link.duplex = half: both "), std::string::npos)
      << sweep.out;
  const Json area = json({});
  EXPECT_EQ(kept(), 1);
  int covered = 0;
  Database(folder_.path("points/sweep.sqlite"))
      .each(
          "SELECT \"link.duplex\", completion_cycles, completion_ns, \"area.period_ns\", "
          "\"area.network_gates\", \"area.caveat\", \"area.word_bits\", "
          "\"area.lut4\" FROM points",
          [&](sqlite3_stmt* row) {
            if (std::string(reinterpret_cast<const char*>(sqlite3_column_text(row, 0))) == "half") {
              EXPECT_EQ(sqlite3_column_type(row, 2), SQLITE_NULL);
              EXPECT_EQ(sqlite3_column_type(row, 4), SQLITE_NULL);
              return;
            }
            ++covered;
            const double period = sqlite3_column_double(row, 3);
            EXPECT_EQ(period, area["router"]["period_ns"]);
            EXPECT_NEAR(sqlite3_column_double(row, 2), sqlite3_column_int(row, 1) * period, 1e-3);
            EXPECT_EQ(sqlite3_column_double(row, 4), area["network"]["gates"]);
            EXPECT_NE(sqlite3_column_type(row, 5), SQLITE_NULL);
            EXPECT_EQ(sqlite3_column_int(row, 6), 4);
            EXPECT_EQ(sqlite3_column_int(row, 7), number(area, "lut4"));
          });
  EXPECT_EQ(covered, 2);
}

TEST(AreaReadme, TheCommandPrintsWhatTheTextSays) {
  const TypingFolder typing;
  const OtherVariable cache("XDG_CACHE_HOME", typing.folder().root());
  const std::vector<Typed> all = typed_in(whole_file(FLITCAST_ROOT "/tb/area/README.md"));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(difference(all[0].printed, lines_of(typing.output_of(all[0].command))), "");
}

TEST_F(AreaCommand, WithoutYosysALineSaysWhatToInstall) {
  const OtherVariable other("PATH", only({}));
  const ProgramResult result = area({});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err, "flitcast: area needs yosys: install the Debian package yosys\n");
  EXPECT_EQ(result.out, "");
}

TEST_F(AreaCommand, WithoutAHomeItAsksForAFolder) {
  const OtherVariable home("HOME", std::nullopt);
  const OtherVariable cache("XDG_CACHE_HOME", std::nullopt);
  const ProgramResult result = run_flitcast({"area", "pair.ini"}, folder_.root());
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err, "flitcast: --cache: there is no HOME to keep results in; give a folder\n");
}

TEST_F(AreaCommand, WithoutOpenStaEverythingButThePeriodIsTold) {
  const OtherVariable other("PATH", only({"yosys", "berkeley-abc"}));
  const Json pair = json({});
  EXPECT_TRUE(pair["router"]["period_ns"].is_null());
  EXPECT_GT(pair["router"]["gates"], 0);
  EXPECT_EQ(pair["missing"], Json{"no period without OpenSTA: install the Debian package opensta"});
}

TEST_F(AreaCommand, BadCellsAreOneLineWithTheirFile) {
  folder_.write("bad.lib", "library (x) { }\n");
  folder_.write("junk.lib", "junk\n");
  folder_.write("empty.lib", "");
  for (const char* const file : {"bad.lib", "junk.lib", "empty.lib", "none.lib"}) {
    const ProgramResult result = area({std::string("--liberty=") + file});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_NE(result.err.find(file), std::string::npos) << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_EQ(result.out, "");
  }
  EXPECT_EQ(area({"--liberty=empty.lib"}).err,
            "flitcast: --liberty: empty.lib has no cells; give a liberty file of standard cells\n");
  EXPECT_FALSE(std::filesystem::exists(folder_.path("cache")));
}

/// With the shipped router of another style, and its wrapper, some text of which is replaced.
class UserArea : public AreaCommand {
 protected:
  void SetUp() override {
    if (!FLITCAST_HAS_RTL) {
      GTEST_SKIP() << "built without FLITCAST_RTL";
    }
    bring("wrapper.sv", "", "");
  }
  void bring(const std::string& name, const std::string& from, const std::string& to) const {
    const std::string folder = FLITCAST_ROOT "/configs/rtl/";
    folder_.write("handshake_router.sv", whole_file(folder + "handshake_router.sv"));
    std::string text = whole_file(folder + "handshake_wrapper.sv");
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos);
    folder_.write(name, text.replace(at, from.size(), to));
  }
  /// Four routers with two links each.
  ProgramResult square(Words options) const {
    options.insert(options.begin(),
                   {"area", "--topology.kind=mesh", "--topology.dims=2x2", "--load.rate=0.1",
                    "--router.vcs=1", "--word-bits=8", "--cache=cache", "--format=json"});
    return run_flitcast(options, folder_.root());
  }
  Json square_json(const Words& options) const {
    const ProgramResult result = square(options);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return Json::parse(result.out);
  }
};

// A slot holds 8 bits of a word, head and tail; two buffers have links, and the counters of slots
// and credits get a bit longer.
TEST_F(UserArea, IsThatOfSomebodysRouter) {
  const Words theirs{"--rtl.nodes=all", "--rtl.user=wrapper.sv"};
  const auto with = [&](Words words, const char* option) {
    words.emplace_back(option);
    return square_json(words);
  };
  const Json four = with(theirs, "--router.buffer_flits=4");
  const Json eight = with(theirs, "--router.buffer_flits=8");
  EXPECT_EQ(four["routers"][0]["wrapper"], "wrapper.sv");
  EXPECT_EQ(four["routers"][0]["count"], 4);
  const int more = number(eight, "flip_flops") - number(four, "flip_flops");
  EXPECT_GE(more, 2 * 4 * (8 + 2));
  EXPECT_LE(more, 2 * 4 * (8 + 2) + 2 * 6);
  const Json ours = square_json({"--router.buffer_flits=4"});
  EXPECT_TRUE(ours["routers"][0]["wrapper"].is_null());
  EXPECT_NE(number(ours, "flip_flops"), number(four, "flip_flops"));
  const Json one =
      square_json({"--rtl.nodes=0", "--rtl.user=wrapper.sv", "--router.buffer_flits=4"});
  ASSERT_EQ(one["routers"].size(), 2U);
  EXPECT_EQ(one["routers"][0]["count"], 1);
  EXPECT_EQ(one["router"], four["router"]);
  EXPECT_EQ(one["network"]["flip_flops"],
            number(four, "flip_flops") + 3 * number(ours, "flip_flops"));
}

TEST_F(UserArea, WhatYosysDoesNotTakeIsToldWithItsPlace) {
  const auto refused = [&](const std::string& wrapper) {
    const ProgramResult result = square({"--rtl.nodes=all", "--rtl.user=" + wrapper});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    return result.err;
  };
  bring("typing.sv", "localparam LOCAL_DEPTH", "localparam LOCAL DEPTH");
  const std::string typing = refused("typing.sv");
  const std::string text = folder_.read("typing.sv");
  const auto line =
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find("LOCAL DEPTH")),
                 '\n') +
      1;
  EXPECT_EQ(typing.rfind("flitcast: rtl.user: yosys does not take typing.sv: typing.sv:" +
                             std::to_string(line) + ": ERROR: ",
                         0),
            0U)
      << typing;
  bring("fixed.sv", "input  logic [WORD/2-1:0] ", "input  logic [31:0] ");
  EXPECT_EQ(refused("fixed.sv"),
            "flitcast: rtl.user: yosys does not take fixed.sv: pin strap_address of user_router "
            "has 32 bits, that of the contract 4; declare the parameter that it goes by, like WORD "
            "or INTERVAL_BITS\n");
}

TEST_F(AreaCommand, WhatTheHardwareDoesNotCoverIsNamed) {
  const ProgramResult result = area({"--link.duplex=half"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err.rfind("flitcast: link.duplex = half: ", 0), 0U) << result.err;
  const ProgramResult odd = run_flitcast({"area", "pair.ini", "--word-bits=7"}, folder_.root());
  EXPECT_EQ(odd.exit_code, 2);
  EXPECT_EQ(odd.err.rfind("flitcast: --word-bits: 7 is odd", 0), 0U) << odd.err;
}

}  // namespace
}  // namespace flitcast::test_area_command
