#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "tb/plan/matrix_csv.h"

namespace flitcast::test_matrix_csv {
namespace {

using Values = std::vector<double>;

TEST(MatrixCsv, ReadsRowsAndColumns) {
  const Matrix matrix = parse_matrix_csv("1,2.5,-3e2\n0.25, 5 ,6\n", "m.csv");
  EXPECT_EQ(matrix.rows, 2U);
  EXPECT_EQ(matrix.columns, 3U);
  EXPECT_EQ(matrix.values, (Values{1, 2.5, -300, 0.25, 5, 6}));
}

TEST(MatrixCsv, TakesByteOrderMarkCarriageReturnsAndMissingLastNewline) {
  EXPECT_EQ(parse_matrix_csv("\xEF\xBB\xBF"
                             "1,2\r\n3,4",
                             "m.csv")
                .values,
            (Values{1, 2, 3, 4}));
  EXPECT_EQ(parse_matrix_csv("1\n\n\n", "m.csv").values, Values{1});
}

TEST(MatrixCsv, ReadsBackBitForBit) {
  Matrix matrix{2,
                4,
                {0.1, -0.0, 1.0 / 3.0, std::numeric_limits<double>::min(),
                 std::numeric_limits<double>::max(), 1e-320, 123456789012345680.0, -2.5}};
  const Matrix again = parse_matrix_csv(matrix_csv(matrix), "m.csv");
  ASSERT_EQ(again.values.size(), matrix.values.size());
  EXPECT_EQ(std::memcmp(again.values.data(), matrix.values.data(), 8 * sizeof(double)), 0);
}

TEST(MatrixCsv, WritesTheFewestDigits) {
  EXPECT_EQ(matrix_csv({2, 2, {1, 0.1, -0.5, 1e300}}), "1,0.1\n-0.5,1e+300\n");
}

}  // namespace
}  // namespace flitcast::test_matrix_csv
