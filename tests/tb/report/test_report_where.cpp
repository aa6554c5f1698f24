#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tb/report/sweep/where.h"
#include "tests/support/report/report_points.h"

namespace flitcast::report::test_report_where {
namespace {

using Json = nlohmann::ordered_json;

PointTable ports_and_sizes() {
  return table_of(crossed({{"traffic.algorithm", {"a", "b"}},
                           {"router.ports", {1, "all"}},
                           {"traffic.message_flits", {1, 4, 16}}}));
}

TEST(Where, KeepsThePointsThatHaveWhatItSays) {
  PointTable table = ports_and_sizes();
  keep_where(table, "ports = all, message_flits=1, 16");
  EXPECT_EQ(table.points(), 4U);
  const PointTable::Column& sizes = table.column(*table.find("traffic.message_flits"));
  EXPECT_EQ(sizes.values, (std::vector<ResultValue>{1, 16, 1, 16}));
  EXPECT_EQ(ordered_values(sizes).size(), 2U);
  EXPECT_EQ(ordered_values(table.column(*table.find("router.ports"))).size(), 1U);
  EXPECT_EQ(table.stuck(), 0U);
}

TEST(Where, TakesNoneForAMissingValue) {
  PointTable table = table_of({{{"traffic.radix", 2}}, {{"traffic.variant", "raw"}}});
  keep_where(table, "radix=none");
  EXPECT_EQ(table.column(0).values, std::vector<ResultValue>{"p1"});
  EXPECT_FALSE(table.column(*table.find("traffic.radix")).numeric);
}

TEST(Where, CountsOnlyTheStuckPointsThatAreLeft) {
  PointTable table;
  for (const int delay : {0, 1}) {
    Json stuck = result({{"router.delay", delay}}, 10);
    stuck["deadlock"] = Json::object();
    add("p", stuck, table);
  }
  table.finish();
  EXPECT_EQ(table.stuck(), 2U);
  keep_where(table, "router.delay=1");
  EXPECT_EQ(table.stuck(), 1U);
}

TEST(Where, SaysWhatIsWrong) {
  const auto refused = [](const std::string& conditions) {
    PointTable table = ports_and_sizes();
    return refusal([&] { keep_where(table, conditions); });
  };
  EXPECT_EQ(refused("prts=1"), "--where: no result has \"prts\"; the nearest is ports");
  EXPECT_EQ(refused("ports=2"), "--where: no result has router.ports = 2; there are 1, all");
  EXPECT_EQ(refused("16"),
            "--where: \"16\" names no key; give it as KEY=VALUE, like message_flits=16");
  EXPECT_EQ(refused(""), "--where: has no value; give conditions like message_flits=16");
  EXPECT_EQ(refused("point=p0, ports=all"),
            "--where: no result has all of \"point=p0, ports=all\"");
}

}  // namespace
}  // namespace flitcast::report::test_report_where
