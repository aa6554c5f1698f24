#include <gtest/gtest.h>

#include "tb/report/inputs/area_columns.h"
#include "tb/report/sweep/area_section.h"
#include "tb/report/sweep/axes.h"
#include "tb/report/sweep/sweep_page.h"
#include "tests/support/report_points.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

PointTable::Column column(std::vector<Json> values) {
  return {"", false, true, values.size(), std::move(values)};
}

//  time
//   9 | 0
//   7 |     1 2       2 beaten by 1, which is as fast and smaller
//   5 |       3
//   5 |       3'      equal to 3
//   6 |         4     beaten by 3
//       1 2 3 4
TEST(ParetoFront, HasThePointsThatNoOtherOneBeats) {
  const auto area = column({1, 2, 3, 3, 3, 4});
  const auto time = column({9, 7, 7, 5, 5, 6});
  EXPECT_EQ(pareto_fronts(area, time, std::vector<std::string>(6)),
            (std::vector<std::vector<std::size_t>>{{0, 1, 3, 4}}));
}

TEST(ParetoFront, PointsWithoutANumberAreNotThere) {
  EXPECT_EQ(pareto_fronts(column({1, nullptr, 2}), column({nullptr, 1, 3}), {"", "", ""}),
            (std::vector<std::vector<std::size_t>>{{2}}));
}

TEST(ParetoFront, TasksAreNotCompared) {
  EXPECT_EQ(pareto_fronts(column({1, 1, 2, 2}), column({4, 8, 3, 9}), {"a", "b", "a", "b"}),
            (std::vector<std::vector<std::size_t>>{{0, 2}, {1}}));
}

constexpr const char* kTable =
    "point,status,nodes,area.gates,area.caveat,completion_cycles,completion_ns\n"
    "p0,done,4,1234.5,\"tools; only ratios\",10,25.5\n"
    "p1,done,4,,,10,\n";

TEST(AreaColumns, AreThoseThatResultsDoNotHave) {
  const auto points = area_columns(kTable, "sweep.csv");
  ASSERT_EQ(points.size(), 2U);
  const std::vector<ResultColumn>& first = points.at("p0");
  ASSERT_EQ(first.size(), 4U);
  EXPECT_EQ(first[0].name, "nodes");
  EXPECT_EQ(first[1].value, 1234.5);
  EXPECT_EQ(first[2].value, "tools; only ratios");
  EXPECT_EQ(first[3].name, "completion_ns");
  EXPECT_EQ(first[3].value, 25.5);
  EXPECT_TRUE(points.at("p1")[1].value.is_null());
  EXPECT_TRUE(area_columns("point,nodes,completion_cycles\np0,4,3\n", "sweep.csv").empty());
}

/// Buffers of 1, 2 and 4 flits; area and time as given.
PointTable table_with_areas(const std::vector<double>& areas, const std::vector<double>& times) {
  PointTable table;
  for (std::size_t i = 0; i < areas.size(); ++i) {
    table.add("p" + std::to_string(i), result({{"router.buffer_flits", 1 << i}}, 10),
              {{"area.network_gates", areas[i]},
               {"area.period_ns", 2.5},
               {"area.caveat", "tools; only ratios"},
               {"completion_ns", times[i]}});
  }
  table.finish();
  return table;
}

std::string page_of(const PointTable& table) {
  const Axes axes = choose_axes(table, {});
  return sweep_page(table, axes, {}).script_data().dump();
}

TEST(AreaSection, DrawsTimeAgainstAreaWithTheFront) {
  const PointTable table = table_with_areas({100, 200, 300}, {30, 20, 25});
  EXPECT_EQ(area_caveat(table), "tools; only ratios");
  const Axes axes = choose_axes(table, {});
  const Page page = sweep_page(table, axes, {});
  ASSERT_TRUE(page.data().contains("front"));
  EXPECT_EQ(page.data()["front"]["problem"].size(), 2U);
  EXPECT_NE(page_of(table).find("time to completion, ns"), std::string::npos);
}

TEST(AreaSection, IsNotThereWhereAllRoutersAreTheSameOrUnknown) {
  EXPECT_EQ(page_of(table_with_areas({100, 100}, {30, 20})).find("time to completion"),
            std::string::npos);
  EXPECT_EQ(page_of(table_of({{{"router.buffer_flits", 1}}, {{"router.buffer_flits", 2}}}))
                .find("time to completion"),
            std::string::npos);
}

}  // namespace
}  // namespace flitcast
