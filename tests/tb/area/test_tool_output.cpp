#include <gtest/gtest.h>

#include "tb/area/synthesis_tools.h"
#include "tb/system/file_error.h"

namespace flitcast::area::test_tool_output {
namespace {

constexpr const char* kStat = R"JSON({
   "creator": "Yosys 0.23 (git sha1 7ce5011c24b)",
   "modules": {
      "\\flitcast_router": {"num_cells": 99, "num_cells_by_type": {"$_AND_": 99}}
   },
      "design": {
         "num_wires":         1161,
         "num_cells":         62,
         "num_cells_by_type": {
            "$_ANDNOT_": 20, "$_DFFE_PP_": 30, "$_SDFF_PP0_": 4, "$lut": 5, "NAND2X1": 3
         }
      }
}
)JSON";

TEST(ToolOutput, CellsAreThoseOfTheWholeDesign) {
  const CellCounts counts = parse_cell_counts(kStat);
  EXPECT_EQ(counts.cells, 62U);
  EXPECT_EQ(counts.flip_flops, 34U);
  EXPECT_EQ(counts.luts, 5U);
  EXPECT_EQ(counts.types.size(), 5U);
  EXPECT_EQ(counts.unmapped, (std::vector<std::string>{"$_ANDNOT_", "$_DFFE_PP_", "$_SDFF_PP0_"}));
}

TEST(ToolOutput, WhatIsNoCountOfCellsIsAnErrorOfYosys) {
  for (const char* const text : {"", "{", "[]", "{}", R"({"design": {"num_cells": 3}})",
                                 R"({"design": {"num_cells": "3", "num_cells_by_type": {}}})"}) {
    try {
      parse_cell_counts(text);
      ADD_FAILURE() << text;
    } catch (const FileError& error) {
      EXPECT_EQ(std::string(error.what()).rfind("yosys: ", 0), 0U) << error.what();
    }
  }
}

TEST(ToolOutput, AreaIsThatOfTheLastModule) {
  EXPECT_DOUBLE_EQ(parse_chip_area("\n   Number of cells:  945\n     AND2X1   34\n\n"
                                   "   Chip area for module '\\inner': 24.5\n"
                                   "   Chip area for module '\\flitcast_router': 351348.000000\n"),
                   351348);
  EXPECT_DOUBLE_EQ(parse_chip_area("   Chip area for top module '\\x': 1.5e+06\n"), 1.5e6);
}

TEST(ToolOutput, WithoutAnAreaThereIsNoUnit) {
  EXPECT_THROW(parse_chip_area("   Number of cells: 945\n"), FileError);
  EXPECT_THROW(parse_chip_area("   Chip area for module '\\nand2': 0.000000\n"), FileError);
}

TEST(ToolOutput, SlackIsFoundAmongWarnings) {
  EXPECT_DOUBLE_EQ(parse_slack("Warning: x.tcl, 6 no slack 12\nslack 9.951416e+02\n"), 995.1416);
  EXPECT_DOUBLE_EQ(parse_slack("slack -3.5\n"), -3.5);
  EXPECT_DOUBLE_EQ(parse_slack("slack 7"), 7);
}

TEST(ToolOutput, WithoutASlackItsErrorIsTold) {
  try {
    parse_slack("OpenSTA 2.0.17\nError: netlist.v, 7 syntax error\nbye\n");
    ADD_FAILURE();
  } catch (const FileError& error) {
    EXPECT_STREQ(error.what(), "sta: tells no slack: Error: netlist.v, 7 syntax error");
  }
}

TEST(ToolOutput, LastWordsAreTheLastErrorOrTheLastLine) {
  EXPECT_EQ(last_words("one\n\n", "two\n  \n"), "two");
  EXPECT_EQ(last_words("ERROR: first\nERROR: second\nend\n", ""), "ERROR: second");
  EXPECT_EQ(last_words("", ""), "it said nothing");
}

}  // namespace
}  // namespace flitcast::area::test_tool_output
