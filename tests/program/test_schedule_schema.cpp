// The JSON Schema of schedules, by Python's jsonschema.

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

}  // namespace
}  // namespace flitcast::test_schedule_schema
