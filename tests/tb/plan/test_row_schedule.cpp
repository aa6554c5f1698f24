#include <stdexcept>

#include <gtest/gtest.h>

#include "tb/plan/predict.h"
#include "tb/plan/row_schedule.h"
#include "tests/support/schedules/handmade_schedule.h"

// What a row gives when it is wrong: the row is named, and nobody else is blamed.

namespace flitcast::test_row_schedule {
namespace {

constexpr const char* kNotTheConfiguration = "; the row is at fault, not the configuration";

/// Node 0 of two has a block for node 1.
Operation scatter() {
  return operation(operations::one_to_all_scatter(), 2);
}

void lay_right(const RowRequest&, Schedule& schedule) {
  schedule = handmade_schedule(scatter(), {{{{0, 1}, {make_block(0, 1)}}}});
}
void lay_nothing(const RowRequest&, Schedule& schedule) {
  schedule = handmade_schedule(scatter(), {{}});
}
void refuse_to_lay(const RowRequest&, Schedule&) {
  throw std::logic_error("there are no rounds");
}
void lay_throwing(const RowRequest&, Schedule& schedule) {
  schedule = handmade_schedule(scatter(), {{}, {}});
  schedule.fill = [](std::uint64_t round, Round&) {
    if (round == 1) {
      throw std::out_of_range("no such node");
    }
  };
}

std::optional<Coefficients> closed_form(const RowRequest&) {
  return Coefficients{1, 1, 1};
}
std::optional<Coefficients> no_closed_form(const RowRequest&) {
  throw std::domain_error("0 is not a power of two");
}
/// μ = 1 has no halves.
std::optional<Coefficients> closed_form_of_halves(const RowRequest&) {
  return Coefficients{1, 1, {1, 2}};
}

/// A row of two nodes on a line, whose parts the tests replace.
class RowSchedule : public testing::Test {
 protected:
  RowSchedule() {
    row_.id = "aas-xyz";
    row_.operation = &operations::one_to_all_scatter();
    row_.lay = lay_right;
    row_.closed_form = closed_form;
    config_.row = &row_;
  }

  VerifyReport verified() const {
    return verify_schedule(config_, build_schedule(row_, request_), routing_);
  }
  template <typename Act>
  static std::string fault(Act&& act) {
    try {
      act();
    } catch (const RowError& error) {
      return error.what();
    }
    return "";
  }

  Topology line_{TopologyKind::kLine, {2}};
  Routing routing_{line_, RoutingOrder::kAscending};
  RowRequest request_{line_, routing_, 1};
  Row row_{};
  Config config_;
};

TEST_F(RowSchedule, IsTakenAsItIsWhenItIsRight) {
  EXPECT_EQ(verified().messages, 1U);
  EXPECT_EQ(predict(config_, request_, verified()).cycles, 4 + 1 + 1);
}

TEST_F(RowSchedule, IsBlamedForAScheduleThatBreaksARule) {
  row_.lay = lay_nothing;
  EXPECT_EQ(fault([&] { verified(); }),
            std::string("the schedule of aas-xyz is wrong: after the last round node 1 lacks block "
                        "0->1 (node 0 holds it)") +
                kNotTheConfiguration);
}

TEST_F(RowSchedule, IsNotBlamedWhereAGivenKeyMayBe) {
  row_.lay = lay_nothing;
  config_.network.order = RoutingOrder::kDescending;
  config_.places.note("router.routing", {"", 0, "router.routing"});
  EXPECT_THROW(verified(), ConfigError);
}

// All ports of a node on a line of two are one.
TEST_F(RowSchedule, IsBlamedWhereAGivenKeySaysWhatTheRowDoes) {
  row_.lay = lay_nothing;
  row_.model.ports = RowModel::kAllPorts;
  config_.network.ports = 1;
  config_.places.note("router.ports", {"", 0, "router.ports"});
  EXPECT_NE(fault([&] { verified(); }).find("the schedule of aas-xyz is wrong: "),
            std::string::npos);
}

TEST_F(RowSchedule, IsBlamedWhereItMakesNone) {
  row_.lay = refuse_to_lay;
  EXPECT_EQ(
      fault([&] { verified(); }),
      std::string("the schedule of aas-xyz is wrong: there are no rounds") + kNotTheConfiguration);
}

TEST_F(RowSchedule, IsBlamedForTheRoundThatItCannotMake) {
  row_.lay = lay_throwing;
  const std::string expected =
      std::string("the schedule of aas-xyz is wrong: round 1: no such node") + kNotTheConfiguration;
  EXPECT_EQ(fault([&] { verified(); }), expected);
  const Schedule schedule = build_schedule(row_, request_);
  Round round(request_.topology);
  EXPECT_NO_THROW(schedule.fill(0, round));
  EXPECT_EQ(fault([&] { schedule.fill(1, round); }), expected);
}

TEST_F(RowSchedule, IsBlamedForItsClosedForm) {
  const VerifyReport report = verified();
  row_.closed_form = no_closed_form;
  EXPECT_EQ(fault([&] { predict(config_, request_, report); }),
            std::string("the closed form of aas-xyz is wrong: 0 is not a power of two") +
                kNotTheConfiguration);
  row_.closed_form = closed_form_of_halves;
  EXPECT_EQ(fault([&] { predict(config_, request_, report); }),
            std::string("the closed form of aas-xyz is wrong: a message of 1 flits cannot be "
                        "divided into 2 equal parts") +
                kNotTheConfiguration);
}

}  // namespace
}  // namespace flitcast::test_row_schedule
