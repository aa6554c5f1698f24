// What is done at once changes nothing: with run.flit_by_flit the program prints and writes the
// same for drawn configurations, networks, hardware and traffic of all kinds, and for those that
// come with it. A sample of the drawn ones; more by hand:
//
//   FLITCAST_CONFIGURATIONS=5000 build/tests/program/test_program_flit_by_flit
//
// FLITCAST_SEED draws others.

#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hw/routing/routing_policies.h"
#include "tests/support/program/flit_by_flit.h"
#include "tests/support/runs/drawn_config.h"

namespace flitcast::test_flit_by_flit {
namespace {

DrawnKeys contract(ConfigDraw& config) {
  Draw& draw = config.draw();
  DrawnKeys keys{{"router.switching", config.switching()}, {"link.duplex", config.duplex()}};
  if (draw.one_in(3)) {
    keys.emplace_back("router.flow_control", config.flow_control());
  } else if (draw.one_in(2)) {
    keys.emplace_back("router.vcs", std::to_string(draw.between(2, 5)));
  }
  if (draw.one_in(2)) {
    keys.emplace_back("router.buffer_flits", std::to_string(draw.between(1, 40)));
  }
  return keys;
}

DrawnKeys load(Draw& draw) {
  return {{"load.rate", draw.any_of<std::string>({"0.02", "0.1", "0.3", "0.7"})},
          {"load.sizes", draw.any_of<std::string>({"1", "4", "1:1,5:2", "17", "60"})},
          {"load.warm_up", std::to_string(draw.between(0, 200))},
          {"load.most_cycles", std::to_string(draw.between(300, 2000))},
          {"load.drain", draw.any_of<std::string>({"never", "unless_saturated", "always"})}};
}

DrawnKeys schedule(ConfigDraw& config, const Topology& topology) {
  std::vector<const Row*> rows;
  for (const Row& row : catalogue()) {
    if (ConfigDraw::fits(row, topology)) {
      rows.push_back(&row);
    }
  }
  if (rows.empty()) {
    return {};
  }
  const Row& row = *config.draw().any_of(rows);
  DrawnKeys keys = config.traffic(row, topology);
  add_keys(config.operation(*row.operation, topology), keys);
  keys.emplace_back("traffic.message_flits", config.draw().one_in(4)
                                                 ? std::to_string(config.draw().between(20, 200))
                                                 : config.flits(topology));
  keys.emplace_back("traffic.sync", config.draw().any_of<std::string>({"barrier", "dataflow"}));
  return keys;
}

/// Not every one can be played; worms that get stuck are played as well.
std::vector<std::string> drawn_words(ConfigDraw& config) {
  Draw& draw = config.draw();
  auto [topology, keys] = config.any_network();
  add_keys(config.timing(), keys);
  add_keys({{"router.ports", draw.any_of<std::string>({"1", "1", "2", "all"})}}, keys);
  add_keys(draw.one_in(2) ? config.staged() : contract(config), keys);
  if (draw.one_in(3)) {
    const auto policy = draw.between<std::size_t>(0, std::size(kRoutingPolicies) - 1);
    keys.emplace_back("router.routing", kRoutingPolicies[policy]().word);
    keys.emplace_back("router.selection", draw.any_of<std::string>({"credits", "random", "fixed"}));
  }
  const int traffic = draw.between(0, 2);
  if (traffic != 0) {
    add_keys(schedule(config, topology), keys);
    keys.emplace_back("output.messages", "messages.csv");
  }
  if (traffic != 1) {
    add_keys(load(draw), keys);
  }
  keys.emplace_back("run.allow_deadlock", "on");
  keys.emplace_back("run.max_cycles", "20000");
  std::vector<std::string> words;
  std::set<std::string> given;
  for (const auto& [key, value] : keys) {
    if (given.insert(key).second) {
      words.push_back("--" + key + "=" + value);
    }
  }
  return words;
}

constexpr std::uint64_t kParts = 4;

class DrawnFlitByFlit : public testing::TestWithParam<std::uint64_t> {};

TEST_P(DrawnFlitByFlit, IsTheSame) {
  const std::uint64_t wanted = from_environment("FLITCAST_CONFIGURATIONS", 40) / kParts;
  ConfigDraw config(from_environment("FLITCAST_SEED", 1) * kParts + GetParam());
  std::uint64_t played = 0;
  std::string refusals;
  for (std::uint64_t drawn = 0; played < wanted; ++drawn) {
    ASSERT_LT(drawn, 10 * wanted) << "most are refused:\n" << refusals;
    const std::vector<std::string> words = drawn_words(config);
    std::string told;
    for (const std::string& word : words) {
      told += " " + word;
    }
    SCOPED_TRACE(told);
    const std::string refusal = expect_same_flit_by_flit(words);
    played += refusal.empty() ? 1 : 0;
    refusals += refusal;
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, DrawnFlitByFlit, testing::Range(std::uint64_t{0}, kParts));

}  // namespace
}  // namespace flitcast::test_flit_by_flit
