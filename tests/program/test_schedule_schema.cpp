// The JSON Schema of schedules, by Python's jsonschema. Skipped, visibly, where that is not
// installed.

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/support/program.h"
#include "tests/support/schedule_mutations.h"
#include "tests/support/shipped_configs.h"

namespace flitcast {
namespace {

/// Prints the names of the files that the schema, the first argument, refuses.
const char* const kValidate = R"(import json, sys
import jsonschema

schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
for name in sys.argv[2:]:
    if not validator.is_valid(json.load(open(name))):
        print(name)
)";

class ScheduleSchema : public testing::Test {
 protected:
  void SetUp() override {
    if (shell("python3 -c 'from jsonschema import Draft202012Validator' 2> /dev/null") != 0) {
      GTEST_SKIP() << "python3-jsonschema is not installed";
    }
    folder_.write("validate.py", kValidate);
  }

  static int shell(const std::string& command) { return std::system(command.c_str()); }
  std::string in_folder() const { return "cd '" + folder_.root() + "' && "; }
  /// Those of the files *.json in the folder that the schema refuses.
  std::set<std::string> refused() const {
    EXPECT_EQ(shell(in_folder() + "python3 validate.py " + kConfigs +
                    "schedule/schedule.schema.json *.json > refused"),
              0);
    std::istringstream lines(folder_.read("refused"));
    std::set<std::string> names;
    for (std::string line; std::getline(lines, line);) {
      names.insert(line);
    }
    return names;
  }

  TempFolder folder_;
};

TEST_F(ScheduleSchema, TakesWhatIsExported) {
  std::size_t exported = 0;
  for (const std::string& config : catalogue_configs()) {
    const ProgramResult shown =
        run_flitcast({"show", kConfigs + config + ".ini", "--format=json"}, folder_.root());
    ASSERT_EQ(shown.exit_code, 0) << shown.err;
    folder_.write(std::to_string(exported++) + ".json", shown.out);
  }
  folder_.write("by-hand.json", shipped_schedule());
  EXPECT_EQ(refused(), std::set<std::string>{});
}

// All of these are refused by the reader (test_schedule_file.cpp).
TEST_F(ScheduleSchema, RefusesWhatItCanTell) {
  std::set<std::string> wrong;
  for (const ScheduleMutation& mutation : schedule_mutations()) {
    const std::string name = std::to_string(folder_.files().size()) + ".json";
    folder_.write(name, mutated(mutation));
    if (mutation.schema) {
      wrong.insert(name);
    }
  }
  EXPECT_EQ(refused(), wrong);
}

TEST_F(ScheduleSchema, TheProgramOfTheDocumentationWritesASchedule) {
  std::ifstream readme(std::string(FLITCAST_ROOT) + "/tb/schedules/README.md");
  std::string program;
  bool inside = false;
  for (std::string line; std::getline(readme, line);) {
    if (line.rfind("```", 0) == 0) {
      inside = line == "```python";
    } else if (inside) {
      program += line + "\n";
    }
  }
  folder_.write("ring.py", program);
  ASSERT_EQ(shell(in_folder() + "python3 ring.py 8 > ring.json"), 0);
  EXPECT_EQ(refused(), std::set<std::string>{});
  const ProgramResult run = run_flitcast(
      {"run", "--topology.kind=ring", "--topology.dims=8", "--traffic.schedule=ring.json",
       "--expect.rounds=7", "--expect.excess_cycles=0"},
      folder_.root());
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

}  // namespace
}  // namespace flitcast
