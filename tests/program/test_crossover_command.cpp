#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program/run_flitcast.h"

namespace flitcast::test_crossover_command {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

// t_s = 24, t_d = 2, t_m = 1.
const char* const kCube =
    "[topology]\nkind = hypercube\ndims = 4\n[router]\ndelay = 1\n[ni]\nstartup = 20\n"
    "[traffic]\nalgorithm = aas-hc-dex\npartition = 2,2\n";

class CrossoverCommand : public testing::Test {
 protected:
  CrossoverCommand() { folder_.write("x.ini", kCube); }

  ProgramResult crossover(const Words& options) const {
    Words words{"crossover", "x.ini"};
    words.insert(words.end(), options.begin(), options.end());
    return run_flitcast(words, folder_.root());
  }
  Json pairs(const Words& options) const {
    Words words = options;
    words.emplace_back("--format=json");
    const ProgramResult result = crossover(words);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.err, "");
    return Json::parse(result.out)["pairs"];
  }

 private:
  TempFolder folder_;
};

// On Q4: direct exchange 15·t_s + 32·t_d + 15·μ, standard 4·t_s + 4·t_d + 32·μ, two phases of
// 2 dimensions each 2·(3·t_s + 4·t_d + 3·4·μ):
//   standard = 104 + 32μ, two phases = 160 + 24μ, direct = 424 + 15μ
// meet at μ = 7, 320/17 = 18.8 and 264/9 = 29.3.
TEST_F(CrossoverCommand, FindsTheThresholdsOfTheClosedForms) {
  const Json found = pairs(
      {"--over=message_flits", "--to=200", "--between", "aas-hc-sex,aas-hc-dex,aas-hc-multiphase"});
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0]["between"], (Json{"aas-hc-sex", "aas-hc-dex"}));
  EXPECT_EQ(found[0]["crossings"][0]["last"], 18);
  EXPECT_EQ(found[0]["crossings"][0]["first"], 19);
  EXPECT_EQ(found[0]["crossings"][0]["faster_before"], "aas-hc-sex");
  EXPECT_EQ(found[0]["completion_cycles"],
            (Json{{{"value", 18}, {"cycles", {104 + 32 * 18, 424 + 15 * 18}}},
                  {{"value", 19}, {"cycles", {104 + 32 * 19, 424 + 15 * 19}}}}));
  EXPECT_EQ(found[1]["between"], (Json{"aas-hc-sex", "aas-hc-multiphase"}));
  EXPECT_EQ(found[1]["crossings"][0]["last"], 6);
  EXPECT_EQ(found[1]["crossings"][0]["first"], 8);
  EXPECT_EQ(found[1]["crossings"][0]["equal_between"], true);
  EXPECT_EQ(found[2]["between"], (Json{"aas-hc-dex", "aas-hc-multiphase"}));
  EXPECT_EQ(found[2]["crossings"][0]["last"], 29);
  EXPECT_EQ(found[2]["crossings"][0]["faster_before"], "aas-hc-multiphase");
  const double meetings[] = {320.0 / 17, 7, 264.0 / 9};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(found[i]["theory"]["crossings"], found[i]["crossings"]);
    EXPECT_DOUBLE_EQ(found[i]["theory"]["meeting"], meetings[i]);
  }
}

// 12·t_s + 28·t_d against 16·μ more flits: with μ = 20, (t_d = 2) 11·(s + 4) + 56 = 17·20.
TEST_F(CrossoverCommand, GoesOverAnyKeyOfNumbers) {
  const Json found = pairs({"--over=startup", "--from=0", "--to=100", "--between",
                            "aas-hc-dex,aas-hc-sex", "--traffic.message_flits=20"});
  // 17·20 = 340 < 11·(s + 4) + 56 from s = 22 on: 342.
  EXPECT_EQ(found[0]["crossings"][0]["last"], 21);
  EXPECT_EQ(found[0]["crossings"][0]["first"], 22);
  EXPECT_EQ(found[0]["crossings"][0]["faster_after"], "aas-hc-sex");
  EXPECT_TRUE(found[0]["theory"]["meeting"].is_null());
}

