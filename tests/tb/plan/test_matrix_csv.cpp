#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "tb/plan/matrix_csv.h"
#include "tb/system/file_error.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_matrix_csv {
namespace {

using Values = std::vector<double>;

std::string message_of(const std::string& text) {
  try {
    parse_matrix_csv(text, "m.csv");
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

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

TEST(MatrixCsv, ErrorsNameFileLineAndColumn) {
  EXPECT_EQ(message_of(""), "m.csv:1: the file has no numbers");
  EXPECT_EQ(message_of("1,2\n3,x\n"), "m.csv:2: column 2: \"x\" is not a number");
  EXPECT_EQ(message_of("1,2\n3,4z\n"), "m.csv:2: column 2: \"4z\" is not a number");
  EXPECT_EQ(message_of("1,,2\n"), "m.csv:1: column 2: there is no number");
  EXPECT_EQ(message_of("1,2,\n"), "m.csv:1: column 3: there is no number");
  EXPECT_EQ(message_of("1\n\n2\n"), "m.csv:2: column 1: there is no number");
  EXPECT_EQ(message_of("1,2\n3\n"),
            "m.csv:2: column 1: the line has 1 numbers, the lines before it 2");
  EXPECT_EQ(message_of("nan\n"), "m.csv:1: column 1: \"nan\" is not a number");
  EXPECT_EQ(message_of("inf\n"), "m.csv:1: column 1: \"inf\" is not a number");
  EXPECT_EQ(message_of("1e999\n"), "m.csv:1: column 1: \"1e999\" is out of the range of a double");
}

TEST(MatrixCsv, NamesAMissingFile) {
  try {
    read_matrix_csv("/no/such.csv");
    FAIL();
  } catch (const FileError& error) {
    EXPECT_STREQ(error.what(), "cannot read /no/such.csv: No such file or directory");
  }
}

}  // namespace
}  // namespace flitcast::test_matrix_csv
