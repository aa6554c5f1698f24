#include <gtest/gtest.h>

#include "tb/config/ini/raw_config.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/expect_keys.h"
#include "tb/config/resolve/resolve.h"
#include "tb/results/config_file.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_config {
namespace {

const char* const kDex =
    "[topology]\nkind = hypercube\ndims = 4\n[traffic]\nalgorithm = aas-hc-dex\n";

Config resolved(const std::string& text) {
  return resolve(parse_config(text, "x.ini"));
}

Config resolved_with(const char* key, const char* value) {
  RawConfig raw = parse_config(kDex, "x.ini");
  give(raw, key, value);
  return resolve(raw);
}

TEST(Config, DefaultsComeFromTheRow) {
  const Config dex = resolved(kDex);
  EXPECT_EQ(dex.network.switching, Switching::kWormhole);
  EXPECT_EQ(dex.network.ports, 1);
  EXPECT_FALSE(dex.irc);
  EXPECT_TRUE(dex.notes.empty());

  const Config allport =
      resolved("[topology]\nkind=hypercube\ndims=5\n[traffic]\nalgorithm=aas-hc-allport-sf\n");
  EXPECT_EQ(allport.network.switching, Switching::kStoreAndForward);
  EXPECT_EQ(allport.network.ports, 5);

  const Config corner =
      resolved("[topology]\nkind=mesh\ndims=4x3\n[traffic]\nalgorithm=oab-mesh-irc-corner\n");
  EXPECT_TRUE(corner.irc);
  EXPECT_EQ(corner.variant, "C-R");
}

TEST(Config, FillsInEveryOtherDefault) {
  const Config config = resolved(kDex);
  EXPECT_EQ(config.network.vcs, 1);
  EXPECT_EQ(config.network.router_delay, 0);
  EXPECT_EQ(config.network.link_delay, 1);
  EXPECT_EQ(config.network.cycles_per_flit, 1);
  EXPECT_EQ(config.network.startup, 0);
  EXPECT_EQ(config.network.copy_per_flit, 0);
  EXPECT_EQ(config.network.reduce_per_flit, 0);
  EXPECT_EQ(config.clock_period_ns, 1.0);
  EXPECT_EQ(config.message_flits, 1U);
  EXPECT_EQ(config.seed, 1U);
  EXPECT_FALSE(config.max_cycles);
  EXPECT_TRUE(config.expectations.empty());
}

TEST(Config, ReadsTheKeysOfHardwareTrafficAndOutputs) {
  const Config config = resolved(
      "topology.kind = hypercube\ntopology.dims = 4\n"
      "[router]\nswitching = cut_through\nports = 2\nirc = off\nvcs = 3\ndelay = 2\n"
      "routing = descending\n[link]\ndelay = 3\ncycles_per_flit = 4\n"
      "duplex = half\n[ni]\nstartup = 100\n"
      "copy_per_flit = 5\nreduce_per_flit = 6 cycles\n"
      "[clock]\nperiod = 0.5\n[traffic]\nalgorithm = oas-hc-sbt\nmessage_flits = 8\nroot = 3\n"
      "variant = ascending\nsync = dataflow\n[run]\nseed = 7\nmax_cycles = 1000\n"
      "stall_cycles = 50\nallow_deadlock = on\n"
      "[output]\njson = a.json\nmessages = b.csv\nlinks = c.csv\nactivity = d.csv\n"
      "[expect]\ncompletion_cycles = 12 +- 3\nrounds = 4\nexcess_cycles = -5 ± 6\n");
  EXPECT_EQ(config.network.switching, Switching::kCutThrough);
  EXPECT_EQ(config.network.ports, 2);
  EXPECT_EQ(config.network.vcs, 3);
  EXPECT_EQ(config.network.router_delay, 2);
  EXPECT_EQ(config.network.order, RoutingOrder::kDescending);
  EXPECT_EQ(config.network.link_delay, 3);
  EXPECT_EQ(config.network.cycles_per_flit, 4);
  EXPECT_EQ(config.network.startup, 100);
  EXPECT_EQ(config.network.copy_per_flit, 5);
  EXPECT_EQ(config.network.reduce_per_flit, 6);
  EXPECT_EQ(config.clock_period_ns, 0.5);
  EXPECT_EQ(config.row->id, "oas-hc-sbt");
  EXPECT_EQ(config.message_flits, 8U);
  EXPECT_EQ(config.root, 3U);
  EXPECT_EQ(config.variant, "ascending");
  EXPECT_EQ(config.seed, 7U);
  EXPECT_EQ(config.max_cycles, 1000);
  EXPECT_EQ(config.json_file, "a.json");
  EXPECT_EQ(config.messages_file, "b.csv");
  EXPECT_EQ(config.links_file, "c.csv");
  EXPECT_EQ(config.activity_file, "d.csv");
  EXPECT_EQ(config.network.duplex, Duplex::kHalf);
  EXPECT_EQ(config.sync, Sync::kDataflow);
  EXPECT_EQ(config.stall_cycles, 50);
  EXPECT_TRUE(config.allow_deadlock);
  ASSERT_EQ(config.expectations.size(), 3U);
  EXPECT_EQ(expected_text(config.expectations.at("completion_cycles")), "12 +- 3");
  EXPECT_EQ(expected_text(config.expectations.at("rounds")), "4");
  EXPECT_EQ(expected_text(config.expectations.at("excess_cycles")), "-5 +- 6");
}

TEST(Config, TakesCommentsByteOrderMarkAndCarriageReturns) {
  const Config config = resolved(
      "\xEF\xBB\xBF# a\r\n; b\r\n[topology] # c\r\n\tkind = hypercube ; d\r\ndims=4\r\n\r\n"
      "[traffic]\r\nalgorithm = aas-hc-dex\r\n");
  EXPECT_EQ(config.topology_dims, std::vector<std::uint32_t>{4});
  EXPECT_EQ(config.row->id, "aas-hc-dex");
}

TEST(Config, TakesTheUnitOfAKeyBehindItsNumber) {
  EXPECT_EQ(resolved_with("router.delay", "5 cycles").network.router_delay, 5);
  EXPECT_EQ(resolved_with("link.delay", "1cycle").network.link_delay, 1);
  EXPECT_EQ(resolved_with("traffic.message_flits", "8 flits").message_flits, 8U);
  EXPECT_EQ(resolved_with("clock.period", "2.5 ns").clock_period_ns, 2.5);
}

TEST(Config, AllPortsMeansTheDegree) {
  EXPECT_EQ(resolved_with("router.ports", "all").network.ports, 4);
  const Config mesh = resolved(
      "[topology]\nkind=mesh\ndims=4x1\n[router]\nports=all\n[traffic]\n"
      "algorithm=oab-mesh-irc-corner\n");
  EXPECT_EQ(mesh.network.ports, 2);
}

TEST(Config, TheCommandLineGoesOverTheFile) {
  RawConfig raw = parse_config(std::string(kDex) + "[router]\ndelay = 3\n", "x.ini");
  EXPECT_EQ(raw.places.of("router.delay"), "x.ini:7: router.delay");
  give(raw, "router.delay", "9");
  EXPECT_EQ(raw.places.of("router.delay"), "--router.delay");
  EXPECT_EQ(resolve(raw).network.router_delay, 9);
}

TEST(Config, NotesWhereAKeyContradictsTheRow) {
  EXPECT_EQ(
      resolved_with("router.switching", "cut_through").notes,
      std::vector<std::string>{"router.switching = cut_through: aas-hc-dex is made for wormhole"});
  EXPECT_EQ(resolved_with("router.ports", "2").notes,
            std::vector<std::string>{"router.ports = 2: aas-hc-dex is made for 1"});
  EXPECT_EQ(
      resolved_with("router.irc", "on").notes,
      std::vector<std::string>{"router.irc = on: aas-hc-dex does not use intermediate reception"});
  EXPECT_TRUE(resolved_with("router.switching", "wormhole").notes.empty());
}

TEST(Config, SaysApartFromTheNotesWhichKeysHaveNoEffect) {
  const Config config = resolved_with("traffic.root", "3");
  EXPECT_EQ(config.ineffective,
            std::vector<std::string>{"traffic.root has no effect on aas-hc-dex"});
  EXPECT_TRUE(config.notes.empty());
  const Config tree = resolve(
      parse_config("[topology]\nkind = tree\ndims = 3\n[router]\nrouting = descending\n[traffic]\n"
                   "algorithm = aor-tree\n",
                   "x.ini"));
  EXPECT_EQ(tree.ineffective, std::vector<std::string>{"router.routing has no effect on a tree"});
  EXPECT_TRUE(tree.notes.empty());
}

// Else the result of a run would not be that of a run of its own configuration.
TEST(Config, HasTheSameNotesWhenReadBack) {
  RawConfig raw = parse_config(kDex, "x.ini");
  for (const char* key : {"traffic.root", "traffic.shift", "router.ports", "traffic.radix"}) {
    give(raw, key, "2");
  }
  Config config = resolve(raw);
  config.network.buffer_flits = 8;  // follows from the schedule
  EXPECT_EQ(config.ineffective.size(), 3U);
  EXPECT_EQ(resolve(parse_config(resolved_ini(config), "again.ini")).notes, config.notes);
}

TEST(Config, NotesWhenStartUpIsShorterThanAFlit) {
  EXPECT_EQ(resolved_with("link.cycles_per_flit", "5").notes.size(), 0U);
  EXPECT_EQ(resolved_with("link.cycles_per_flit", "6").notes.size(), 1U);
}

TEST(Config, MatrixFilesCountFromTheFolderOfTheConfig) {
  const TempFolder folder;
  std::filesystem::create_directory(folder.path("sub"));
  const std::string file = folder.write("sub/x.ini", "[traffic]\ndata = ../m.csv\n");
  EXPECT_EQ(read_config(file).texts["traffic.data"], folder.path("m.csv"));
  RawConfig raw = read_config(file);
  give(raw, "traffic.data", "n.csv");
  EXPECT_EQ(raw.texts["traffic.data"], "n.csv");
}

TEST(Config, EveryKeyIsInTheHelp) {
  const std::string help = config_key_help();
  for (const ConfigKey& key : config_keys()) {
    EXPECT_NE(help.find("--" + std::string(key.name)), std::string::npos) << key.name;
    EXPECT_FALSE(key.help.empty()) << key.name;
    EXPECT_FALSE(key.fallback.empty()) << key.name;
  }
}

}  // namespace
}  // namespace flitcast::test_config
