// The stories of configs/vcd/README.md: its commands print what it says they do, and the waveforms
// show what its text says they show.

#include <filesystem>

#include <gtest/gtest.h>

#include "tests/support/program/run_flitcast.h"
#include "tests/support/program/typed_commands.h"
#include "tests/support/vcd_parser.h"

namespace flitcast::test_vcd_stories {
namespace {

namespace fs = std::filesystem;

const std::string kRoot = FLITCAST_ROOT;

class VcdStories : public testing::Test {
 protected:
  std::string output_of(const std::string& command) const { return typing_.output_of(command); }
  Vcd traced(const std::string& name, int exit_code) const {
    const ProgramResult result =
        run_flitcast({"run", kRoot + "/configs/vcd/" + name + ".ini", "--trace.vcd=x.vcd"},
                     typing_.folder().root());
    EXPECT_EQ(result.exit_code, exit_code) << result.err;
    return Vcd(typing_.folder().read("x.vcd"));
  }

  TypingFolder typing_;
};

/// A signal has a value in all cycles from `first` to `last`, and not in those beside them.
void expect_from_to(const Vcd& vcd, const std::string& name, const std::string& value,
                    std::uint64_t first, std::uint64_t last) {
  const std::string signal = "tb.fabric." + name;
  EXPECT_NE(vcd.at(signal, (first - 1) * 1000), value) << name;
  for (std::uint64_t cycle = first; cycle <= last; ++cycle) {
    EXPECT_EQ(vcd.at(signal, cycle * 1000), value) << name << " in cycle " << cycle;
  }
  EXPECT_NE(vcd.at(signal, (last + 1) * 1000), value) << name;
}

/// A signal has a value from cycle `first` to the end, and not before.
void expect_from(const Vcd& vcd, const std::string& name, const std::string& value,
                 std::uint64_t first) {
  const Vcd::Change& last = vcd.variable("tb.fabric." + name).changes.back();
  EXPECT_EQ(last.value, value) << name;
  EXPECT_EQ(last.time, first * 1000) << name;
}

TEST_F(VcdStories, TheCommandsPrintWhatTheTextSays) {
  const std::vector<Typed> all = typed_in(whole_file(kRoot + "/configs/vcd/README.md"));
  ASSERT_GE(all.size(), 10U);
  for (const Typed& typed : all) {
    const std::string output = output_of(typed.command);
    EXPECT_EQ(difference(typed.printed, lines_of(output)), "") << "$ " << typed.command << '\n'
                                                               << output;
  }
}

TEST_F(VcdStories, EveryPictureIsOfAWaveformInTheText) {
  const std::string text = whole_file(kRoot + "/configs/vcd/README.md");
  std::set<std::string> pictures;
  for (const auto& file : fs::directory_iterator(kRoot + "/configs/vcd")) {
    if (file.path().extension() == ".png") {
      pictures.insert(file.path().stem().string());
      EXPECT_LT(file.file_size(), 60000U) << file.path();
    }
  }
  EXPECT_EQ(pictures, (std::set<std::string>{"circle", "irc-worm", "two-worms"}));
  for (const std::string& name : pictures) {
    EXPECT_NE(text.find("](" + name + ".png)"), std::string::npos) << name;
    EXPECT_NE(text.find(" --trace.vcd=" + name + ".vcd "), std::string::npos) << name;
  }
}

/// Router 1 to 4 takes its address off the worm and copies its words.
void expect_absorbing(const Vcd& vcd, std::uint64_t router) {
  const std::string name = "router_" + std::to_string(router);
  const std::string input = name + ".from_" + std::to_string(router - 1) + "_vc0.";
  const std::string next = std::to_string(router + 1);
  const std::string eject = name + ".eject_0.";
  const std::string link = name + ".to_" + next + ".";
  const std::uint64_t arrival = 1 + 2 * router;
  expect_from_to(vcd, input + "state", "absorbing", arrival, 10 + router);
  expect_from_to(vcd, input + "owner", "0", arrival, 10 + router);
  expect_from_to(vcd, input + "wanted", "eject_0", arrival, arrival);
  expect_from_to(vcd, input + "wanted", "to_" + next, arrival + 1, 10 + router);
  expect_from_to(vcd, eject + "kind", "head", arrival, arrival);
  expect_from_to(vcd, eject + "destination", std::to_string(router), arrival, arrival);
  expect_from_to(vcd, link + "kind", "head", arrival + 1, arrival + 1);
  expect_from_to(vcd, link + "destination", next, arrival + 1,
                 router == 4 ? 10 + router : arrival + 1);
  expect_from_to(vcd, link + "valid", "1", arrival + 1, 10 + router);
  expect_from_to(vcd, eject + "kind", "body", 7 + router, 9 + router);
  expect_from_to(vcd, link + "kind", "body", 7 + router, 9 + router);
  expect_from_to(vcd, eject + "kind", "tail", 10 + router, 10 + router);
  expect_from_to(vcd, link + "kind", "tail", 10 + router, 10 + router);
}

TEST_F(VcdStories, FourRoutersAbsorbOneWorm) {
  const Vcd vcd = traced("irc-worm", 0);
  for (std::uint64_t router = 1; router <= 4; ++router) {
    expect_absorbing(vcd, router);
  }
  expect_from_to(vcd, "router_5.from_4_vc0.state", "active", 11, 15);
}

TEST_F(VcdStories, TwoWormsTakeTurnsOnALink) {
  const Vcd vcd = traced("two-worms", 0);
  expect_from_to(vcd, "router_2.to_3.message", "2", 2, 8);
  expect_from_to(vcd, "router_2.to_3.kind", "tail", 8, 8);
  expect_from_to(vcd, "router_3.inject_0.state", "blocked_on_vc", 2, 8);
  expect_from_to(vcd, "router_3.inject_0.owner", "3", 2, 15);
  expect_from_to(vcd, "router_3.inject_0.wanted", "to_2", 2, 15);
  expect_from_to(vcd, "router_3.to_2.kind", "head", 9, 9);
  // How long it is blocked in the rounds, and that nothing else is.
  std::vector<std::uint64_t> waits;
  for (const Vcd::Variable& variable : vcd.variables()) {
    for (std::size_t i = 0; i < variable.changes.size(); ++i) {
      if (variable.changes[i].value.rfind("blocked", 0) == 0) {
        EXPECT_EQ(variable.name, "tb.fabric.router_3.inject_0.state");
        ASSERT_LT(i + 1, variable.changes.size());
        waits.push_back((variable.changes[i + 1].time - variable.changes[i].time) / 1000);
      }
    }
  }
  EXPECT_EQ(waits, (std::vector<std::uint64_t>{7, 5, 3}));
}

TEST_F(VcdStories, FourWormsWaitForEachOther) {
  const Vcd vcd = traced("deadlock", 3);
  struct Waiting {
    int router;
    int from;
    const char* head;  ///< of this worm stands here,
    const char* held;  ///< and wants what this one holds
  };
  for (const Waiting& at : {Waiting{1, 2, "42", "45"}, Waiting{7, 0, "45", "43"},
                            Waiting{5, 6, "43", "47"}, Waiting{3, 4, "47", "42"}}) {
    const std::string name = "tb.fabric.router_" + std::to_string(at.router);
    const std::string input = name + ".from_" + std::to_string(at.from) + "_vc0.";
    const std::string wanted = "to_" + std::to_string((at.router + 7) % 8);
    EXPECT_EQ(vcd.at(input + "state", 137000), "blocked_on_vc");
    EXPECT_EQ(vcd.at(input + "owner", 137000), at.head);
    EXPECT_EQ(vcd.at(input + "wanted", 137000), wanted);
    EXPECT_EQ(vcd.at(input + "credits", 137000), "0");
    EXPECT_EQ(vcd.at(name + ".inject_0.state", 137000), "blocked_on_credit");
    EXPECT_EQ(vcd.at(name + ".inject_0.owner", 137000), at.held);
    EXPECT_EQ(vcd.at(name + ".inject_0.wanted", 137000), wanted);
  }
  expect_from(vcd, "router_1.inject_0.owner", "45", 97);
  expect_from_to(vcd, "router_1.to_0.kind", "head", 97, 97);
  expect_from(vcd, "router_1.inject_0.state", "blocked_on_credit", 101);
  expect_from_to(vcd, "router_1.from_2_vc0.owner", "44", 98, 114);
  expect_from(vcd, "router_1.from_2_vc0.state", "blocked_on_vc", 115);
  expect_from(vcd, "router_1.from_2_vc0.owner", "42", 115);
  EXPECT_EQ(vcd.variable("tb.deadlock").changes.back().value, "1");
  EXPECT_EQ(vcd.variable("tb.deadlock").changes.back().time, 158000U);
}

// Where the circle stands still, its ports are in view nevertheless, and the others are not.
TEST_F(VcdStories, TheSaveFileShowsThePortsThatAreStuck) {
  EXPECT_EQ(output_of("tb/run configs/vcd/deadlock.ini --trace.vcd=x.vcd "
                      "'--trace.scope=*.router_1' --trace.window=137: > report 2>&1"),
            "");
  const std::string save = typing_.folder().read("x.gtkw");
  const std::size_t rest = save.find("-rest\n");
  ASSERT_NE(rest, std::string::npos) << save;
  for (const char* port : {"from_2_vc0.state", "from_2_vc0.owner", "inject_0.wanted"}) {
    EXPECT_LT(save.find(std::string("router_1.") + port), rest) << port;
  }
  for (const char* port : {"from_0_vc0.state", "to_0.kind", "eject_0.message"}) {
    const std::size_t at = save.find(std::string("router_1.") + port);
    EXPECT_NE(at, std::string::npos) << port;
    EXPECT_GT(at, rest) << port;
  }
}

TEST_F(VcdStories, RoundsThatDoNotOverlapDoNotDeadlock) {
  const ProgramResult result =
      run_flitcast({"run", kRoot + "/configs/vcd/deadlock.ini", "--traffic.sync=barrier",
                    "--expect.completion_cycles=184", "--expect.excess_cycles=0"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

}  // namespace
}  // namespace flitcast::test_vcd_stories
