#include <filesystem>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program/shipped_configs.h"
#include "tests/support/program/sweep_runs.h"

namespace flitcast::test_load_command {
namespace {

using Json = nlohmann::ordered_json;

const char* const kRing =
    "[topology]\nkind = ring\ndims = 4\n[router]\nbuffer_flits = 4\n"
    "[load]\npattern = uniform\nrate = 0.1\nprecision = 0.1\nsizes = 2\n";

/// Loads in a folder of their own.
class LoadCommand : public testing::Test {
 protected:
  LoadCommand() { folder_.write("ring.ini", kRing); }

  ProgramResult flitcast(const Words& words) const { return run_flitcast(words, folder_.root()); }
  ProgramResult load(const std::string& out, const Words& options = {}) const {
    Words words{"load", "ring.ini", "--out", out};
    words.insert(words.end(), options.begin(), options.end());
    return flitcast(words);
  }
  void refused(const Words& words, const std::string& message) const {
    const ProgramResult result = flitcast(words);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.err, "flitcast: " + message + "\n");
    EXPECT_EQ(result.out, "");
  }
  Json json(const std::string& file) const { return Json::parse(folder_.read(file)); }
  std::size_t results(const std::string& out) const {
    const std::filesystem::directory_iterator files(folder_.path(out + "/results"));
    return static_cast<std::size_t>(std::distance(begin(files), end(files)));
  }
  const TempFolder& folder() const { return folder_; }

