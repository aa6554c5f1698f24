#include <filesystem>
#include <map>
#include <sys/stat.h>

#include <gtest/gtest.h>

#include "tb/report/inputs/report_inputs.h"
#include "tests/support/report/report_points.h"
#include "tests/support/temp_folder.h"

namespace flitcast::report::test_report_inputs {
namespace {

std::vector<std::string> points_of(const std::string& text) {
  SweepCsv table(text, "s.csv");
  std::vector<std::string> points;
  while (table.next()) {
    points.push_back(table.point());
  }
  return points;
}

TEST(SweepCsv, IsReadAsTheStandardSaysIt) {
  EXPECT_EQ(points_of("point,status\na,1\nb,2\n"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(points_of("status,point\r\n\"x, \"\"y\"\"\nz\",a\r\n,b"),
            (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(points_of("point,status\n").empty());
  EXPECT_EQ(refusal([] { points_of(""); }),
            "s.csv:1: has no column point; give a table of flitcast sweep");
  EXPECT_EQ(refusal([] { points_of("point,status\na,1\nb\n"); }),
            "s.csv: row 2 has 1 values, not 2");
}

class GatheredResults : public testing::Test {
 protected:
  /// Makes the file of a point.
  void result_of(const std::string& point) const {
    std::filesystem::create_directories(folder_.path("results"));
    folder_.write("results/" + point + ".json", "{}");
  }
  std::vector<std::string> names(const ReportInputs& inputs) const {
    std::vector<std::string> list;
    for (const std::string& file : inputs.files) {
      list.push_back(std::filesystem::path(file).filename().string());
    }
    return list;
  }

  TempFolder folder_;
};

TEST_F(GatheredResults, OfASweepAreInItsOrder) {
  const std::string a(16, 'a');
  const std::string b(16, 'b');
  const std::string c(16, 'c');
  for (const std::string& point : {c, a, std::string("unrelated")}) {
    result_of(point);
  }
  folder_.write("sweep.csv", "point,status\n" + c + ",done\n" + b + ",failed\n" + a + ",done\n");
  const ReportInputs inputs = gather_results({folder_.root()});
  EXPECT_EQ(names(inputs), (std::vector<std::string>{c + ".json", a + ".json"}));
  EXPECT_EQ(inputs.without_result, 1U);
  EXPECT_TRUE(inputs.sweep);
}

// The table lies where others may write.
TEST_F(GatheredResults, AreInTheFolderOfTheSweep) {
  result_of("a");
  for (const std::string& name : {std::string("../results/a"), std::string("a"), std::string(),
                                  std::string(16, 'A'), std::string(17, 'a')}) {
    folder_.write("sweep.csv", "point,status\n" + name + ",\n");
    EXPECT_EQ(refusal([&] { gather_results({folder_.root()}); }),
              folder_.path("sweep.csv") + ": row 1: \"" + name + "\" is no name of a point");
  }
}

TEST_F(GatheredResults, AreRegularFiles) {
  result_of("a");
  ASSERT_EQ(::mkfifo(folder_.path("results/b.json").c_str(), 0600), 0);
  EXPECT_EQ(names(gather_results({folder_.root()})), std::vector<std::string>{"a.json"});
  ASSERT_EQ(::mkfifo(folder_.path("sweep.csv").c_str(), 0600), 0);
  EXPECT_EQ(refusal([&] { gather_results({folder_.root()}); }),
            "cannot read " + folder_.path("sweep.csv") + ": it is no regular file");
}

TEST_F(GatheredResults, WithoutATableAreAllThereAre) {
  result_of("b");
  result_of("a");
  folder_.write("results/note.txt", "");
  EXPECT_EQ(names(gather_results({folder_.root()})),
            (std::vector<std::string>{"a.json", "b.json"}));
}

TEST_F(GatheredResults, AreASweepWhereThereAreSeveral) {
  EXPECT_FALSE(gather_results({"a.json"}).sweep);
  EXPECT_TRUE(gather_results({"a.json", "b.json"}).sweep);
}

// A whole number of a parameter is a text, as in results.
TEST_F(GatheredResults, ArePredictionsWhereNothingWasSimulated) {
  const std::string a(16, 'a');
  const std::string b(16, 'b');
  const std::string head =
      "point,status,version,traffic.message_flits,load.rate,traffic.radix,predicted_cycles,"
      "lower_bound_cycles\n";
  folder_.write("sweep.csv", head + a + ",predicted,1,4,0.5,,70,64\n" + b + ",unfit,1,8,,,,\n");
  const ReportInputs inputs = gather_results({folder_.root()});
  EXPECT_TRUE(inputs.files.empty());
  EXPECT_EQ(inputs.predicted, 1U);
  EXPECT_EQ(inputs.without_result, 1U);
  ASSERT_EQ(inputs.predictions.size(), 1U);
  EXPECT_EQ(inputs.predictions[0].name, a);
  std::map<std::string, ResultValue> values;
  for (const ResultColumn& column : inputs.predictions[0].values) {
    values[column.name] = column.value;
  }
  EXPECT_EQ(values, (std::map<std::string, ResultValue>{{"traffic.message_flits", "4"},
                                                        {"load.rate", 0.5},
                                                        {"traffic.radix", {}},
                                                        {"predicted_cycles", 70},
                                                        {"lower_bound_cycles", 64}}));
}

TEST_F(GatheredResults, ComeBeforePredictions) {
  result_of(std::string(16, 'b'));
  folder_.write("sweep.csv", "point,status\n" + std::string(16, 'a') + ",predicted\n" +
                                 std::string(16, 'b') + ",done\n");
  const ReportInputs inputs = gather_results({folder_.root()});
  EXPECT_EQ(inputs.files.size(), 1U);
  EXPECT_TRUE(inputs.predictions.empty());
  EXPECT_EQ(inputs.predicted, 1U);
}

TEST_F(GatheredResults, AreMissed) {
  EXPECT_EQ(refusal([&] { gather_results({folder_.root()}); }),
            folder_.root() +
                ": is no folder of a sweep; give one that flitcast sweep wrote, or "
                "files with results");
  folder_.write("sweep.csv", "point,status\n0123456789abcdef,failed\n");
  EXPECT_EQ(refusal([&] { gather_results({folder_.root()}); }),
            folder_.root() + ": has no results yet; flitcast sweep makes them");
}

TEST_F(GatheredResults, HaveAreasThatResultsDoNotHave) {
  const std::string a(16, 'a');
  const std::string b(16, 'b');
  result_of(a);
  folder_.write("sweep.csv",
                "point,status,nodes,area.gates,area.caveat,completion_cycles,completion_ns\n" + a +
                    ",done,4,1234.5,\"tools; only ratios\",10,25.5\n" + b + ",done,4,,,10,\n");
  const auto points = gather_results({folder_.root()}).areas;
  ASSERT_EQ(points.size(), 2U);
  const std::vector<ResultColumn>& first = points.at(a);
  ASSERT_EQ(first.size(), 4U);
  EXPECT_EQ(first[0].name, "nodes");
  EXPECT_EQ(first[1].value, 1234.5);
  EXPECT_EQ(first[2].value, "tools; only ratios");
  EXPECT_EQ(first[3].name, "completion_ns");
  EXPECT_EQ(first[3].value, 25.5);
  EXPECT_TRUE(points.at(b)[1].value.is_null());
  folder_.write("sweep.csv", "point,status,nodes\n" + a + ",done,4\n");
  EXPECT_TRUE(gather_results({folder_.root()}).areas.empty());
}

}  // namespace
}  // namespace flitcast::report::test_report_inputs
