#include <stdexcept>

#include <gtest/gtest.h>

#include "traffic/steady_state/students_t.h"

namespace flitcast::test_students_t {
namespace {

// Of the printed tables.
TEST(StudentsT, IsThatOfTheTables) {
  EXPECT_NEAR(students_t_95(1), 12.706, 0.0005);
  EXPECT_NEAR(students_t_95(2), 4.303, 0.0005);
  EXPECT_NEAR(students_t_95(10), 2.228, 0.0005);
  EXPECT_NEAR(students_t_95(11), 2.201, 0.0005);
  EXPECT_NEAR(students_t_95(15), 2.131, 0.0006);
  EXPECT_NEAR(students_t_95(31), 2.0395, 0.0005);
  EXPECT_NEAR(students_t_95(120), 1.980, 0.0005);
  EXPECT_NEAR(students_t_95(1'000'000), 1.960, 0.0005);
}

TEST(StudentsT, NeedsADegreeOfFreedom) {
  EXPECT_THROW(students_t_95(0), std::invalid_argument);
}

}  // namespace
}  // namespace flitcast::test_students_t
