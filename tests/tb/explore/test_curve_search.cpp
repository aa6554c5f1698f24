#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "tb/config/config_value.h"
#include "tb/explore/load/curve_search.h"

namespace flitcast::explore::test_curve_search {
namespace {

using Rates = std::vector<Rate>;

std::string refusal(const char* text) {
  try {
    parse_rate(text);
  } catch (const ValueError& error) {
    return error.what();
  }
  return "";
}

/// A queue that saturates at `limit`: latency z·(1 + x/(1 − x)) with x = rate / limit, more than
/// 4·z from x = 3/4 on.
CurvePoint queue_at(Rate rate, Rate limit) {
  const double x = static_cast<double>(rate) / static_cast<double>(limit);
  return x >= 1 ? CurvePoint{1000, true} : CurvePoint{10 / (1 - x), 10 / (1 - x) > 40};
}

/// All points of a curve, and how many steps they take.
CurvePoints search(const CurveSearch::Goal& goal, Rate limit, int* steps = nullptr) {
  CurvePoints points;
  const CurveSearch search(goal);
  for (Rates rates = search.next(points); !rates.empty(); rates = search.next(points)) {
    for (const Rate rate : rates) {
      EXPECT_TRUE(points.emplace(rate, queue_at(rate, limit)).second) << rate;
      EXPECT_GT(rate, 0);
      EXPECT_LE(rate, goal.most);
    }
    if (steps != nullptr) {
      ++*steps;
    }
  }
  return points;
}

TEST(Rates, AreMillionthsWithTheShortestText) {
  for (const auto& [text, rate] :
       {std::pair("0.05", 50'000), {"1", 1'000'000}, {"0.123456", 123'456}, {"0.000001", 1}}) {
    EXPECT_EQ(parse_rate(text), rate);
    EXPECT_EQ(rate_text(rate), text);
  }
  EXPECT_EQ(parse_rate("0.50"), 500'000);
  EXPECT_EQ(refusal("1.5"), "\"1.5\" is out of range; give 0 to 1");
  EXPECT_EQ(refusal("0"),
            "\"0\" is no rate; give a number above 0 and up to 1, in flits per node and cycle");
  EXPECT_EQ(refusal("0.1234567"), "\"0.1234567\" has more than 6 decimal places");
}

TEST(StableBeyondSaturation, IsTheLargestRateThatContradictsASmallerOne) {
  CurvePoints points{{100, {10, false}}, {200, {50, true}}, {300, {60, true}}};
  EXPECT_EQ(stable_beyond_saturation(points), std::nullopt);
  points[250].saturated = false;
  points[260].saturated = false;
  EXPECT_EQ(stable_beyond_saturation(points), 260);
  EXPECT_EQ(stable_beyond_saturation({{100, {10, false}}}), std::nullopt);
  EXPECT_EQ(stable_beyond_saturation({}), std::nullopt);
}

TEST(SaturationBracket, LiesBelowTheFirstSaturatedPoint) {
  EXPECT_FALSE(saturation_bracket({{100, {10, false}}}));
  const auto bracket = saturation_bracket(
      {{100, {10, false}}, {200, {20, false}}, {300, {99, true}}, {400, {9, false}}});
  EXPECT_EQ(bracket->stable, 200);
  EXPECT_EQ(bracket->saturated, 300);
  EXPECT_EQ(saturation_bracket({{100, {99, true}}})->stable, 0);
}

// Four times 10 cycles are reached at 3/4 of the limit.
TEST(CurveSearch, FindsSaturationToOnePercentWhereverItLies) {
  for (const Rate limit : {20'000, 100'000, 333'333, 500'000, 640'000}) {
    const CurvePoints points = search({10, 0.5, kFullRate, 4, 12}, limit);
    const auto bracket = saturation_bracket(points);
    ASSERT_TRUE(bracket) << limit;
    EXPECT_LE(bracket->stable, limit * 3 / 4) << limit;
    EXPECT_GE(bracket->saturated, limit * 3 / 4) << limit;
    EXPECT_LE(static_cast<double>(bracket->saturated - bracket->stable),
              0.01 * static_cast<double>(bracket->saturated))
        << limit;
    EXPECT_GE(points.size(), 12U);
    EXPECT_LE(points.size(), 20U);
  }
}

TEST(CurveSearch, BeginsOverTheWholeRangeAndGoesOnTwoAtATime) {
  const CurveSearch search({10, 0.5, kFullRate, 4, 12});
  EXPECT_EQ(search.next({}), (Rates{25'000, 175'000, 350'000, 500'000}));
  EXPECT_EQ(search.next({{25'000, {10, false}}}), (Rates{175'000, 350'000, 500'000}));
  EXPECT_EQ(search.next({{25'000, {10, false}},
                         {175'000, {15, false}},
                         {350'000, {90, true}},
                         {500'000, {900, true}}}),
            (Rates{233'300, 291'700}));
}

// Points beyond the bracket go where the curve is longest between neighbours: near saturation.
TEST(CurveSearch, FillsTheCurveUpToTheNumberOfPoints) {
  EXPECT_EQ(search({10, 0.5, kFullRate, 4, 30}, 500'000).size(), 30U);
  const CurvePoints some = search({10, 0.5, kFullRate, 4, 12}, 500'000);
  const CurvePoints more = search({10, 0.5, kFullRate, 4, 20}, 500'000);
  for (const auto& [rate, point] : some) {
    EXPECT_EQ(more.count(rate), 1U);
  }
  double widest = 0;
  double before = 10;
  for (const auto& [rate, point] : more) {
    if (!point.saturated) {
      widest = std::max(widest, point.latency - before);
      before = point.latency;
    }
  }
  EXPECT_LT(widest, 10.0);  // 30 cycles from zero load to saturation
}

TEST(CurveSearch, GoesBeyondABoundThatIsNone) {
  const CurvePoints points = search({10, 0.2, kFullRate, 4, 12}, 600'000);
  EXPECT_EQ(saturation_bracket(points)->stable / 10'000, 44);
}

TEST(CurveSearch, EndsAtTheLargestRateWhereNothingSaturates) {
  const double unbounded = std::numeric_limits<double>::infinity();
  CurvePoints points = search({10, unbounded, kFullRate, 4, 12}, 100'000'000);
  EXPECT_FALSE(saturation_bracket(points));
  EXPECT_EQ(points.rbegin()->first, kFullRate);
  EXPECT_EQ(points.size(), 12U);
  points = search({10, unbounded, 300'000, 4, 6}, 100'000'000);
  EXPECT_EQ(points.rbegin()->first, 300'000);
}

TEST(CurveSearch, EndsWhereEverythingIsSaturated) {
  int steps = 0;
  const CurvePoints points = search({10, 0.001, kFullRate, 4, 12}, 1, &steps);
  EXPECT_TRUE(saturation_bracket(points));
  EXPECT_LT(steps, 20);
}

}  // namespace
}  // namespace flitcast::explore::test_curve_search
