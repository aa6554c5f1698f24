#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tb/sim/simulated_run.h"
#include "tests/support/count.h"
#include "tests/support/runs/drawn_config.h"

// Every row that shares no link takes exactly as long as is predicted, whatever the delays, in its
// own model and in every other that it can be played in. A sample of configurations; more of them
// by hand:
//
//   FLITCAST_CONFIGURATIONS=20000 build/tests/tb/plan/test_tb_plan --gtest_filter='*ExactTiming*'
//
// FLITCAST_SEED draws others.

namespace flitcast::test_exact_timing {
namespace {

/// Hardware that differs from the row's own, or not.
DrawnKeys hardware(ConfigDraw& config) {
  Draw& draw = config.draw();
  DrawnKeys keys = config.timing();
  const auto sometimes = [&](const char* key, const std::string& value) {
    if (draw.one_in(2)) {
      keys.emplace_back(key, value);
    }
  };
  sometimes("router.switching", config.switching());
  sometimes("link.duplex", config.duplex());
  if (draw.one_in(3)) {
    keys.emplace_back("router.flow_control", config.flow_control());
  }
  sometimes("router.routing", draw.any_of<std::string>({"ascending", "descending", "source"}));
  if (draw.one_in(3)) {
    keys.emplace_back("router.ports", draw.any_of<std::string>({"1", "2", "3", "all"}));
  }
  if (draw.one_in(4)) {
    keys.emplace_back("router.vcs", draw.any_of<std::string>({"1", "2", "3"}));
  }
  if (draw.one_in(4)) {
    keys.emplace_back("router.buffer_flits",
                      std::to_string(draw.between(1, draw.one_in(2) ? 200 : 40)));
  }
  return keys;
}

/// A note says that the prediction may not be exact.
bool told(const Config& config) {
  return std::any_of(config.notes.begin(), config.notes.end(), [](const std::string& note) {
    return contains(note, "shows as excess") || contains(note, "exact for single rounds only");
  });
}

/// One configuration of the row.
DrawnKeys drawn(const Row& row, ConfigDraw& config) {
  const Topology topology = config.network_of(row);
  DrawnKeys keys = keys_of(topology);
  add_keys(config.traffic(row, topology), keys);
  add_keys(config.operation(*row.operation, topology), keys);
  if (row.application == nullptr) {
    keys.emplace_back("traffic.message_flits", config.flits(topology));
  }
  add_keys(hardware(config), keys);
  return keys;
}

/// Plays what is drawn, if it can be played, shares no link and no note says otherwise.
bool exact(const DrawnKeys& keys) {
  try {
    const Plan plan(raw_of(keys));
    if (plan.report().link_contention > 1 || told(plan.config())) {
      return false;
    }
    const ScheduleRun played = simulate(plan, plan.config(), {});
    EXPECT_EQ(played.data_check, DataCheck::kPassed) << options_of_keys(keys);
    EXPECT_EQ(played.completion_cycles - plan.prediction().cycles, 0) << options_of_keys(keys);
    return true;
  } catch (const ConfigError&) {
    return false;
  }
}

class ExactTiming : public testing::TestWithParam<std::string_view> {};

TEST_P(ExactTiming, HasNoExcess) {
  const std::vector<Row>& rows = catalogue();
  const std::uint64_t wanted = from_environment("FLITCAST_CONFIGURATIONS", 60 * rows.size());
  const std::uint64_t share = (wanted + rows.size() - 1) / rows.size();
  const Row& row = find_row(GetParam());
  const auto number = static_cast<std::uint64_t>(&row - rows.data());
  ConfigDraw config(from_environment("FLITCAST_SEED", 1) * rows.size() + number);
  std::uint64_t played = 0;
  for (std::uint64_t tried = 0; played < share; ++tried) {
    ASSERT_LT(tried, 2000 * share) << "there is hardly anything to play";
    played += exact(drawn(row, config)) ? 1 : 0;
  }
}

std::vector<std::string_view> all_rows() {
  std::vector<std::string_view> ids;
  for (const Row& row : catalogue()) {
    ids.push_back(row.id);
  }
  return ids;
}

INSTANTIATE_TEST_SUITE_P(Rows, ExactTiming, testing::ValuesIn(all_rows()), [](const auto& tested) {
  std::string name(tested.param);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace flitcast::test_exact_timing