 private:
  TempFolder folder_;
};

// A packet of 2 flits over h links takes 3 + h + 1 cycles; on a ring of 4, self-sends included, h
// is 1 on average.
TEST_F(LoadCommand, ARunTellsAndWritesOnePoint) {
  const ProgramResult run = flitcast({"run", "ring.ini", "--output.json=a.json"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(contains(run.out, "uniform at 0.1 flits per node and cycle on ring 4, 4 nodes"));
  EXPECT_TRUE(contains(run.out, "settled")) << run.out;
  const Json result = json("a.json");
  EXPECT_EQ(result["schema"], "flitcast.load/1");
  EXPECT_EQ(result["theory"]["zero_load"], 5.0);
  EXPECT_EQ(result["verdict"], "settled");
  const Json& account = result["account"];
  EXPECT_EQ(account["created_flits"], account["delivered_flits"]);
  EXPECT_EQ(account["created_packets"].get<int>() * 2, account["created_flits"].get<int>());
}

const char* const kMulticasts =
    "[topology]\nkind = line\ndims = 4\n[router]\nirc = on\n"
    "[load]\npattern = uniform\nrate = 0.2\nmulticast = 4\nprecision = 0.1\n";

// Worms that have left copies at nodes 1 and 2 wait for each other's receive ports.
TEST_F(LoadCommand, MulticastsThatMayDeadlockAreRefusedUnlessAllowed) {
  folder().write("m.ini", kMulticasts);
  const std::string danger =
      "may deadlock: packets can wait for each other along "
      "1->2->[receive at 2]->1->[receive at 1]";
  for (const char* command : {"run", "check"}) {
    refused({command, "m.ini"}, "m.ini:9: load.multicast: " + danger +
                                    "; give router.ports = all, or router.switching = cut_through, "
                                    "or run.allow_deadlock = on plays it anyway");
  }
  const ProgramResult stuck =
      flitcast({"run", "m.ini", "--run.allow_deadlock=on", "--load.rate=0.9"});
  EXPECT_EQ(stuck.exit_code, 3);
  EXPECT_TRUE(contains(stuck.out, "note: " + danger)) << stuck.out;
}

TEST_F(LoadCommand, MulticastsThatCannotDeadlockArePlayed) {
  folder().write("m.ini", kMulticasts);
  for (const char* cure : {"--router.ports=all", "--router.switching=cut_through"}) {
    const ProgramResult run = flitcast({"run", "m.ini", cure, "--load.rate=0.9"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_TRUE(contains(run.out, "packets of 5 flits to 4 destinations")) << run.out;
  }
}

TEST_F(LoadCommand, AnUnsettledRunSaysWhatWouldSettleIt) {
  const ProgramResult run =
      flitcast({"run", "ring.ini", "--load.precision=0.001", "--load.most_packets=20000"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_TRUE(contains(run.out,
                       "load.most_packets were over; it would take about "
                       "load.most_packets = "))
      << run.out;
  EXPECT_TRUE(contains(run.out, ", or load.precision = 0.0")) << run.out;
}

// The network would be told to be steady only after more.
TEST_F(LoadCommand, ARunThatIsCutShortSaysWhereItWas) {
  const ProgramResult run = flitcast({"run", "ring.ini", "--run.max_cycles=500"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_TRUE(contains(run.out, "unsettled: the run was given up at cycle 500 while warming up"))
      << run.out;
  EXPECT_TRUE(contains(run.out, "flits per node and cycle, without an interval")) << run.out;
}

TEST_F(LoadCommand, ARunThatIsCutShortHasMeasuredToItsLastCycle) {
  const auto cut_short = [this](const char* warm_up) {
    const ProgramResult run =
        flitcast({"run", "ring.ini", "--run.max_cycles=500", "--load.precision=0.0001", warm_up,
                  "--output.json=cut.json"});
    EXPECT_EQ(run.exit_code, 3);
    return json("cut.json");
  };
  const Json measured = cut_short("--load.warm_up=100");
  EXPECT_EQ(measured["measured_from"], 100);
  EXPECT_EQ(measured["measured_to"], 501);
  EXPECT_EQ(measured["batches"].back()["to"], 501);
  EXPECT_GT(measured["accepted"]["mean"], 0.0);
  const Json nothing = cut_short("--load.warm_up=1000");
  EXPECT_EQ(nothing["measured_to"], nothing["measured_from"]);
  EXPECT_TRUE(nothing["offered"].is_null());
  EXPECT_TRUE(nothing["accepted"]["mean"].is_null());
  for (const auto& [name, value] : nothing["latency"].items()) {
    EXPECT_TRUE(value.is_null()) << name;
  }
}

// Its traffic has not begun.
TEST_F(LoadCommand, AScheduleThatIsCutShortBeforeItsTrafficSaysNothingOfThat) {
  const ProgramResult run = flitcast({"run", "ring.ini", "--traffic.algorithm=aas-ring-allport",
                                      "--run.max_cycles=5", "--output.json=cut.json"});
  EXPECT_EQ(run.exit_code, 3) << run.err;
  const Json background = json("cut.json")["background"];
  for (const char* name : {"traffic_from", "schedule_from", "verdict", "offered", "accepted"}) {
    EXPECT_TRUE(background[name].is_null()) << name;
  }
}

TEST_F(LoadCommand, ATraceIsSettledWhenAllOfItWasPlayed) {
  folder().write("t.csv", "0,0,1,3\n50,1,2,2\n");
  const Words words{"run",
                    "ring.ini",
                    "--load.pattern=trace",
                    "--load.pattern_file=t.csv",
                    "--output.json=t.json",
                    "--load.most_cycles=10"};
  const ProgramResult whole = flitcast(words);
  EXPECT_EQ(whole.exit_code, 0) << whole.err;
  EXPECT_TRUE(contains(whole.out, "settled: the trace was played to its end")) << whole.out;
  for (const char* key : {"load.precision", "load.most_cycles"}) {
    EXPECT_TRUE(contains(whole.out, std::string("note: ") + key +
                                        " has no effect on a trace, which is played to its end"))
        << whole.out;
  }
  EXPECT_EQ(json("t.json")["verdict"], "settled");
  Words cut = words;
  cut.emplace_back("--run.max_cycles=20");
  const ProgramResult part = flitcast(cut);
  EXPECT_EQ(part.exit_code, 3);
  EXPECT_TRUE(contains(part.out, "unsettled: the run was given up at cycle 20")) << part.out;
  EXPECT_EQ(json("t.json")["verdict"], "unsettled");
}

TEST_F(LoadCommand, ARoundTripIsKnownWhereThereAreReplies) {
  EXPECT_EQ(flitcast({"run", "ring.ini", "--output.json=a.json"}).exit_code, 0);
  EXPECT_TRUE(json("a.json")["round_trip"].is_null());
  EXPECT_EQ(flitcast({"run", "ring.ini", "--load.reply_flits=2", "--output.json=b.json"}).exit_code,
            0);
  EXPECT_GE(json("b.json")["round_trip"], 10.0);  // 5 each way without load
  EXPECT_EQ(flitcast({"diff", "a.json", "a.json"}).exit_code, 0);
}

TEST_F(LoadCommand, AResultIsRepeatedByteForByte) {
  EXPECT_EQ(flitcast({"run", "ring.ini", "--output.json=a.json"}).exit_code, 0);
  EXPECT_EQ(flitcast({"run", "a.json", "--output.json=b.json"}).exit_code, 0);
  EXPECT_EQ(reproducible(folder().read("a.json")), reproducible(folder().read("b.json")));
  EXPECT_EQ(flitcast({"diff", "a.json", "b.json"}).exit_code, 0);
}

TEST_F(LoadCommand, CheckTellsTheoryAndTheProofAndResolvesToTheSameRun) {
  const ProgramResult check = flitcast({"check", "ring.ini"});
  EXPECT_EQ(check.exit_code, 0) << check.err;
  EXPECT_TRUE(contains(check.out, "zero load")) << check.out;
  EXPECT_TRUE(contains(check.out, "deadlock   impossible")) << check.out;
  folder().write("b.ini", flitcast({"check", "ring.ini", "--resolved"}).out);
  EXPECT_EQ(flitcast({"run", "ring.ini", "--output.json=a.json"}).exit_code, 0);
  EXPECT_EQ(flitcast({"run", "b.ini", "--output.json=b.json"}).exit_code, 0);
  EXPECT_EQ(reproducible(folder().read("a.json")), reproducible(folder().read("b.json")));
}

TEST_F(LoadCommand, BadKeysAreToldWithTheirPlaceAndWhatWouldBeRight) {
  refused({"run", "ring.ini", "--load.rate=1.5"},
          "--load.rate: \"1.5\" is out of range; give 0.0001 to 1 flits per node and cycle");
  folder().write("bad.ini", std::string(kRing) + "injection = bursty\npeak_rate = 0.05\n");
  refused({"run", "bad.ini"},
          "bad.ini:12: load.peak_rate: 0.05 is less than load.rate, 0.1, which it is to reach on "
          "average; give 0.1 to 1");
  refused({"run", "ring.ini", "--load.pattern=permutation"},
          "ring.ini: load.pattern_file: is missing; give the name of a file, which load.pattern = "
          "permutation needs");
  refused({"run", "ring.ini", "--load.pattern=hotspot"},
          "ring.ini: load.hotspots: is missing; give a list of nodes, like 0,5");
  refused({"run", "ring.ini", "--load.multicast=2"},
          "--load.multicast: more than one destination needs intermediate reception; give "
          "router.irc = on");
  refused(
      {"run", "ring.ini", "--traffic.shift=1"},
      "ring.ini: traffic.algorithm: is missing; give an id of flitcast list, like aas-hc-dex, or "
      "a file with a schedule as traffic.schedule, or leave [traffic] out, so that random "
      "traffic is alone");
  refused({"run", "ring.ini", "--traffic.algorithm=aas-ring-allport", "--trace.vcd=w.vcd",
           "--trace.around=round:0"},
          "--trace.around: chooses by messages and rounds, which are played twice where there is "
          "load, too; give trace.window");
  refused(
      {"load", "ring.ini", "--traffic.algorithm=aas-ring-allport", "--out=curve"},
      "ring.ini: plays a schedule, too, and a curve is of random traffic alone; leave [traffic] "
      "out, or give it to flitcast sweep with sweep.load.rate");
  refused({"run", "ring.ini", "--output.messages=m.csv"},
          "--output.messages: is for schedules; load has no such file, leave the key out");
  refused({"show", "ring.ini"},
          "ring.ini:7: load.pattern: random traffic has no schedule to look at; give flitcast run, "
          "check or load");
}

TEST_F(LoadCommand, FilesOfPatternsAreReadAndBlamedByLine) {
  folder().write("t.csv", "0,0,1,3\n5,1,2\n");
  const ProgramResult broken =
      flitcast({"run", "ring.ini", "--load.pattern=trace", "--load.pattern_file=t.csv"});
  EXPECT_EQ(broken.exit_code, 2);
  EXPECT_TRUE(contains(broken.err, "--load.pattern_file: t.csv:2: ")) << broken.err;
  folder().write("t.csv", "0,0,1,3\n50,1,2,2\n");
  const ProgramResult good =
      flitcast({"run", "ring.ini", "--load.pattern=trace", "--load.pattern_file=t.csv",
                "--load.warm_up=0", "--output.json=t.json"});
  EXPECT_EQ(good.exit_code, 0) << good.err;
  EXPECT_EQ(json("t.json")["account"]["delivered_flits"], 5);
}

TEST_F(LoadCommand, KeysWithoutEffectAreTold) {
  const ProgramResult run = flitcast({"run", "ring.ini", "--load.burst_cycles=9"});
  EXPECT_TRUE(contains(run.out,
                       "note: load.burst_cycles has no effect on injection that is not "
                       "bursty"))
      << run.out;
}

TEST_F(LoadCommand, DrawsACurveToSaturation) {
  const ProgramResult result = load("out");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  const Json curve = json("out/load.json")["curves"][0];
  EXPECT_EQ(curve["name"], "ring.ini");
  EXPECT_EQ(curve["zero_load"], 5.0);
  const double stable = curve["saturation"]["stable_up_to"];
  const double saturated = curve["saturation"]["saturated_from"];
  EXPECT_LT(stable, saturated);
  EXPECT_LE(saturated - stable, 0.01 * saturated);
  const Table table = parsed(folder().read("out/load.csv"));
  EXPECT_EQ(table[0][0], "curve");
  EXPECT_GE(table.size(), 13U);
  EXPECT_EQ(curve["points"].size(), table.size() - 1);
  double before = 0;
  for (const std::string& rate : column(table, "load.rate")) {
    EXPECT_GT(std::stod(rate), before);
    before = std::stod(rate);
  }
  EXPECT_EQ(column(table, "status"), Words(table.size() - 1, "done"));
  EXPECT_EQ(column(table, "saturated").front(), "no");
  EXPECT_EQ(column(table, "saturated").back(), "yes");
  EXPECT_TRUE(contains(result.out, "saturation  stable up to")) << result.out;
  EXPECT_TRUE(contains(result.out, "beyond saturation latencies are of the time of a run"));
  EXPECT_EQ(column(table, "latency.half_width").back(), "") << "of the last, which is saturated";
  EXPECT_NE(column(table, "latency.half_width").front(), "");
}

TEST_F(LoadCommand, LeavesOutCurvesThatCannotBeDrawnWhenTold) {
  const Words options{"--sweep.ports=1, 3", "--rates=0.1"};
  const ProgramResult refused = load("a", options);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(contains(refused.err, "3 is more than a node of a ring 4 has links")) << refused.err;
  Words skipping = options;
  skipping.emplace_back("--sweep.skip=unfit");
  const ProgramResult result = load("a", skipping);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(contains(result.err, "note: skipped: 1 point, router.ports = 3: ")) << result.err;
  EXPECT_EQ(json("a/load.json")["curves"].size(), 1U);
}

TEST_F(LoadCommand, GoesOnWhereItWasInterruptedWithTheSameTables) {
  EXPECT_EQ(load("a", {"--rates=0.1..0.3 +0.1", "--jobs=1"}).exit_code, 0);
  EXPECT_EQ(load("b", {"--rates=0.2"}).exit_code, 0);
  const ProgramResult more = load("b", {"--rates=0.1..0.3 +0.1", "--jobs=3"});
  EXPECT_TRUE(contains(more.out, "2 points run")) << more.out;
  EXPECT_TRUE(contains(more.out, "1 were there")) << more.out;
  for (const char* file : {"/load.csv", "/load.sqlite", "/load.json"}) {
    EXPECT_EQ(folder().read(std::string("a") + file), folder().read(std::string("b") + file));
  }
  const std::string point = json("b/load.json")["curves"][0]["points"][1];
  folder().write("b/results/" + point + ".json", "{}");
  const ProgramResult again = load("b", {"--rates=0.1..0.3 +0.1"});
  EXPECT_TRUE(contains(again.out, "1 point run")) << again.out;
  EXPECT_TRUE(contains(again.err, "runs again")) << again.err;
  EXPECT_EQ(folder().read("a/load.csv"), folder().read("b/load.csv"));
}

TEST_F(LoadCommand, SweptKeysAndSeveralConfigurationsAreSeveralCurves) {
  folder().write("line.ini", "[topology]\nkind = line\ndims = 3\n[load]\nprecision = 0.1\n");
  const ProgramResult result = flitcast(
      {"load", "ring.ini", "line.ini", "--out=out", "--rates=0.1", "--sweep.load.sizes=1,4"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  Words names;
  const Json curves = json("out/load.json");
  for (const Json& curve : curves["curves"]) {
    names.push_back(curve["name"]);
  }
  EXPECT_EQ(names, (Words{"ring.ini: load.sizes = 1", "ring.ini: load.sizes = 4",
                          "line.ini: load.sizes = 1", "line.ini: load.sizes = 4"}));
  EXPECT_EQ(results("out"), 4U);
  EXPECT_TRUE(contains(result.out,
                       "curve                     zero load   bound  stable up to  saturated from\n"
                       "ring.ini: load.sizes = 1 "))
      << result.out;
}

TEST_F(LoadCommand, RefusesWhatItCannotDraw) {
  refused({"load", "ring.ini"}, "load needs a folder for its results; give --out=DIR");
  refused({"load", "ring.ini", "--out=o", "--rates=0.5..1.5 +0.5"},
          "--rates: \"1.5\" is out of range; give 0 to 1");
  refused({"load", "ring.ini", "--out=o", "--rates=0.1", "--points=5"},
          "--points: is for rates that are chosen here; leave out --rates, or this");
  folder().write("x.ini", "[topology]\nkind = ring\ndims = 4\n[traffic]\nalgorithm = aab-ring\n");
  refused({"load", "x.ini", "--out=o"},
          "x.ini: plays no random traffic; give it a section [load], with pattern = uniform");
  folder().write("t.csv", "0,0,1,3\n");
  refused({"load", "ring.ini", "--out=o", "--load.pattern=trace", "--load.pattern_file=t.csv"},
          "--load.pattern: a trace has a rate of its own; give it to flitcast run");
  for (const char* key : {"--sweep.rate", "--sweep.load.rate"}) {
    refused({"load", "ring.ini", "--out=o", std::string(key) + "=0.1,0.2", "--rates=0.05"},
            std::string(key) + ": a curve goes over all rates by itself; give --rates");
  }
  refused({"load", "ring.ini", "--out=o", "--load.rate=0.2"},
          "--load.rate: a curve goes over all rates by itself; give --rates");
  for (const char* key : {"--trace.vcd", "--output.links", "--expect.verdict"}) {
    refused({"load", "ring.ini", "--out=o", std::string(key) + "=settled"},
            std::string(key) + ": is of one run, and a curve has many; give it to flitcast run");
  }
  refused({"load", "ring.ini", "--out=o", "--rates=0.1,0.5", "--load.injection=bursty",
           "--load.peak_rate=0.4"},
          "--rates: 0.5 is more than nodes can send in ring.ini; give up to 0.4");
  EXPECT_FALSE(std::filesystem::exists(folder().path("o")));
}

TEST_F(LoadCommand, ASweepOverTheRateIsASweep) {
  const ProgramResult result =
      flitcast({"sweep", "ring.ini", "--out=out", "--sweep.rate=0.05..0.15 +0.05"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const Table table = parsed(folder().read("out/sweep.csv"));
  EXPECT_EQ(column(table, "load.rate"), (Words{"0.05", "0.1", "0.15"}));
  EXPECT_EQ(column(table, "status"), Words(3, "done"));
}

TEST_F(LoadCommand, WaveformsAndLogsOfLinksAreThose) {
  const ProgramResult run = flitcast({"run", "ring.ini", "--trace.vcd=w.vcd", "--trace.window=0:50",
                                      "--output.links=l.csv", "--output.activity=a.csv"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(contains(folder().read("w.vcd"), "$enddefinitions"));
  EXPECT_EQ(parsed(folder().read("l.csv")).size(), 1 + 8 + 4U);
  refused({"run", "ring.ini", "--trace.vcd=w.vcd", "--trace.around=round:1"},
          "--trace.around: chooses by messages and rounds of a schedule, and load has none; give "
          "trace.window");
}

TEST_F(LoadCommand, ABoundWithRepliesIsOfTheirRequests) {
  const ProgramResult run = flitcast({"check", "ring.ini", "--load.reply_flits=4"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(contains(run.out,
                       "flits of requests per node and cycle that all nodes can have at once, with "
                       "their replies: "))
      << run.out;
}

// 2,000 packets do not tell whether latency is below or beyond four times that without load.
TEST_F(LoadCommand, ABracketFromAnUnsettledRunSaysSo) {
  const ProgramResult run =
      flitcast({"load", kConfigs + "load/mesh-uniform.ini", "--out=curve", "--topology.dims=3x3",
                "--load.precision=0.1", "--load.most_packets=2000", "--points=4"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(contains(run.out, "note: the run at ")) << run.out;
  EXPECT_TRUE(contains(run.out, " did not settle, and a longer one may find it saturated"))
      << run.out;
}

}  // namespace
}  // namespace flitcast::test_load_command
