#include <gtest/gtest.h>

#include "tb/config/keys/config_keys.h"
#include "tb/explore/points/point_name.h"
#include "tb/explore/sweep/sweep_points.h"
#include "tb/plan/plan.h"
#include "tb/results/config_file.h"
#include "tests/support/program/expanded_sweep.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_sweep_points {
namespace {

using Names = std::vector<std::string>;

std::string refusal(const std::string& sweep) {
  try {
    expanded(sweep);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(Sweep, CrossesItsListsAndTheLastVariesFastest) {
  const Sweep sweep = expanded("dims = 2..3\nmessage_flits = 1..4 x2\nrouter.delay = 0, 7\n");
  EXPECT_EQ(sweep.keys, (Names{"topology.dims", "traffic.message_flits", "router.delay"}));
  EXPECT_EQ(values(sweep),
            "2/1/0 2/1/7 2/2/0 2/2/7 2/4/0 2/4/7 3/1/0 3/1/7 3/2/0 3/2/7 3/4/0 3/4/7");
}

TEST(Sweep, OfOneValueIsOnePoint) {
  EXPECT_EQ(values(expanded("message_flits = 9\n")), "9");
}

TEST(Sweep, RunsZippedListsTogetherWhereTheFirstOfThemStands) {
  const Sweep sweep =
      expanded("zip = message_flits, dims\ndims = 2, 3\nlink.delay = 1, 2\nmessage_flits = 8, 4\n");
  EXPECT_EQ(sweep.keys, (Names{"topology.dims", "link.delay", "traffic.message_flits"}));
  EXPECT_EQ(values(sweep), "2/1/8 2/2/8 3/1/4 3/2/4");
}

// Of keys that run together, the one that tells most speaks for the others.
TEST(Sweep, CountsTheDifferentValuesOfItsKeys) {
  const Sweep sweep = expanded(
      "kind = hypercube, mesh, mesh\ndims = 3, 3x3, 4x4\nseed = 1, 2, 2\nzip = kind, dims\n"
      "message_flits = 1, 2\nlink.delay = 5, 6\n");
  EXPECT_EQ(sweep.list_sizes, (std::vector<std::size_t>{0, 3, 2, 2, 2}));
}

TEST(Sweep, TakesSeveralGroupsThatRunTogether) {
  const Sweep sweep = expanded(
      "dims = 2, 3\nmessage_flits = 8, 4\nlink.delay = 1, 2\nrouter.delay = 5, 6\n"
      "zip = dims, message_flits | link.delay, router.delay\n");
  EXPECT_EQ(values(sweep), "2/8/1/5 2/8/2/6 3/4/1/5 3/4/2/6");
}

TEST(Sweep, GoesOverTheSingleValueOfItsKey) {
  const Sweep sweep = expanded("topology.dims = 4, 5\n");
  EXPECT_EQ(values(sweep), "4 5");
  EXPECT_TRUE(sweep.points[0].refusal.empty());
  const Sweep same = expanded("dims = 4\n",
                              "[topology]\nkind = hypercube\n[traffic]\n"
                              "algorithm = aas-hc-dex\n");
  EXPECT_EQ(same.points[0].name, sweep.points[0].name);
}

TEST(Sweep, KeepsOneOfSeveralPointsThatAreTheSame) {
  // A root has no effect on an all-to-all exchange, 1 is the default size.
  const Sweep sweep = expanded("traffic.root = 0..7\nmessage_flits = 1, 1 flit, 2\n");
  EXPECT_EQ(values(sweep), "0/1 0/2");
}

TEST(Sweep, TakesNamesOfSeveralAlgorithms) {
  // In the order of the catalogue, and no one twice.
  EXPECT_EQ(values(expanded("algorithm = aas-hc-dex, aas-hc-*\n")),
            "aas-hc-dex aas-hc-sex aas-hc-allport-sf aas-hc-multiphase");
  const std::string by_name = values(expanded("algorithm = all-to-all\nskip = unfit\n"));
  EXPECT_EQ(by_name, "aas-hc-sex aas-hc-allport-sf aas-hc-dex aas-bruck aas-hc-multiphase");
  EXPECT_EQ(values(expanded("algorithm = MPI_Alltoall\nskip = unfit\n")), by_name);
  EXPECT_EQ(refusal("algorithm = aas-hc-d?z\n"),
            "x.ini:7: sweep.algorithm: no algorithm matches \"aas-hc-d?z\"; see flitcast list");
}

TEST(Sweep, KnowsWhatARunTakesWhereAClosedFormSays) {
  // (2^n − 1)·(t_s + μ·t_m) + n·2^(n − 1)·t_d with t_s = 4, t_d = t_m = 1.
  const Sweep sweep = expanded("dims = 1, 3\nports = 1, all\nmessage_flits = 4\n");
  ASSERT_EQ(values(sweep), "1/1/4 3/1/4 3/all/4");  // one node has one link
  EXPECT_EQ(sweep.points[0].nodes, 2U);
  EXPECT_EQ(sweep.points[0].predicted_cycles, 8 + 1);
  EXPECT_EQ(sweep.points[2].nodes, 8U);
  EXPECT_EQ(sweep.points[2].ports, 3);
  EXPECT_EQ(sweep.points[2].predicted_cycles, 7 * 8 + 12);
}

TEST(Sweep, PredictsNothingWhereAnAlgorithmWantsMorePorts) {
  const Sweep sweep = expanded("algorithm = aas-hc-allport-sf\nports = 2, 3\n");
  EXPECT_FALSE(sweep.points[0].predicted_cycles.has_value());
  EXPECT_TRUE(sweep.points[1].predicted_cycles.has_value());
}

TEST(Sweep, ExpandsPointsThatCannotBeRunAndSaysWhy) {
  const Sweep sweep = expanded("kind = hypercube, mesh\ndims = 2, 3x3\n");
  ASSERT_EQ(values(sweep), "hypercube/2 hypercube/3x3 mesh/2 mesh/3x3");
  EXPECT_EQ(sweep.points[0].refusal, "");
  EXPECT_EQ(sweep.points[3].refusal,
            "x.ini:7: sweep.kind: mesh does not fit; the algorithm lives on a hypercube");
  EXPECT_EQ(sweep.points[3].nodes, 9U);
  EXPECT_EQ(sweep.unfit.count(), 3U);
  EXPECT_EQ(sweep.unfit.largest_first().front().count, 2U);
  EXPECT_EQ(expanded("dims = 3, 17, 18\n").points[1].refusal,
            "x.ini:7: sweep.dims: a hypercube takes its dimension, 0 to 16, not 17");
}

TEST(Sweep, LeavesOutWhatDoesNotFitWhenTold) {
  const Sweep sweep = expanded("kind = hypercube, mesh\ndims = 2, 3x3\nskip = unfit\n");
  EXPECT_EQ(values(sweep), "hypercube/2");
  EXPECT_EQ(sweep.unfit.count(), 3U);
  EXPECT_EQ(expanded("kind = hypercube, mesh\ndims = 2\nskip = none\n").points.size(), 2U);
  EXPECT_EQ(refusal("dims = 2\nskip = all\n"),
            "x.ini:8: sweep.skip: \"all\" is not known; give none or unfit");
  EXPECT_EQ(refusal("kind = mesh\ndims = 2, 3x3\nskip = unfit\n"),
            "x.ini:7: sweep.kind: mesh does not fit; the algorithm lives on a hypercube");
  EXPECT_EQ(refusal("kind = mesh, hypercube\ndims = 3, 3x3, 17\nskip = unfit\n"), "");
  EXPECT_EQ(
      refusal("kind = mesh, hypercube\ndims = 17, 3x3\n"),
      "no point of the sweep can be run; of 2 of 4 this is why: x.ini:7: sweep.kind: mesh does "
      "not fit; the algorithm lives on a hypercube");
}

TEST(Sweep, IsRefusedWhenNoPointCanBeRun) {
  EXPECT_EQ(refusal("dims = 17, 18\n"),
            "x.ini:7: sweep.dims: a hypercube takes its dimension, 0 to 16, not 17");
  try {
    expanded("dims = 2\n", "[topology]\nkind = hypercube\n[traffic]\nalgorithm = aas-hc-dux\n");
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(),
                 "x.ini:4: traffic.algorithm: there is no algorithm \"aas-hc-dux\"; the nearest is "
                 "aas-hc-dex");
  }
}

TEST(Sweep, TakesListsFromOptions) {
  RawConfig raw = parse_config(std::string(kSweepBase) + "[sweep]\ndims = 2, 3\n", "x.ini");
  give(raw, "sweep.dims", "5");
  give(raw, "sweep.message_flits", "1, 2");
  EXPECT_EQ(values(expand_sweep(raw)), "5/1 5/2");
  give(raw, "sweep.root", "zero");
  try {
    expand_sweep(raw);
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(), "--sweep.root: \"zero\" is not a number; give one like 5");
  }
}

TEST(Sweep, RefusesWhatItCannotExpandAndNamesThePlace) {
  EXPECT_EQ(refusal(""),
            "x.ini: nothing is swept; give a [sweep] section with lists, or options "
            "like --sweep.message_flits=1..64");
  EXPECT_EQ(refusal("delay = 1, 2\n"),
            "x.ini:7: sweep.delay: \"delay\" may be several keys; give router.delay or link.delay");
  EXPECT_EQ(refusal("mesage_flits = 1\n"),
            "x.ini:7: sweep.mesage_flits: there is no key \"mesage_flits\"; the nearest is "
            "message_flits");
  EXPECT_EQ(refusal("router.dealy = 1\n"),
            "x.ini:7: sweep.router.dealy: there is no key \"router.dealy\"; the nearest is "
            "router.delay");
  EXPECT_EQ(refusal("per_flit = 1, 2\n"),
            "x.ini:7: sweep.per_flit: there is no key \"per_flit\"; give link.cycles_per_flit, "
            "ni.copy_per_flit or ni.reduce_per_flit");
  EXPECT_EQ(refusal("flits = 1, 2\n"),
            "x.ini:7: sweep.flits: there is no key \"flits\"; give message_flits");
  EXPECT_EQ(refusal("message_flits = 1-8\n"),
            "x.ini:7: sweep.message_flits: \"1-8\" is not a number of flits; give one like 5 or 5 "
            "flits, a list like 1, 2, 4 or a range like 1..8");
  EXPECT_EQ(refusal("expect.rounds = 1, 2\n"),
            "x.ini:7: sweep.expect.rounds: expect.rounds changes no run; points cannot differ in "
            "it");
  EXPECT_EQ(refusal("dims = 2\ntopology.dims = 3\n"),
            "x.ini:8: sweep.topology.dims: topology.dims is swept twice; the other place is "
            "x.ini:7: sweep.dims");
  EXPECT_EQ(refusal("\nmessage_flits = 1, 0..2\n"),
            "x.ini:8: sweep.message_flits: \"0\" is out of range; give 1 to 1000000 flits");
  EXPECT_EQ(refusal("switching = wormhole, wurmhole\n"),
            "x.ini:7: sweep.switching: \"wurmhole\" is not known; give wormhole, cut_through or "
            "store_and_forward");
  EXPECT_EQ(refusal("message_flits = 9..1\n"),
            "x.ini:7: sweep.message_flits: \"9..1\" runs backwards; give the smaller number first");
}

TEST(Sweep, RefusesMorePointsThanAMillion) {
  EXPECT_EQ(refusal("message_flits = 1..1000\nlink.delay = 1..1000\nseed = 1..2\n"),
            "x.ini:9: sweep.seed: the sweep has more than 1000000 points; make its lists shorter");
}

TEST(Sweep, RefusesGroupsThatCannotRunTogether) {
  const std::string lists = "dims = 2, 3\nmessage_flits = 1..3\n";
  const std::string place = "x.ini:9: sweep.zip: ";
  EXPECT_EQ(refusal(lists + "zip = dims, message_flits\n"),
            place +
                "topology.dims has 2 values and traffic.message_flits has 3; keys that run "
                "together need as many values each");
  EXPECT_EQ(refusal(lists + "zip = dims\n"), place + "\"dims\" is alone; give two keys or more");
  EXPECT_EQ(refusal(lists + "zip = dims, seed\n"), place + "run.seed is not swept; give it a list");
  EXPECT_EQ(refusal(lists + "zip = dims, dims\n"), place + "topology.dims is named twice");
  EXPECT_EQ(refusal(lists + "zip =\n"), place + "has no value; give the keys that run together");
}

}  // namespace
}  // namespace flitcast::test_sweep_points
