// Waveforms from the command line: what is in them. What is refused is in command_lines/trace.txt.

#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/program/messages_csv.h"
#include "tests/support/program/run_flitcast.h"
#include "tests/support/vcd_parser.h"

namespace flitcast::test_trace_keys {
namespace {

/// A broadcast over rows of a mesh: round 0 is one worm from node 0 down column 0, in round 1 each
/// of 0, 4 and 8 covers its row.
const std::vector<std::string> kBroadcast{"run", "--topology.kind=mesh", "--topology.dims=4x3",
                                          "--traffic.algorithm=oab-mesh-irc-corner",
                                          "--traffic.message_flits=6"};

class TracedBroadcast : public testing::Test {
 protected:
  ProgramResult flitcast(const std::vector<std::string>& more) {
    std::vector<std::string> arguments = kBroadcast;
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_flitcast(arguments, folder_.root());
  }
  void expect_refused(const std::vector<std::string>& more, const std::string& why) {
    const ProgramResult result = flitcast(more);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_NE(result.err.find(why), std::string::npos) << result.err;
    EXPECT_TRUE(folder_.files().empty()) << folder_.files().front();
  }

  TempFolder folder_;
};

class TraceKeys : public TracedBroadcast {
 protected:
  Vcd traced(std::vector<std::string> more) {
    more.emplace_back("--trace.vcd=x.vcd");
    const ProgramResult result = flitcast(more);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return Vcd(folder_.read("x.vcd"));
  }
};

std::set<std::string> modules(const Vcd& vcd) {
  std::set<std::string> names;
  for (const Vcd::Variable& variable : vcd.variables()) {
    const std::string fabric = "tb.fabric.";
    if (variable.name.rfind(fabric, 0) == 0) {
      const std::string rest = variable.name.substr(fabric.size());
      names.insert(rest.substr(0, rest.find('.')));
    }
  }
  return names;
}

using Names = std::set<std::string>;

// Issued at 0; t_s = 4, t_d = t_m = 1. The worm has two addresses and six words. Its first address
// enters the injection channel at 1, stands in router 0 at 2 and takes the link to 4 there, is in
// router 4 at 3, which takes it off. The second address is there at 4 and goes on at once, words
// behind it to the tail at 4 + 6 = 10.
TEST_F(TraceKeys, ShowAWormAtTheCyclesOfTheTimingContract) {
  const Vcd vcd = traced({});
  const auto at = [&](const std::string& name, std::uint64_t cycle) {
    return vcd.at("tb.fabric." + name, cycle * 1000);
  };
  EXPECT_EQ(at("ni_0.send_0.state", 0), "startup");
  EXPECT_EQ(at("ni_0.send_0.state", 1), "sending");
  EXPECT_EQ(at("ni_0.send_0.kind", 1), "head");
  EXPECT_EQ(at("ni_0.send_0.kind", 2), "address");
  EXPECT_EQ(at("ni_0.send_0.kind", 3), "body");
  EXPECT_EQ(at("ni_0.send_0.kind", 8), "tail");
  EXPECT_EQ(at("ni_0.send_0.valid", 9), "0");
  EXPECT_EQ(at("router_0.inject_0.state", 1), "idle");
  EXPECT_EQ(at("router_0.inject_0.state", 2), "active");
  EXPECT_EQ(at("router_0.inject_0.wanted", 2), "to_4");
  EXPECT_EQ(at("router_0.to_4.valid", 1), "0");
  EXPECT_EQ(at("router_0.to_4.kind", 2), "head");
  EXPECT_EQ(at("router_0.to_4.destination", 2), "4");
  EXPECT_EQ(at("router_0.to_4.destination", 3), "8");
  EXPECT_EQ(at("router_0.to_4.kind", 9), "tail");
  EXPECT_EQ(at("router_0.to_4.message", 10), "z");
  EXPECT_EQ(at("router_0.inject_0.state", 10), "idle");
  EXPECT_EQ(at("router_4.from_0_vc0.state", 2), "idle");
  EXPECT_EQ(at("router_4.from_0_vc0.state", 3), "absorbing");
  EXPECT_EQ(at("router_4.from_0_vc0.wanted", 3), "eject_0");
  EXPECT_EQ(at("router_4.from_0_vc0.wanted", 4), "to_8");
  EXPECT_EQ(at("router_4.from_0_vc0.owner", 10), "0");
  EXPECT_EQ(at("router_4.from_0_vc0.state", 11), "idle");
  EXPECT_EQ(at("router_4.eject_0.kind", 3), "head");
  EXPECT_EQ(at("router_4.eject_0.kind", 10), "tail");
  EXPECT_EQ(at("router_4.to_8.kind", 4), "head");
  EXPECT_EQ(at("ni_4.receive_0.state", 4), "receiving");
  EXPECT_EQ(at("ni_4.receive_0.state", 11), "receiving");
  EXPECT_EQ(at("ni_4.receive_0.state", 12), "idle");
  EXPECT_EQ(vcd.at("tb.round", 12000), "0");
  EXPECT_EQ(vcd.at("tb.round", 13000), "1");
}

TEST_F(TraceKeys, AScopeLimitsTheModules) {
  EXPECT_EQ(modules(traced({"--trace.scope=tb.fabric.router_1*,*.ni_[03]"})),
            (Names{"router_1", "router_10", "router_11", "ni_0", "ni_3"}));
}

TEST_F(TraceKeys, AScopeDoesNotChangeWhatIsSeen) {
  const Vcd whole = traced({});
  const Vcd part = traced({"--trace.scope=*.router_4,*.ni_6"});
  for (const Vcd::Variable& variable : part.variables()) {
    if (variable.name.rfind("tb.fabric", 0) != 0) {
      continue;
    }
    const auto& expected = whole.variable(variable.name).changes;
    ASSERT_EQ(variable.changes.size(), expected.size()) << variable.name;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(variable.changes[i].time, expected[i].time) << variable.name;
      EXPECT_EQ(variable.changes[i].value, expected[i].value) << variable.name;
    }
  }
}

// Message 1 goes from node 0 along row 0; issued at 13, its last word is in node 3 at 28.
TEST_F(TraceKeys, AroundAMessageAreItsCyclesAndItsPath) {
  const Vcd vcd = traced({"--trace.around=message:1"});
  EXPECT_EQ(modules(vcd), (Names{"router_0", "router_1", "router_2", "router_3", "ni_0", "ni_1",
                                 "ni_2", "ni_3"}));
  EXPECT_EQ(vcd.first_time(), 13000U);
  EXPECT_EQ(vcd.last_time(), 29000U);
  EXPECT_EQ(vcd.at("tb.fabric.ni_0.send_0.state", 13000), "startup");
  EXPECT_EQ(vcd.at("tb.fabric.ni_3.receive_0.state", 27000), "receiving");
  EXPECT_EQ(vcd.at("tb.fabric.ni_3.receive_0.state", 28000), "idle");
}

TEST_F(TraceKeys, AroundARoundAreItsCyclesAndThePathsOfItsMessages) {
  const Vcd vcd = traced({"--trace.around=round:0"});
  EXPECT_EQ(modules(vcd), (Names{"router_0", "router_4", "router_8", "ni_0", "ni_4", "ni_8"}));
  EXPECT_EQ(vcd.first_time(), 0U);
  EXPECT_EQ(vcd.last_time(), 14000U);
}

// Exchanges on a ring of 8 whose rounds overlap: issue and arrival are those of the messages CSV.
TEST_F(TraceKeys, AroundWorksWhereRoundsOverlap) {
  const std::vector<std::string> run{"run",
                                     "--topology.kind=ring",
                                     "--topology.dims=8",
                                     "--traffic.algorithm=aas-ring-dex",
                                     "--traffic.message_flits=16",
                                     "--traffic.sync=dataflow",
                                     "--output.messages=m.csv",
                                     "--trace.vcd=x.vcd"};
  const auto around = [&](const std::string& target) {
    std::vector<std::string> arguments = run;
    arguments.push_back("--trace.around=" + target);
    EXPECT_EQ(run_flitcast(arguments, folder_.root()).exit_code, 0);
    return Vcd(folder_.read("x.vcd"));
  };
  const Vcd message = around("message:42");
  const Vcd round = around("round:3");
  std::uint64_t issued = 0;
  std::uint64_t arrived = 0;
  std::uint64_t round_issued = UINT64_MAX;
  std::uint64_t round_arrived = 0;
  for (const CsvRow& row : read_messages(folder_.read("m.csv"))) {
    if (row.id == "42") {
      issued = static_cast<std::uint64_t>(row.issued);
      arrived = static_cast<std::uint64_t>(row.tail_arrived);
    }
    if (row.round == "3") {
      round_issued = std::min(round_issued, static_cast<std::uint64_t>(row.issued));
      round_arrived = std::max(round_arrived, static_cast<std::uint64_t>(row.tail_arrived));
    }
  }
  ASSERT_GT(arrived, 0U);
  EXPECT_EQ(message.first_time(), issued * 1000);
  EXPECT_EQ(message.last_time(), (arrived + 1) * 1000);
  EXPECT_EQ(round.first_time(), round_issued * 1000);
  EXPECT_EQ(round.last_time(), (round_arrived + 1) * 1000);
}

// Channels as slow as five cycles a flit still carry tails of round 0 when round 1 begins.
TEST_F(TraceKeys, WhatIsAroundARoundIsASliceOfTheWholeWaveform) {
  const std::vector<std::string> slow{"--link.cycles_per_flit=5", "--ni.startup=3"};
  const Vcd whole = traced(slow);
  for (const char* target : {"round:0", "round:1", "message:0", "message:2"}) {
    std::vector<std::string> around = slow;
    around.push_back(std::string("--trace.around=") + target);
    const Vcd part = traced(around);
    ASSERT_LT(part.first_time(), part.last_time());
    for (const Vcd::Variable& variable : part.variables()) {
      for (std::uint64_t time = part.first_time(); time < part.last_time(); time += 1000) {
        if (variable.name != "tb.cycle") {  // written with changes only
          ASSERT_EQ(part.at(variable.name, time), whole.at(variable.name, time))
              << target << ": " << variable.name << " at " << time;
        }
      }
    }
  }
}

// Nothing moves behind cycle 287; what stands there can be looked at all the same.
TEST_F(TraceKeys, AWindowMayBeginWhereARunStandsStill) {
  const ProgramResult result = run_flitcast(
      {"run", "--topology.kind=ring", "--topology.dims=8", "--traffic.algorithm=aas-ring-dex",
       "--traffic.message_flits=16", "--traffic.sync=dataflow", "--router.vcs=1",
       "--run.allow_deadlock=on", "--trace.vcd=x.vcd", "--trace.window=1000:"},
      folder_.root());
  EXPECT_EQ(result.exit_code, 3);
  const Vcd vcd(folder_.read("x.vcd"));
  EXPECT_EQ(vcd.first_time(), 1'000'000U);
  EXPECT_EQ(vcd.at("tb.fabric.router_1.from_2_vc0.state", 1'000'000), "blocked_on_vc");
  EXPECT_EQ(vcd.at("tb.fabric.router_1.from_2_vc0.owner", 1'000'000), "42");
  EXPECT_EQ(vcd.variable("tb.deadlock").changes.back().value, "1");
}

TEST_F(TraceKeys, AScopeNarrowsWhatIsAroundAMessage) {
  EXPECT_EQ(modules(traced({"--trace.around=message:1", "--trace.scope=*.router_*"})),
            (Names{"router_0", "router_1", "router_2", "router_3"}));
}

TEST_F(TraceKeys, TheSaveFileShowsEverySignal) {
  const Vcd vcd = traced({});
  EXPECT_EQ(folder_.files(), (std::vector<std::string>{"x.gtkw", "x.vcd"}));
  std::set<std::string> shown;
  std::istringstream save(folder_.read("x.gtkw"));
  for (std::string line; std::getline(save, line);) {
    if (line.rfind("+{", 0) == 0) {
      shown.insert(line.substr(line.find("} ") + 2));
    }
  }
  std::set<std::string> declared;
  for (const Vcd::Variable& variable : vcd.variables()) {
    const std::string range =
        variable.width > 1 ? "[" + std::to_string(variable.width - 1) + ":0]" : "";
    declared.insert(variable.name + range);
  }
  EXPECT_EQ(shown, declared);
}

}  // namespace
}  // namespace flitcast::test_trace_keys
