#include <gtest/gtest.h>

#include "tb/system/text_columns.h"

namespace flitcast {
namespace {

TEST(Aligned, PutsNumbersToTheRightAndLeavesNoBlanksBehind) {
  EXPECT_EQ(aligned({{"name", "n", "last"}, {"é", "10", ""}, {"longer", "9.5", "x"}}),
            "name      n  last\n"
            "é        10\n"
            "longer  9.5  x\n");
}

}  // namespace
}  // namespace flitcast
