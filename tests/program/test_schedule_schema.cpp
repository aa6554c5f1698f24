// The JSON Schema of schedules, by Python's jsonschema.

#include <fstream>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/program/json_schemas.h"
#include "tests/support/program/shipped_configs.h"
#include "tests/support/schedules/schedule_mutations.h"

namespace flitcast::test_schedule_schema {
namespace {

class ScheduleSchema : public JsonSchemas {
 protected:
  std::set<std::string> refused() const { return JsonSchemas::refused("schedule", "*.json"); }
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
  ASSERT_EQ(shell(in_folder() + "/usr/bin/python3 ring.py 8 > ring.json"), 0);
  EXPECT_EQ(refused(), std::set<std::string>{});
  const ProgramResult run = run_flitcast(
      {"run", "--topology.kind=ring", "--topology.dims=8", "--traffic.schedule=ring.json",
       "--expect.rounds=7", "--expect.excess_cycles=0"},
      folder_.root());
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

}  // namespace
}  // namespace flitcast::test_schedule_schema
