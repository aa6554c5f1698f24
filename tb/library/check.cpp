#include <flitcast/check.h>

#include "tb/config/keys/config_keys.h"
#include "tb/library/caller.h"
#include "tb/library/result_data.h"
#include "tb/library/settings_keys.h"
#include "tb/plan/planned_run.h"
#include "tb/results/result_json.h"
#include "tb/results/text_report.h"

namespace flitcast {

const Value& Check::operator[](const std::string& path) const {
  return value_of(values, path);
}

Check check(const Settings& settings, const Watch& watch) {
  return with_caller(watch, [&](Caller& caller) {
    const RawConfig& raw = raw_of(settings);
    refuse_sweep(raw, "check");
    VerificationForCaller verification(caller, gives_load_alone(raw) || gives_program(raw));
    const PlannedRun plan = plan_run(raw, &verification);
    const Config& config = config_of(plan);
    return Check{check_report(plan), resolved_ini(config), named_values(predicted_columns(plan)),
                 notes_of(config)};
  });
}

}  // namespace flitcast
