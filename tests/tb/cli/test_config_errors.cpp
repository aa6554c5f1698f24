#include <string>

#include <gtest/gtest.h>

#include "tb/cli/arguments.h"
#include "tb/cli/commands.h"
#include "tb/config/raw_config.h"
#include "tb/config/resolve.h"

namespace flitcast {
namespace {

struct BadInput {
  std::string name;
  std::string text;  ///< of the file x.ini
  std::string message;
};

void PrintTo(const BadInput& bad, std::ostream* out) {
  *out << bad.name;
}

class BadFile : public testing::TestWithParam<BadInput> {};

TEST_P(BadFile, HasOneClearMessage) {
  try {
    resolve(parse_config(GetParam().text, "x.ini"));
    FAIL() << "no error";
  } catch (const ConfigError& error) {
    EXPECT_EQ(std::string(error.what()), GetParam().message);
  }
}

std::string name_of(const testing::TestParamInfo<BadInput>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(
    Syntax, BadFile,
    testing::Values(
        BadInput{"swept_key_with_a_comma", "[sweep]\nm,n = 3\n",
                 "x.ini:2: sweep.m,n: there is no key \"m,n\"; see flitcast help run"},
        BadInput{"swept_key_with_a_star", "[sweep]\ndims* = 3\n",
                 "x.ini:2: sweep.dims*: there is no key \"dims*\"; the nearest is dims"},
        BadInput{"unknown_key", "[router]\ndealy = 3\n",
                 "x.ini:2: unknown key \"router.dealy\"; the nearest is router.delay"},
        BadInput{"unknown_section", "\n[rooter]\ndelay = 3\n",
                 "x.ini:3: unknown key \"rooter.delay\"; give router.delay"},
        BadInput{"key_without_section", "delay = 3\n",
                 "x.ini:1: unknown key \"delay\"; give router.delay or link.delay"},
        BadInput{"twice", "[router]\ndelay = 3\n\n[link]\ndelay = 1\n[router]\ndelay = 4\n",
                 "x.ini:7: router.delay is given twice; the first is on line 2"},
        BadInput{"twice_in_full", "router.delay = 3\n[router]\ndelay = 3\n",
                 "x.ini:3: router.delay is given twice; the first is on line 1"},
        BadInput{"no_equals", "[router]\ndelay 3\n",
                 "x.ini:2: \"delay 3\" is not an entry; give key = value"},
        BadInput{"no_key", "= 3\n", "x.ini:1: \"= 3\" is not an entry; give key = value"},
        BadInput{"open_section", "[router\n",
                 "x.ini:1: \"[router\" is not a section; give one like [router]"},
        BadInput{"empty_section", "[ ]\n",
                 "x.ini:1: \"[ ]\" is not a section; give one like [router]"},
        BadInput{"blanks_in_section", "[ router ]\ndelay = 3\n",
                 "x.ini:1: \"[ router ]\" is not a section; give one like [router]"},
        BadInput{"nul", std::string("a\0b\n", 4),
                 "x.ini:1: the line has a NUL byte; this is not a text file"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Values, BadFile,
    testing::Values(
        BadInput{"wrong_unit", "[clock]\nperiod = 3 apples\n",
                 "x.ini:2: clock.period: \"3 apples\" is not a number of ns; give one like 1.5 or "
                 "1.5 ns"},
        BadInput{"other_keys_unit", "[router]\ndelay = 5ns\n",
                 "x.ini:2: router.delay: \"5ns\" is not a number of cycles; give one like 5 or 5 "
                 "cycles"},
        BadInput{"trailing_junk", "[run]\nseed = 5x\n",
                 "x.ini:2: run.seed: \"5x\" is not a number; give one like 5"},
        BadInput{"word", "[ni]\nstartup = soon\n",
                 "x.ini:2: ni.startup: \"soon\" is not a number of cycles; give one like 5 or 5 "
                 "cycles"},
        BadInput{"empty", "[ni]\nstartup =\n",
                 "x.ini:2: ni.startup: has no value; give a number, like 5 or 5 cycles"},
        BadInput{"comment_only", "[ni]\nstartup = # later\n",
                 "x.ini:2: ni.startup: has no value; give a number, like 5 or 5 cycles"},
        BadInput{"negative", "[router]\ndelay = -1\n",
                 "x.ini:2: router.delay: \"-1\" is out of range; give 0 to 1000000 cycles"},
        BadInput{"too_small", "[link]\ndelay = 0\n",
                 "x.ini:2: link.delay: \"0\" is out of range; give 1 to 1000000 cycles"},
        BadInput{"overflow", "[router]\ndelay = 99999999999999999999\n",
                 "x.ini:2: router.delay: \"99999999999999999999\" is out of range; give 0 to "
                 "1000000 cycles"},
        BadInput{"overflow_and_junk", "[router]\ndelay = 99999999999999999999 miles\n",
                 "x.ini:2: router.delay: \"99999999999999999999 miles\" is not a number of cycles; "
                 "give one like 5 or 5 cycles"},
        BadInput{"fraction", "[router]\ndelay = 1.5\n",
                 "x.ini:2: router.delay: \"1.5\" is not a whole number; give one like 5 or 5 "
                 "cycles"},
        BadInput{"exponent", "[ni]\nstartup = 1e3\n",
                 "x.ini:2: ni.startup: \"1e3\" is not a number of cycles; give one like 5 or 5 "
                 "cycles"},
        BadInput{"zero_period", "[clock]\nperiod = 0\n",
                 "x.ini:2: clock.period: \"0\" is out of range; give 0.001 to 1000 ns"},
        BadInput{"nan_period", "[clock]\nperiod = nan\n",
                 "x.ini:2: clock.period: \"nan\" is out of range; give 0.001 to 1000 ns"},
        BadInput{"switching", "[router]\nswitching = worm\n",
                 "x.ini:2: router.switching: \"worm\" is not known; give wormhole, cut_through or "
                 "store_and_forward"},
        BadInput{"irc", "[router]\nirc = maybe\n",
                 "x.ini:2: router.irc: \"maybe\" is not a switch; give on or off"},
        BadInput{"ports", "[router]\nports = some\n",
                 "x.ini:2: router.ports: \"some\" is not a number; give one like 5, or all"},
        BadInput{"dims", "[topology]\ndims = 8*8\n",
                 "x.ini:2: topology.dims: \"8*8\" is not a size; give the dimension of a "
                 "hypercube or the depth of a tree, like 6, the sides of a grid, like 8x8, or the "
                 "arity and levels of a fat tree, like 4x3"},
        BadInput{"dims_open", "[topology]\ndims = 8x\n",
                 "x.ini:2: topology.dims: \"8x\" is not a size; give the dimension of a "
                 "hypercube or the depth of a tree, like 6, the sides of a grid, like 8x8, or the "
                 "arity and levels of a fat tree, like 4x3"},
        BadInput{"sync", "[traffic]\nsync = data\n",
                 "x.ini:2: traffic.sync: \"data\" is not known; give barrier or dataflow"},
        BadInput{"duplex", "[link]\nduplex = both\n",
                 "x.ini:2: link.duplex: \"both\" is not known; give full or half"},
        BadInput{
            "stall_cycles", "[run]\nstall_cycles = 0\n",
            "x.ini:2: run.stall_cycles: \"0\" is out of range; give 1 to 1000000000000 cycles"},
        BadInput{"allow_deadlock", "[run]\nallow_deadlock = maybe\n",
                 "x.ini:2: run.allow_deadlock: \"maybe\" is not a switch; give on or off"},
        BadInput{"copy_per_flit", "[ni]\ncopy_per_flit = -1\n",
                 "x.ini:2: ni.copy_per_flit: \"-1\" is out of range; give 0 to 10000 cycles"},
        BadInput{
            "links", "[output]\nlinks = -\n",
            "x.ini:2: output.links: - is standard output, which only output.json takes; give a "
            "file name"},
        BadInput{"file_name", "[output]\njson =\n",
                 "x.ini:2: output.json: has no value; give the name of a file"},
        BadInput{"expectation", "[expect]\nrounds = 3 +- -1\n",
                 "x.ini:2: expect.rounds: the tolerance \"-1\" is out of range; give 0 to "
                 "1000000000000000"},
        BadInput{"no_tolerance", "[expect]\nrounds = 3 +-\n",
                 "x.ini:2: expect.rounds: the tolerance has no value; give a number, like 5"},
        BadInput{"control_bytes", "[router]\nswitching = w\x01\x1b[31m\n",
                 "x.ini:2: router.switching: \"w??[31m\" is not known; give wormhole, cut_through "
                 "or store_and_forward"}),
    name_of);

const char* const kCube = "[topology]\nkind = hypercube\ndims = 4\n";
const char* const kTree = "[topology]\nkind = tree\ndims = 4\n";

INSTANTIATE_TEST_SUITE_P(
    Relations, BadFile,
    testing::Values(
        BadInput{"no_topology", "",
                 "x.ini: topology.kind: is missing; give hypercube, mesh, torus, "
                 "ring, line, tree, fat_tree or graph"},
        BadInput{
            "no_dims", "[topology]\nkind = ring\n",
            "x.ini: topology.dims: is missing; give the dimension of a hypercube or the depth of "
            "a tree, like 6, the sides of a grid, like 8x8, or the arity and levels of a fat tree, "
            "like 4x3"},
        BadInput{"no_algorithm", kCube,
                 "x.ini: traffic.algorithm: is missing; give an id of flitcast list, like "
                 "aas-hc-dex, or a file with a schedule as traffic.schedule, or random traffic as "
                 "load.pattern"},
        BadInput{"big_cube", "[topology]\nkind = hypercube\ndims = 17\n",
                 "x.ini:3: topology.dims: a hypercube takes its dimension, 0 to 16, not 17"},
        BadInput{"deep_tree", "[topology]\nkind = tree\ndims = 16\n",
                 "x.ini:3: topology.dims: a tree takes its depth, 0 to 15, not 16"},
        BadInput{"tree_with_sides", "[topology]\nkind = tree\ndims = 8x8\n",
                 "x.ini:3: topology.dims: a tree takes its depth, 0 to 15, not 8x8"},
        BadInput{"tree_ports",
                 std::string(kTree) + "[router]\nports = 2\n[traffic]\nalgorithm = oab-tree\n",
                 "x.ini:5: router.ports: 2 is more than a node of a tree 4 has links; give 1, or "
                 "all"},
        BadInput{"root_is_a_switch",
                 std::string(kTree) + "[traffic]\nalgorithm = oab-tree\nroot = 16\n",
                 "x.ini:6: traffic.root: 16 is not a processor; a tree 4 has processors 0 to 15"},
        BadInput{"root_is_outside",
                 std::string(kTree) + "[traffic]\nalgorithm = oab-tree\nroot = 31\n",
                 "x.ini:6: traffic.root: 31 is not a processor; a tree 4 has processors 0 to 15"},
        BadInput{"algorithm", std::string(kCube) + "[traffic]\nalgorithm = aas-hc-dx\n",
                 "x.ini:5: traffic.algorithm: there is no algorithm \"aas-hc-dx\"; the nearest is "
                 "aas-hc-dex"},
        BadInput{"no_variants",
                 std::string(kCube) + "[traffic]\nalgorithm = aas-hc-dex\nvariant = split\n",
                 "x.ini:6: traffic.variant: aas-hc-dex has no variants"},
        BadInput{"variant",
                 std::string(kCube) + "[traffic]\nalgorithm = aas-hc-sex\nvariant = up\n",
                 "x.ini:6: traffic.variant: \"up\" is not known; give descending or ascending"},
        BadInput{"ports",
                 std::string(kCube) + "[router]\nports = 5\n[traffic]\nalgorithm = "
                                      "aas-hc-dex\n",
                 "x.ini:5: router.ports: 5 is more than a node of a hypercube 4 has links; give 1 "
                 "to 4, or all"},
        BadInput{"vcs",
                 std::string(kCube) + "[router]\nvcs = 205\n[traffic]\nalgorithm = "
                                      "aas-hc-dex\n",
                 "x.ini:5: router.vcs: a router of 4 network and 1 local ports takes at most 204 "
                 "virtual channels, not 205"},
        BadInput{"irc_off",
                 "[topology]\nkind = mesh\ndims = 4x4\n[router]\nirc = off\n[traffic]\n"
                 "algorithm = oab-mesh-irc-corner\n",
                 "x.ini:5: router.irc: oab-mesh-irc-corner cannot be played without intermediate "
                 "reception; give on"},
        BadInput{
            "irc_stored",
            "[topology]\nkind = mesh\ndims = 4x4\n[router]\nswitching = "
            "store_and_forward\n[traffic]\nalgorithm = oab-mesh-irc-corner\n",
            "x.ini:5: router.switching: intermediate reception and store_and_forward do not go "
            "together; give wormhole or cut_through"},
        BadInput{"irc_on_stored",
                 std::string(kCube) + "[router]\nirc = on\n[traffic]\nalgorithm = "
                                      "aas-hc-sex\n",
                 "x.ini:5: router.irc: intermediate reception and store_and_forward do not go "
                 "together; give wormhole or cut_through, or router.irc = off"},
        BadInput{"root", std::string(kCube) + "[traffic]\nalgorithm = oas-hc-sbt\nroot = 16\n",
                 "x.ini:6: traffic.root: 16 is not a node; a hypercube 4 has nodes 0 to 15"},
        BadInput{"period",
                 std::string(kCube) + "[clock]\nperiod = 0.0015\n[traffic]\nalgorithm = "
                                      "aas-hc-dex\n",
                 "x.ini:5: clock.period: 0.0015 ns is not a multiple of 0.001 ns"},
        BadInput{"data", std::string(kCube) + "[traffic]\nalgorithm = aas-hc-dex\ndata = m.csv\n",
                 "x.ini:6: traffic.data: aas-hc-dex has no matrix; this key is for app-transpose, "
                 "app-fft2d, app-matvec"},
        BadInput{"output_data",
                 std::string(kCube) + "[traffic]\nalgorithm = aas-hc-dex\n[output]\ndata = t.csv\n",
                 "x.ini:7: output.data: aas-hc-dex has no matrix; this key is for app-transpose, "
                 "app-fft2d, app-matvec"},
        BadInput{"vector",
                 std::string(kCube) + "[traffic]\nalgorithm = aas-hc-dex\nvector = v.csv\n",
                 "x.ini:6: traffic.vector: aas-hc-dex has no vector; this key is for app-matvec"},
        BadInput{"no_data", std::string(kCube) + "[traffic]\nalgorithm = app-transpose\n",
                 "x.ini: traffic.data: is missing; app-transpose needs a CSV file with a matrix"},
        BadInput{"same_file",
                 std::string(kCube) + "[traffic]\nalgorithm = aas-hc-dex\n[output]\n"
                                      "json = a.out\nmessages = ./a.out\n",
                 "x.ini:8: output.messages: is the same file as output.json"},
        BadInput{"overwrites_config",
                 std::string(kCube) + "[traffic]\nalgorithm = aas-hc-dex\n"
                                      "[output]\njson = ./x.ini\n",
                 "x.ini:7: output.json: is the same file as the configuration"}),
    name_of);

struct BadLine {
  std::string name;
  std::vector<std::string> words;
  std::string message;
};

void PrintTo(const BadLine& bad, std::ostream* out) {
  *out << bad.name;
}

class BadCommandLine : public testing::TestWithParam<BadLine> {};

TEST_P(BadCommandLine, HasOneClearMessage) {
  try {
    resolve(gather_config(parse_arguments(GetParam().words, commands())));
    FAIL() << "no error";
  } catch (const ConfigError& error) {
    EXPECT_EQ(std::string(error.what()), GetParam().message);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Arguments, BadCommandLine,
    testing::Values(
        BadLine{"unknown",
                {"run", "--router.dealy=3"},
                "run has no option \"--router.dealy\"; the nearest is --router.delay"},
        BadLine{"no_guessing",
                {"run", "--router.del", "3"},
                "run has no option \"--router.del\"; the nearest is --router.delay"},
        BadLine{"flag",
                {"check", "--resolve"},
                "check has no option \"--resolve\"; the nearest is --resolved"},
        BadLine{"one_dash",
                {"run", "-router.delay"},
                "unknown option \"-router.delay\"; options have two dashes, see flitcast --help"},
        BadLine{"twice",
                {"run", "--router.delay=3", "--router.delay=3"},
                "--router.delay: is given twice"},
        BadLine{"value",
                {"run", "--router.delay=-3"},
                "--router.delay: \"-3\" is out of range; give 0 to 1000000 cycles"},
        BadLine{"value_next",
                {"run", "--router.delay", "-3"},
                "--router.delay: \"-3\" is out of range; give 0 to 1000000 cycles"},
        BadLine{"no_config",
                {"run"},
                "run needs a configuration file, like flitcast run "
                "configs/catalogue/aas-hc-dex.ini, or an algorithm of flitcast list"},
        BadLine{"two_configs",
                {"run", "a.ini", "b.ini"},
                "run takes one configuration file; \"b.ini\" is one too many"},
        BadLine{"missing_file",
                {"run", "/no/such.ini"},
                "cannot read /no/such.ini: No such file or directory"},
        BadLine{"folder", {"run", "/"}, "cannot read /: Is a directory"},
        BadLine{
            "missing_key",
            {"run", "--topology.kind=ring"},
            "--topology.dims: is missing; give the dimension of a hypercube or the depth of "
            "a tree, like 6, the sides of a grid, like 8x8, or the arity and levels of a fat tree, "
            "like 4x3"}),
    [](const testing::TestParamInfo<BadLine>& info) { return info.param.name; });

}  // namespace
}  // namespace flitcast
