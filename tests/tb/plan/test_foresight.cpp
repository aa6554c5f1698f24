#include <gtest/gtest.h>

#include "tb/config/resolve/resolve.h"
#include "tb/plan/plan.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_foresight {
namespace {

RawConfig configuration(const std::string& kind, const std::string& dims, std::string_view row) {
  RawConfig raw;
  give(raw, "topology.kind", kind);
  give(raw, "topology.dims", dims);
  give(raw, "traffic.algorithm", std::string(row));
  return raw;
}

/// What foresee() says, and of which configuration.
struct Foresight {
  Config config;
  std::optional<Prediction> prediction;
};

Foresight foresight_of(const RawConfig& raw) {
  Config config = resolve(raw);
  const std::optional<Prediction> prediction = foresee(raw, config);
  return {config, prediction};
}

/// The same; its refusal, if it has one.
std::pair<std::optional<Foresight>, std::string> foreseen(const RawConfig& raw) {
  try {
    return {foresight_of(raw), ""};
  } catch (const ConfigError& error) {
    return {std::nullopt, error.what()};
  }
}

/// The prediction of a plan, or why there is none.
std::pair<std::optional<Prediction>, std::string> planned(const RawConfig& raw) {
  try {
    return {Plan(raw).prediction(), ""};
  } catch (const ConfigError& error) {
    return {std::nullopt, error.what()};
  }
}

/// Returns whether a closed form was compared.
bool compare(const RawConfig& raw, const std::string& what) {
  const auto [foresight, refusal] = foreseen(raw);
  const auto [prediction, plan_refusal] = planned(raw);
  if (!foresight) {
    EXPECT_EQ(refusal, plan_refusal) << what;
    return false;
  }
  if (!prediction || !prediction->closed_form) {
    EXPECT_TRUE(!prediction || !foresight->prediction) << what;
    return false;
  }
  EXPECT_TRUE(foresight->prediction.has_value()) << what;
  if (foresight->prediction) {
    EXPECT_EQ(foresight->prediction->cycles, prediction->cycles) << what;
    EXPECT_EQ(foresight->prediction->lower_bound_cycles, prediction->lower_bound_cycles) << what;
    EXPECT_EQ(foresight->prediction->terms, prediction->terms) << what;
  }
  return true;
}

TEST(Foresight, IsWhatThePlanOfTheScheduleSaysOfEveryRow) {
  const std::pair<const char*, const char*> networks[] = {
      {"hypercube", "3"}, {"mesh", "4x4"}, {"mesh", "3x5"}, {"torus", "4x4"},
      {"ring", "6"},      {"line", "7"},   {"tree", "3"},   {"hypercube", "0"}};
  std::size_t compared = 0;
  for (const Row& row : catalogue()) {
    for (const auto& [kind, dims] : networks) {
      for (const char* switching : {"wormhole", "store_and_forward"}) {
        RawConfig raw = configuration(kind, dims, row.id);
        give(raw, "router.switching", switching);
        give(raw, "traffic.message_flits", "8");
        if (row.takes("traffic.destinations")) {
          give(raw, "traffic.destinations", "all");
        }
        const bool same = compare(raw, std::string(row.id) + " " + kind + " " + dims);
        compared += same ? 1 : 0;
      }
    }
  }
  EXPECT_GT(compared, 100U);
}

// 63·(t_s + μ·t_m) + 192·t_d with t_s = 4, t_d = 1 + 1, t_m = 1, μ = 4.
TEST(Foresight, HasTheClosedForm) {
  RawConfig raw = configuration("hypercube", "6", "aas-hc-dex");
  give(raw, "traffic.message_flits", "4");
  give(raw, "router.delay", "1");
  const Foresight foresight = foresight_of(raw);
  ASSERT_TRUE(foresight.prediction.has_value());
  EXPECT_TRUE(foresight.prediction->closed_form);
  EXPECT_EQ(foresight.prediction->cycles, 63 * (4 + 4) + 192 * 2);
}

TEST(Foresight, KnowsTheBlocksOfAnApplicationByItsData) {
  const TempFolder folder;
  RawConfig raw = configuration("hypercube", "1", "app-transpose");
  give(raw, "traffic.data", folder.write("a.csv", "1,2,3,4\n5,6,7,8\n9,10,11,12\n13,14,15,16\n"));
  EXPECT_EQ(foresight_of(raw).config.message_flits, 4U);
  EXPECT_TRUE(compare(raw, "4x4 on 2 nodes"));
  give(raw, "traffic.data", folder.write("b.csv", "1,2,3\n5,6,7\n9,10,11\n"));
  EXPECT_NE(foreseen(raw).second, "");
  EXPECT_FALSE(compare(raw, "3x3 on 2 nodes"));
}

TEST(Foresight, RefusesWhatTakesLongerThanTimeItself) {
  RawConfig raw = configuration("hypercube", "14", "aas-hc-dex");
  give(raw, "clock.period", "1000");
  give(raw, "ni.startup", "1000000000");
  EXPECT_NE(foreseen(raw).second.find("clock.period: "), std::string::npos) << foreseen(raw).second;
}

TEST(Foresight, SaysNothingOfRandomTraffic) {
  RawConfig raw;
  give(raw, "topology.kind", "mesh");
  give(raw, "topology.dims", "4x4");
  give(raw, "load.rate", "0.1");
  EXPECT_FALSE(foresight_of(raw).prediction.has_value());
}

}  // namespace
}  // namespace flitcast::test_foresight
