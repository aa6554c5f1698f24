// Mistakes with files, lists and options: each is refused with exit code 2, in one line that says
// what would be right.

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/program/run_flitcast.h"

namespace flitcast::test_mistakes {
namespace {

using Words = std::vector<std::string>;

struct Mistake {
  std::string name;
  Words words;
  std::string message;  ///< a part of it
};

std::ostream& operator<<(std::ostream& out, const Mistake& mistake) {
  return out << mistake.name;
}

/// Runs the program in a folder with small configurations and files of many kinds.
ProgramResult tried(const Words& words) {
  const TempFolder folder;
  folder.write("mesh.ini",
               "[topology]\nkind = mesh\ndims = 2x2\n[traffic]\nalgorithm = aas-mesh-dex\n");
  folder.write("load.ini", "[topology]\nkind = mesh\ndims = 2x2\n[load]\npattern = uniform\n");
  folder.write("ring.json", "{\"schema\": \"flitcast.schedule/1\"}");
  folder.write("curves.json", "{\"schema\": \"flitcast.curves/1\"}");
  folder.write("other.json", "{\"a\": 1}");
  folder.write("broken.json", "[1,2");
  folder.write("router.sv", "");
  folder.write("list", "");
  return run_flitcast(words, folder.root());
}

class Mistakes : public testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, AreRefusedInOneLine) {
  const ProgramResult result = tried(GetParam().words);
  EXPECT_EQ(result.exit_code, 2) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  EXPECT_NE(result.err.find(GetParam().message), std::string::npos) << result.err;
}

std::string mistake_name(const testing::TestParamInfo<Mistake>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(
    Files, Mistakes,
    testing::Values(
        Mistake{"ScheduleForAConfiguration",
                {"run", "ring.json"},
                "ring.json: is a schedule; give --traffic.schedule=ring.json"},
        Mistake{"CurvesForAConfiguration",
                {"check", "curves.json"},
                "curves.json: has the curves of flitcast load; flitcast report . shows them"},
        Mistake{"AnyJson",
                {"run", "other.json"},
                "other.json: is no result of flitcast; those have a schema"},
        Mistake{"BrokenJson",
                {"run", "broken.json"},
                "broken.json: is no JSON: it ends at line 1, column 5"},
        Mistake{"ConfigurationForAResult",
                {"diff", "mesh.ini", "mesh.ini"},
                "mesh.ini: is no JSON: line 1, column 3"},
        Mistake{"FileOfAnotherKind",
                {"run", "mesh.ini", "--topology.kind=graph", "--topology.file=route.csv"},
                "cannot read route.csv: No such file or directory\n"},
        Mistake{"FileOfTheSameKind",
                {"run", "mehs.ini"},
                "cannot read mehs.ini: No such file or directory; the nearest is mesh.ini\n"},
        Mistake{"EndingMisspelt", {"run", "mesh.in"}, "; the nearest is mesh.ini\n"}),
    mistake_name);

INSTANTIATE_TEST_SUITE_P(
    Lists, Mistakes,
    testing::Values(
        Mistake{"OfNoKey",
                {"load", "load.ini", "--out=out", "--sweep.foo=1"},
                "--sweep.foo: there is no key \"foo\"; "},
        Mistake{"OfTheEmptyKey",
                {"load", "load.ini", "--out=out", "--sweep.=1"},
                "--sweep.: there is no key \"\"; "},
        Mistake{"OfSeveralKeys",
                {"load", "load.ini", "--out=out", "--sweep.delay=1,2"},
                "--sweep.delay: \"delay\" may be several keys; give router.delay or link.delay"},
        Mistake{"OfFilesThatAreWritten",
                {"load", "load.ini", "--out=out", "--sweep.output.json=a,b"},
                "--sweep.output.json: output.json changes no run"},
        Mistake{"OfRates",
                {"load", "load.ini", "--out=out", "--sweep.load.rate=0.1,0.2"},
                "--sweep.load.rate: a curve goes over all rates by itself; give --rates"},
        Mistake{"OfAKeyOfLoadThatIsNone",
                {"load", "load.ini", "--out=out", "--sweep.vcs=1,x"},
                "--sweep.vcs: \"x\" is not a number; give one like 5"},
        Mistake{"OfFilesThatAreNotThere",
                {"sweep", "mesh.ini", "--out=out", "--sweep.file=a.txt,b.txt"},
                "a.txt: No such file or directory"},
        Mistake{"BesideOnly",
                {"sweep", "--out=out", "--sweep.vcs=1,2", "--only=list"},
                "--only: takes points from its file, with their configuration; leave out "
                "--sweep.vcs"}),
    mistake_name);

INSTANTIATE_TEST_SUITE_P(
    Values, Mistakes,
    testing::Values(
        Mistake{"PercentOfARate",
                {"run", "load.ini", "--load.rate=20%"},
                "give one like 0.2 or 0.2 flits per node and cycle"},
        Mistake{"SizeOfNothing",
                {"run", "load.ini", "--load.sizes=0"},
                "\"0\" is neither a number from 1 to 1000000 nor several with weights, like "},
        Mistake{"RoutingOfOthers",
                {"run", "load.ini", "--routing=minimal_adaptive"},
                "\"minimal_adaptive\" is not known; the nearest is min_adapt\n"},
        Mistake{"RouterOfTheUserNowhere",
                {"run", "mesh.ini", "--rtl.user=router.sv"},
                "it stands nowhere without rtl.nodes; give rtl.nodes = all"},
        Mistake{
            "OperationsThatDiffer",
            {"crossover", "mesh.ini", "--over=message_flits", "--between=aas-mesh-dex,oab-mesh"},
            "--between: aas-mesh-dex is of the operation all-to-all scatter, oab-mesh of "
            "broadcast; give algorithms of one operation"},
        Mistake{
            "PortsOfNoAlgorithm", {"list", "--ports=7"}, "--ports: no algorithm is for 7; give 1"},
        Mistake{"WordOfNoAlgorithm",
                {"list", "aas-*", "nothing"},
                "there is no algorithm or operation \"nothing\"; see flitcast list"},
        Mistake{"PageCalledAPicture",
                {"report", "other.json", "--out=x.svg"},
                "--out: x.svg is called like something else than a page; give one like "
                "report.html; --pictures=DIR writes every picture as an SVG file"}),
    mistake_name);

INSTANTIATE_TEST_SUITE_P(
    Options, Mistakes,
    testing::Values(
        Mistake{"WithoutACommand",
                {"--quiet"},
                "--quiet: is an option of run, regress, sweep, load, choose and report; give the "
                "command, too"},
        Mistake{"BesideVersion", {"--version", "--quiet"}, "--quiet: is an option of run, "},
        Mistake{"OfOtherCommands",
                {"probe", "mesh.ini", "--no-host"},
                "probe takes no --no-host; run, regress, sweep, load and choose do"},
        Mistake{"OfOneOtherCommand",
                {"area", "mesh.ini", "--only-json"},
                "area takes no --only-json; run does"},
        Mistake{"WithoutAName", {"run", "mesh.ini", "--=3"}, "\"--=3\" has no name; give --KEY="},
        Mistake{"NodesOfAProbe",
                {"probe", "mesh.ini", "--nodes=3"},
                "probe takes no --nodes; give --rtl.nodes=K"}),
    mistake_name);

// What others call it is no mistake.
TEST(Mistake, IsNoNameThatOthersHaveForARouting) {
  const auto routing = [](const std::string& name) {
    const std::string resolved =
        tried({"check", "load.ini", "--resolved", "--routing=" + name}).out;
    const std::size_t at = resolved.find("\nrouting = ");
    return resolved.substr(at + 1, resolved.find('\n', at + 1) - at - 1);
  };
  for (const char* name : {"xy", "XY", "dor", "e-cube"}) {
    EXPECT_EQ(routing(name), "routing = ascending") << name;
  }
  EXPECT_EQ(routing("yx"), "routing = descending");
}

// Of the mean latency people are told four digits.
TEST(Mistake, InAnExpectationIsToldInFewDigits) {
  const ProgramResult result =
      tried({"run", "load.ini", "--load.rate=0.1", "--expect.latency.mean=1"});
  EXPECT_EQ(result.exit_code, 1);
  const std::string start = "flitcast: expect.latency.mean: expected 1, got ";
  ASSERT_EQ(result.err.rfind(start, 0), 0U) << result.err;
  EXPECT_LE(result.err.size(), start.size() + std::string("12.34 (11.3 more)\n").size());
}

}  // namespace
}  // namespace flitcast::test_mistakes
