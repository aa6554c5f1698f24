// What somebody new tries, and gets wrong: each is what he meant, or is told what would be.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/program/run_flitcast.h"

namespace flitcast::test_newcomer {
namespace {

using Words = std::vector<std::string>;

const std::string kRoot = FLITCAST_ROOT;

/// Tried in a folder of the project, as it is.
ProgramResult tried(const Words& words) {
  return run_flitcast(words, kRoot);
}

struct Attempt {
  std::string name;
  Words words;
  std::string part;  ///< of what the program says
};

std::string attempt_name(const testing::TestParamInfo<Attempt>& info) {
  return info.param.name;
}

class Understood : public testing::TestWithParam<Attempt> {};

TEST_P(Understood, AsItIsMeant) {
  const ProgramResult result = tried(GetParam().words);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_NE(result.out.find(GetParam().part), std::string::npos) << result.out;
}

const std::string kDex = "configs/catalogue/aas-hc-dex.ini";

INSTANTIATE_TEST_SUITE_P(
    Newcomer, Understood,
    testing::Values(
        Attempt{"no_command", {kDex}, "hypercube 6, 64 nodes"},
        Attempt{"key_without_section", {"run", kDex, "--switching=wormhole"}, "wormhole, 1 port"},
        Attempt{"key_in_another_word", {kDex, "--dims", "4"}, "hypercube 4, 16 nodes"},
        Attempt{"switching_in_short", {kDex, "--switching=SF"}, "store_and_forward, 1 port"},
        Attempt{"switching_with_hyphens",
                {"check", "--resolved", kDex, "--switching=store-and-forward"},
                "switching = store_and_forward\n"},
        Attempt{"switching_with_blanks",
                {"check", "--resolved", kDex, "--switching=Store and Forward"},
                "switching = store_and_forward\n"},
        Attempt{"cut_through_in_short",
                {"check", "--resolved", kDex, "--switching=vct"},
                "switching = cut_through\n"},
        Attempt{"kind_with_a_hyphen",
                {"check", "--kind=fat-tree", "--dims=2x2", "--algorithm=aab-bruck"},
                "on fat_tree 2x2, 4 processors"},
        Attempt{"id_for_a_file", {"run", "aas-hc-dex"}, "hypercube 4, 16 nodes"},
        Attempt{"other_network",
                {"check", "oab-mesh", "--dims=4x8"},
                "broadcast on mesh 4x8, 32 nodes"},
        Attempt{"list_of_a_network", {"list", "mesh"}, "\naas-mesh-dex "},
        Attempt{"list_by_the_name_in_mpi", {"list", "MPI_Alltoall"}, "\naas-hc-dex "},
        Attempt{"list_of_two_words", {"list", "all-to-all", "broadcast"}, "\naab-ring "},
        Attempt{"list_of_an_author", {"list", "rabenseifner"}, "\nallreduce-rabenseifner "},
        Attempt{"help_on_a_key", {"help", "switching"}, "--router.switching=wormhole | "},
        Attempt{"help_on_a_section", {"help", "link"}, "--link.duplex=full | half"}),
    attempt_name);

class Hinted : public testing::TestWithParam<Attempt> {};

TEST_P(Hinted, InOneLine) {
  const ProgramResult result = tried(GetParam().words);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  EXPECT_NE(result.err.find(GetParam().part), std::string::npos) << result.err;
}

INSTANTIATE_TEST_SUITE_P(
    Newcomer, Hinted,
    testing::Values(
        Attempt{"operation_as_command", {"alltoall"}, "flitcast list alltoall has its algorithms"},
        Attempt{"id_as_command", {"aas-hc-dex"}, "flitcast run aas-hc-dex runs an example"},
        Attempt{"operation_to_run", {"run", "alltoall"}, "give one, like flitcast run aas-hc-sex"},
        Attempt{"operation_as_algorithm",
                {"check", "--kind=mesh", "--dims=4x4", "--algorithm=bcast"},
                "--traffic.algorithm: \"bcast\" means 17 algorithms; give one, like "
                "oab-mesh-irc-corner, and see flitcast list bcast"},
        Attempt{"id_misspelt", {"run", "aas-hc-dx"}, "the nearest is aas-hc-dex"},
        Attempt{"folder_misspelt",
                {"run", "configs/catalog/aas-hc-dex.ini"},
                "No such file or directory; the nearest is configs/catalogue\n"},
        Attempt{"file_misspelt",
                {"configs/catalogue/aas_hc_dex.ini"},
                "the nearest is configs/catalogue/aas-hc-dex.ini"},
        Attempt{"key_misspelt", {kDex, "--swiching=wormhole"}, "the nearest is --router.switching"},
        Attempt{"dash_for_underscore", {kDex, "--message-flits=8"}, "give --traffic.message_flits"},
        Attempt{"key_of_another_section", {kDex, "--router.startup=5"}, "; give --ni.startup\n"},
        Attempt{"size_of_messages", {kDex, "--size=16"}, "; give --traffic.message_flits\n"},
        Attempt{"flits_of_messages", {kDex, "--flits=5"}, "; give --traffic.message_flits\n"},
        Attempt{"symbol_of_the_size", {kDex, "--mu=5"}, "; give --traffic.message_flits\n"},
        Attempt{"number_of_nodes", {kDex, "--nodes=16"}, "; give --topology.dims\n"},
        Attempt{"number_of_nodes_in_a_sweep",
                {"sweep", kDex, "--sweep.nodes=2..4"},
                "there is no key \"nodes\"; give dims\n"},
        Attempt{
            "algorithm_in_short", {"check", "--algo=aas-hc-dex"}, "; give --traffic.algorithm\n"},
        Attempt{"virtual_channels", {kDex, "--vc=2"}, "; give --router.vcs\n"},
        Attempt{"size_of_buffers", {kDex, "--buffer-size=2"}, "; give --router.buffer_flits\n"},
        Attempt{"number_or_word", {kDex, "--ports=both"}, "give one like 5, or all\n"},
        Attempt{"key_like_no_other", {kDex, "--foobar=1"}, "; see flitcast help run\n"},
        Attempt{"help_on_a_key_misspelt",
                {"help", "traffic.message_flit"},
                "the nearest is traffic.message_flits\n"},
        Attempt{"help_on_a_command_misspelt", {"help", "swep"}, "the nearest is sweep\n"},
        Attempt{"list_of_nothing", {"list", "nothing"}, "\"nothing\"; see flitcast list\n"},
        Attempt{
            "algorithm_like_no_other", {"run", "something"}, "\"something\"; see flitcast list\n"},
        Attempt{"command_like_no_other", {"frobnicate"}, "is not a command; give run, "},
        Attempt{"sweep_without_its_name",
                {"sweep", kDex, "--skip=unfit"},
                "sweep takes no --skip; give --sweep.skip=unfit\n"},
        Attempt{"list_for_a_value",
                {"sweep", kDex, "--message_flits=1,2"},
                "give the list as \"--sweep.message_flits=1,2\"\n"},
        Attempt{"only_a_json_that_is_not_there",
                {"run", kDex, "--only-json"},
                "--only-json: there is no JSON to write; give --output.json=FILE, "},
        Attempt{"section_for_a_key", {kDex, "--topology=mesh"}, "give --topology.kind, "},
        Attempt{"two_keys_of_that_name", {kDex, "--delay=2"}, "--router.delay or --link.delay"},
        Attempt{"word_of_another_program",
                {kDex, "--switching=packet"},
                "give wormhole, cut_through or store_and_forward"},
        Attempt{"option_of_another_command", {kDex, "--out=x.json"}, "give --output.json=FILE"},
        Attempt{"option_of_nobody", {"list", "--kind=mesh"}, "see flitcast help list"},
        Attempt{"waveform_by_another_name", {kDex, "--vcd=x.fst"}, "or trace.fst"},
        Attempt{"command_misspelt", {"swep"}, "the nearest is sweep"},
        Attempt{"help_on_an_algorithm", {"help", "aas-hc-dex"}, "flitcast list aas-hc-dex"}),
    attempt_name);

}  // namespace
}  // namespace flitcast::test_newcomer
