#include <string>

#include <gtest/gtest.h>

#include "tb/cli/arguments.h"
#include "tb/cli/commands/commands.h"
#include "tb/config/ini/raw_config.h"
#include "tb/config/resolve/resolve.h"

namespace flitcast::test_config_errors {
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

const char* const kCube = "[topology]\nkind = hypercube\ndims = 4\n";

// Those that are told on the command line, too, are in configs/regress/refused.
INSTANTIATE_TEST_SUITE_P(
    Values, BadFile,
    testing::Values(
        BadInput{"comment_only", "[ni]\nstartup = # later\n",
                 "x.ini:2: ni.startup: has no value; give a number, like 5 or 5 cycles"},
        BadInput{"negative", "[router]\ndelay = -1\n",
                 "x.ini:2: router.delay: \"-1\" is out of range; give 0 to 1000000 cycles"},
        BadInput{"file_name", "[output]\njson =\n",
                 "x.ini:2: output.json: has no value; give the name of a file"},
        BadInput{"expectation", "[expect]\nrounds = 3 +- -1\n",
                 "x.ini:2: expect.rounds: the tolerance \"-1\" is out of range; give 0 to "
                 "1000000000000000"},
        BadInput{"no_tolerance", "[expect]\nrounds = 3 +-\n",
                 "x.ini:2: expect.rounds: the tolerance has no value; give a number, like 5"},
        BadInput{"control_bytes", "[router]\nswitching = w\x01\x1b[31m\n",
                 "x.ini:2: router.switching: \"w??[31m\" is not known; give wormhole, cut_through "
                 "or store_and_forward"},
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
}  // namespace flitcast::test_config_errors
