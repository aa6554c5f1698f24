// What tells the points of a sweep apart.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/config/keys/config_keys.h"
#include "tb/explore/points/point_result.h"
#include "tb/explore/sweep/sweep_points.h"
#include "tb/plan/plan.h"
#include "tb/results/result_file.h"
#include "tests/support/temp_folder.h"

namespace flitcast::explore::test_point_names {
namespace {

using Names = std::vector<std::string>;

const char* const kSweepBase =
    "[topology]\nkind = hypercube\ndims = 3\n[traffic]\nalgorithm = aas-hc-dex\n";

Sweep expanded(const std::string& sweep, const std::string& base = kSweepBase) {
  return expand_sweep(parse_config(base + "[sweep]\n" + sweep, "x.ini"));
}

/// The values of all points, "4/1 4/2".
std::string values(const Sweep& sweep) {
  std::string text;
  for (const SweepPoint& point : sweep.points) {
    text += text.empty() ? "" : " ";
    for (std::size_t i = 0; i < point.values.size(); ++i) {
      text += (i == 0 ? "" : "/") + point.values[i];
    }
  }
  return text;
}

Names names(const Sweep& sweep) {
  Names names;
  for (const SweepPoint& point : sweep.points) {
    names.push_back(point.name);
  }
  return names;
}

TEST(PointNames, NamesPointsByWhatTheyAreNotByHowTheyAreWritten) {
  const Sweep one = expanded("message_flits = 2, 4\ndims = 3, 4\n");
  const Sweep other = expanded("# a comment\ndims = 4, 3\nmessage_flits = 4 flits, 2\n",
                               "; another\n[traffic]\nalgorithm = aas-hc-dex\n[router]\n"
                               "switching = wormhole\nports = 1\n"
                               "[topology]\nkind = hypercube\n[run]\nseed = 1\n");
  EXPECT_EQ(values(one), "2/3 2/4 4/3 4/4");
  EXPECT_EQ(values(other), "4/4 flits 4/2 3/4 flits 3/2");
  EXPECT_EQ(names(other), (Names{names(one)[3], names(one)[1], names(one)[2], names(one)[0]}));
}

TEST(PointNames, TellsPointsApartByEveryKeyWithAnEffect) {
  for (const char* list : {"seed = 1..2", "buffer_flits = auto, 7", "stall_cycles = 10, 20",
                           "max_cycles = 10, 20", "clock.period = 1, 2", "sync = barrier, dataflow",
                           "duplex = full, half", "startup = 0..1"}) {
    EXPECT_EQ(expanded(std::string(list) + "\n").points.size(), 2U) << list;
  }
}

TEST(PointNames, LeavesExpectationsOutOfTheNames) {
  const Sweep plain = expanded("dims = 2\n");
  const Sweep expecting =
      expanded("dims = 2\n", std::string(kSweepBase) + "[expect]\nexcess_cycles = 0\n");
  EXPECT_EQ(names(plain), names(expecting));
  EXPECT_EQ(plain.expectations, "");
  EXPECT_EQ(expecting.expectations, "expect.excess_cycles=0\n");
}

TEST(PointNames, LeavesOutputsOutAndSaysSo) {
  const Sweep sweep = expanded("dims = 2\n", std::string(kSweepBase) + "[output]\njson = a.json\n");
  EXPECT_EQ(names(sweep), names(expanded("dims = 2\n")));
  EXPECT_EQ(sweep.notes, Names{"output.json is left out: points only leave results"});
  EXPECT_EQ(given_ini(sweep.base),
            "[topology]\nkind = hypercube\ndims = 3\n\n[traffic]\nalgorithm = aas-hc-dex\n");
}

TEST(PointNames, NamesDataByItsContent) {
  const TempFolder folder;
  folder.write("a.csv", "1,2\n3,4\n");
  folder.write("b.csv", "1,2\n3,4\n");
  folder.write("c.csv", "1,2\n3,5\n");
  const std::string base =
      folder.write("x.ini",
                   "[topology]\nkind = hypercube\ndims = 1\n[traffic]\nalgorithm = app-transpose\n"
                   "variant = dex\n[sweep]\ndata = a.csv, b.csv, c.csv\n");
  const Sweep sweep = expand_sweep(read_config(base));
  ASSERT_EQ(values(sweep), folder.path("a.csv") + " " + folder.path("c.csv"));
  EXPECT_EQ(sweep.points[1].refusal, "");
}

/// What a plan of the point has as its configuration: what stands in the result of a run.
RawConfig configuration_of_run(const Sweep& sweep, const SweepPoint& point) {
  const Plan plan(config_of(sweep, point));
  return parse_config(resolved_ini(plan.config()), "result");
}

/// A configuration that transposes a matrix on 2 nodes.
std::string transposed(const std::string& file) {
  return "[topology]\nkind = hypercube\ndims = 1\n[traffic]\nalgorithm = app-transpose\ndata = " +
         file + "\n";
}

// A matrix of 4 x 4 numbers on 2 nodes: blocks of 2 x 2.
TEST(PointNames, FindsThePointAgainThatARunWasOf) {
  const TempFolder folder;
  folder.write("a.csv", "1,2,3,4\n5,6,7,8\n9,10,11,12\n13,14,15,16\n");
  const std::string data = transposed(folder.path("a.csv"));
  for (const auto& [base, list] :
       {std::pair(std::string(kSweepBase), std::string("buffer_flits = auto, 2, 9\n")),
        std::pair(data, std::string("link.delay = 1, 2\n")),
        std::pair(data, std::string("message_flits = 4\nbuffer_flits = auto, 30\n"))}) {
    const Sweep sweep = expanded(list, base);
    for (const SweepPoint& point : sweep.points) {
      PointNamer namer;
      const RawConfig ran = configuration_of_run(sweep, point);
      EXPECT_TRUE(namer.may_have_become(point.name, ran)) << list;
      EXPECT_EQ(namer.difference(config_of(sweep, point), ran), "") << list;
      RawConfig other = ran;
      give(other, "run.seed", "9");
      EXPECT_FALSE(namer.may_have_become(point.name, other)) << list;
      EXPECT_EQ(namer.difference(config_of(sweep, point), other), "run.seed = 9, not 1");
    }
  }
}

// Only whoever reads the data knows how large its blocks are: a size that is given is another
// point.
TEST(PointNames, TellsASizeThatIsGivenFromOneThatFollowsFromTheData) {
  const TempFolder folder;
  folder.write("a.csv", "1,2\n3,4\n");
  const std::string data = transposed(folder.path("a.csv"));
  EXPECT_EQ(names(expanded("seed = 1\n", data)), names(expanded("dims = 1\n", data)));
  EXPECT_NE(names(expanded("message_flits = 1\n", data)), names(expanded("dims = 1\n", data)));
}

}  // namespace
}  // namespace flitcast::explore::test_point_names
