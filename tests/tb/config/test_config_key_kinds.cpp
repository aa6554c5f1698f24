#include <gtest/gtest.h>

#include "tb/config/keys/config_key_kinds.h"

namespace flitcast::test_config_key_kinds {
namespace {

/// What the key makes of a configuration when it is given.
Config given(const ConfigKey& key, std::string_view text) {
  Config config;
  key.check(text);
  key.apply(config, text);
  return config;
}

std::string refusal(const ConfigKey& key, std::string_view text) {
  try {
    key.check(text);
  } catch (const ValueError& error) {
    return error.what();
  }
  return "";
}

TEST(IntegerKey, TakesTheNumbersOfItsRange) {
  const ConfigKey key =
      integer("run.stall_cycles", &Config::stall_cycles, {2, 12}, kCycles, "how long");
  EXPECT_EQ(key.range, "2 … 12");
  EXPECT_EQ(key.unit, "cycles");
  EXPECT_EQ(key.syntax, "N");
  EXPECT_TRUE(key.numeric);
  EXPECT_EQ(given(key, "2").stall_cycles, 2);
  EXPECT_EQ(given(key, "12 cycles").stall_cycles, 12);
  EXPECT_EQ(refusal(key, "1"), "\"1\" is out of range; give 2 to 12 cycles");
  EXPECT_EQ(refusal(key, "13"), "\"13\" is out of range; give 2 to 12 cycles");
  EXPECT_EQ(key.show(given(key, "7")), "7");
}

TEST(IntegerKey, SaysLargeNumbersAsPowers) {
  const auto range = [](std::int64_t max) {
    return integer("run.seed", &Config::seed, {0, max}, kNoUnit, "").range;
  };
  EXPECT_EQ(range(1'000'000'000), "0 … 1000000000");
  EXPECT_EQ(range(1'000'000'000'000), "0 … 10^12");
  EXPECT_EQ(range(1'000'000'000'001), "0 … 1000000000001");
  EXPECT_EQ(range(9'223'372'036'854'775'807), "0 … 2^63 - 1");
}

// The member's initialiser is the default, wherever the member is.
TEST(Key, HasTheDefaultOfItsMember) {
  const Config config;
  EXPECT_EQ(integer("a.b", &Config::stall_cycles, {1, 9}, kCycles, "").fallback,
            std::to_string(config.stall_cycles));
  EXPECT_EQ(integer("a.b", &NetworkConfig::link_delay, {1, 9}, kCycles, "").fallback,
            std::to_string(config.network.link_delay));
  EXPECT_EQ(integer("a.b", &RowParameters::radix, {1, 9}, kNoUnit, "").fallback,
            std::to_string(config.parameters.radix));
  EXPECT_EQ(integer("a.b", &Config::max_cycles, {1, 9}, kCycles, "").fallback, "none");
  EXPECT_EQ(on_off("a.b", &Config::allow_deadlock, "").fallback, "off");
  EXPECT_EQ(choice("a.b", &Config::sync, {"barrier", "dataflow"}, "").fallback, "barrier");
  EXPECT_EQ(output_file("a.b", &TraceConfig::vcd_file, "FILE", "").fallback, "none");
  EXPECT_EQ(decimal("a.b", &Config::clock_period_ns, 0.5, 9, kNanoseconds, "").fallback, "1");
}

TEST(Key, MayBeSaidInOtherWords) {
  const ConfigKey key = integer("traffic.root", &Config::root, {0, 9}, kNoUnit, "who begins")
                            .spelled("NODE")
                            .within("0 … nodes - 1")
                            .otherwise("the first")
                            .counting(kFlits);
  EXPECT_EQ(key.name, "traffic.root");
  EXPECT_EQ(key.syntax, "NODE");
  EXPECT_EQ(key.range, "0 … nodes - 1");
  EXPECT_EQ(key.fallback, "the first");
  EXPECT_EQ(key.unit, "flits");
  EXPECT_EQ(key.help, "who begins");
  EXPECT_EQ(given(key, "9").root, 9U);
}

TEST(Key, IsShownWhereItHasAnEffect) {
  const ConfigKey key =
      integer("traffic.root", &Config::root, {0, 9}, kNoUnit, "").shown_if([](const Config& c) {
        return c.irc;
      });
  Config config;
  EXPECT_FALSE(key.show(config));
  config.irc = true;
  EXPECT_EQ(key.show(config), "0");
  EXPECT_FALSE(on_off("router.irc", &Config::irc, "").not_shown().show(config));
}

TEST(IntegerOrWordKey, TakesBoth) {
  const ConfigKey key = integer_or("auto", Config::kAutoBuffer, "router.buffer_flits",
                                   &NetworkConfig::buffer_flits, {1, 8}, kFlits, "room");
  EXPECT_EQ(key.syntax, "N | auto");
  EXPECT_EQ(given(key, "8 flits").network.buffer_flits, 8);
  const Config config = given(key, " auto ");
  EXPECT_EQ(config.network.buffer_flits, Config::kAutoBuffer);
  EXPECT_EQ(key.show(config), "auto");
  EXPECT_EQ(refusal(key, "9"), "\"9\" is out of range; give 1 to 8 flits, or auto");
  EXPECT_EQ(refusal(key, "all"),
            "\"all\" is not a number of flits; give one like 5 or 5 flits, or auto");
}

TEST(ChoiceKey, TakesItsWordsInTheOrderOfTheValues) {
  const ConfigKey key = choice("link.duplex", &NetworkConfig::duplex, {"full", "half"}, "");
  EXPECT_EQ(key.syntax, "full | half");
  EXPECT_EQ(given(key, "full").network.duplex, Duplex::kFull);
  EXPECT_EQ(given(key, "half").network.duplex, Duplex::kHalf);
  EXPECT_EQ(key.show(given(key, "half")), "half");
  EXPECT_EQ(refusal(key, "double"), "\"double\" is not known; give full or half");
}

TEST(FileKey, SaysWhatTheFileIsToTheProgram) {
  const ConfigKey input = input_file("traffic.data", &Config::data_file, "FILE.csv", "");
  EXPECT_EQ(input.file, ConfigKey::File::kRead);
  EXPECT_EQ(input.file_name(given(input, "m.csv")), "m.csv");
  EXPECT_EQ(input.show(given(input, "/m.csv")), "/m.csv");

  const ConfigKey either =
      input_file_or({"identity", "gray"}, "traffic.placement", &Config::placement, "FILE", "");
  EXPECT_EQ(either.syntax, "identity | gray | FILE");
  EXPECT_EQ(either.fallback, "identity");
  EXPECT_TRUE(either.reads_file("p.txt"));
  EXPECT_EQ(either.file_name(given(either, "p.txt")), "p.txt");
  EXPECT_EQ(either.show(given(either, "/p.txt")), "/p.txt");
  EXPECT_FALSE(either.reads_file("gray"));
  EXPECT_EQ(either.file_name(given(either, "gray")), "");
  EXPECT_EQ(either.show(given(either, "gray")), "gray");

  const ConfigKey output = output_file("trace.vcd", &TraceConfig::vcd_file, "FILE.vcd", "");
  EXPECT_EQ(output.file, ConfigKey::File::kWritten);
  EXPECT_EQ(output.file_name(given(output, "w.vcd")), "w.vcd");
  EXPECT_EQ(refusal(output, "-"),
            "- is standard output, which only output.json takes; give a file name");

  const ConfigKey json =
      output_file("output.json", &Config::json_file, "FILE", "").or_standard_output();
  EXPECT_EQ(json.syntax, "FILE | -");
  EXPECT_EQ(given(json, "-").json_file, "-");
  EXPECT_EQ(on_off("router.irc", &Config::irc, "").file, ConfigKey::File::kNone);
}

// The folder of a configuration file may be called what no value of a key can be.
TEST(FileKey, TakesAFolderWithACommentSign) {
  const ConfigKey key = input_file("traffic.data", &Config::data_file, "FILE.csv", "");
  EXPECT_NE(refusal(key, "a#b/m.csv"), "");
  Config config;
  key.apply(config, "a#b/m.csv");
  EXPECT_EQ(config.data_file, "a#b/m.csv");
}

}  // namespace
}  // namespace flitcast::test_config_key_kinds