TEST_F(CrossoverCommand, SaysItInWords) {
  const ProgramResult result =
      crossover({"--over=message_flits", "--to=64", "--between=aas-hc-sex,aas-hc-dex"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out,
            "traffic.message_flits from 1 to 64\n"
            "\n"
            "aas-hc-sex is faster up to 18, aas-hc-dex from 19\n"
            "  theory: the same\n"
            "  closed forms meet at 18.8235\n"
            "\n"
            "  traffic.message_flits   18   19\n"
            "  aas-hc-sex             680  712  cycles\n"
            "  aas-hc-dex             694  709  cycles\n");
}

TEST_F(CrossoverCommand, SaysWhoIsFasterWhereNothingCrosses) {
  const ProgramResult result =
      crossover({"--over=message_flits", "--to=18", "--between=aas-hc-sex,aas-hc-dex"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.out.find("\naas-hc-sex is faster from 1 to 18\n"), std::string::npos)
      << result.out;
}

// As its comment says: 156 + 192μ, 1896 + 63μ and 384 + 112μ.
TEST_F(CrossoverCommand, FindsWhatTheConfigurationThatComesWithItSays) {
  const ProgramResult result =
      run_flitcast({"crossover", std::string(FLITCAST_ROOT) + "/configs/sweep/crossover.ini",
                    "--over=message_flits", "--to=64",
                    "--between=aas-hc-sex,aas-hc-dex,aas-hc-multiphase", "--format=json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const Json found = Json::parse(result.out)["pairs"];
  const int first[] = {14, 3, 31};
  const double meetings[] = {1740.0 / 129, 228.0 / 80, 1512.0 / 49};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(found[i]["crossings"][0]["first"], first[i]);
    EXPECT_EQ(found[i]["crossings"][0]["last"], first[i] - 1);
    EXPECT_DOUBLE_EQ(found[i]["theory"]["meeting"], meetings[i]);
  }
}

// Rounds that overlap make the simulated exchange faster than the prediction, which is lockstep's.
TEST_F(CrossoverCommand, TellsTheTheoryApartFromTheSimulation) {
  const Words options{"--over=message_flits", "--to=64", "--between=aas-hc-sex,aas-hc-dex",
                      "--traffic.sync=dataflow"};
  const Json found = pairs(options);
  const std::int64_t simulated = found[0]["crossings"][0]["first"];
  const std::int64_t theory = found[0]["theory"]["crossings"][0]["first"];
  EXPECT_EQ(theory, 19);
  EXPECT_LT(simulated, theory);
  const std::string difference =
      "(+" + std::to_string(theory - simulated) + " against the simulation)";
  EXPECT_NE(crossover(options).out.find(difference), std::string::npos);
}

// The nodes sum 16 equal parts: only multiples of 16 can be played.
TEST_F(CrossoverCommand, PassesOverSizesThatCannotBePlayed) {
  const Json found = pairs({"--over=message_flits", "--to=100", "--ni.startup=200", "--between",
                            "allreduce-hc,allreduce-hc-rsag"});
  for (const Json& value : found[0]["scanned"]) {
    EXPECT_EQ(value.get<int>() % 16, 0) << value;
  }
  EXPECT_EQ(found[0]["scanned"].front(), 16);
  EXPECT_EQ(found[0]["scanned"].back(), 96);
}

// Of the all-to-all exchanges, those for meshes and rings cannot be played on Q4.
TEST_F(CrossoverCommand, TakesNamesOfOperationsAndWildcards) {
  const Words range{"--over=message_flits", "--from=16", "--to=16"};
  const auto between = [&](const std::string& names) {
    Words words = range;
    words.push_back("--between=" + names);
    return crossover(words);
  };
  const ProgramResult exchanges = between("MPI_Alltoall");
  EXPECT_EQ(exchanges.exit_code, 0) << exchanges.err;
  EXPECT_NE(exchanges.out.find("\naas-hc-sex is faster at 16, "), std::string::npos)
      << exchanges.out;
  EXPECT_NE(exchanges.out.find("\n  aas-hc-dex             664  cycles\n"), std::string::npos);
  EXPECT_EQ(exchanges.out.find("aas-mesh-dex"), std::string::npos);
  EXPECT_EQ(exchanges.err.rfind("flitcast: note: ", 0), 0U);
  EXPECT_NE(exchanges.err.find("aas-mesh-dex"), std::string::npos);
  EXPECT_NE(exchanges.err.find(" cannot be played here and are left out\n"), std::string::npos);

  const ProgramResult some = between("aas-hc-s?x,aas-hc-dex,aas-hc-?ex");
  EXPECT_EQ(some.exit_code, 0) << some.err;
  EXPECT_EQ(some.err, "");
  EXPECT_EQ(some.out.find("multiphase"), std::string::npos) << some.out;

  EXPECT_NE(between("aas-ring-*").err.find("none of "), std::string::npos);
}

TEST_F(CrossoverCommand, RefusesWhatItCannotCompare) {
  const std::vector<std::pair<Words, std::string>> cases{
      {{}, "crossover needs --over; give it, like --over=message_flits"},
      {{"--over=message_flits"}, "crossover needs --between"},
      {{"--over=delay", "--between=aas-hc-sex,aas-hc-dex"},
       "--over: \"delay\" may be several keys; give router.delay or link.delay"},
      {{"--over=router.delay", "--between=aas-hc-sex,aas-hc-dex"}, "needs --from and --to"},
      {{"--over=message_flits", "--between=aas-hc-sex"}, "aas-hc-sex is alone"},
      {{"--over=message_flits", "--between=aas-hc-sex,aas-hc-sex"}, "is named twice"},
      {{"--over=message_flits", "--between=aas-hc-sex,aas-hc-dix"}, "the nearest is aas-hc-dex"},
      {{"--over=message_flits", "--between=aas-hc-sex,aas-hc-dex", "--from=9", "--to=8"},
       "--from: 9 is more than --to, 8"},
      {{"--over=message_flits", "--between=aas-hc-sex,aas-hc-dex", "--from=0"},
       "--from: \"0\" is out of range; give 1 to 1000000 flits"},
      {{"--over=switching", "--between=aas-hc-sex,aas-hc-dex", "--from=1", "--to=2"},
       "--from: \"1\" is not known"},
      {{"--over=message_flits", "--between=aas-hc-sex,aas-mesh-dex", "--to=9"},
       "both aas-hc-sex and aas-mesh-dex can be played with"},
      {{"--over=message_flits", "--between=aas-hc-sex,aas-hc-dex", "--format=xml"},
       "give text or json"},
      {{"--over=message_flits", "--between=aas-hc-sex,aas-hc-dex", "--sweep.dims=1..3"},
       "--sweep.dims: crossover takes one configuration, not a sweep"},
      {{"--over=message_flits", "--between=aas-hc-sex,aas-hc-dex", "--jobs=1",
        "--run.max_cycles=100"},
       "aas-hc-sex with traffic.message_flits = 1 did not complete: exit code 3"},
  };
  for (const auto& [options, message] : cases) {
    const ProgramResult result = crossover(options);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
  }
}

// Bruck's messages share the links of a ring, which its closed form does not count: 64 nodes send
// 32 packets each in each of 6 rounds, 6·(t_s + 200·32·t_m) and a few hops, while 32·32 packets of
// 200 flits have to cross the middle over two channels either way.
TEST_F(CrossoverCommand, SaysWhereALowerBoundStandsInForAPrediction) {
  const Words options{"--topology.kind=ring",
                      "--topology.dims=64",
                      "--traffic.partition=1",
                      "--over=message_flits",
                      "--from=200",
                      "--to=200",
                      "--between=aas-bruck,aas-ring-dex"};
  const Json theory = pairs(options)[0]["theory"];
  EXPECT_EQ(theory["bounded"], Json({"aas-bruck"}));
  EXPECT_TRUE(theory["meeting"].is_null());
  EXPECT_NE(crossover(options).out.find(
                "theory: aas-bruck is predicted without waiting for shared links, below the lower "
                "bound, which is taken instead; it may be slower\n"),
            std::string::npos);
  EXPECT_EQ(pairs({"--over=message_flits", "--to=64",
                   "--between=aas-hc-sex,aas-hc-dex"})[0]["theory"]["bounded"],
            Json::array());
}

}  // namespace
}  // namespace flitcast::test_crossover_command
