#include "tb/results/text_report.h"

#include "tb/results/report_parts.h"

namespace flitcast {
namespace {

std::string report(const PlannedRun& plan, const Facts& facts) {
  const Config& config = config_of(plan);
  const std::string name = std::visit([](const auto& own) { return title(own); }, plan);
  return heading(name, config) + facts.text() + notes_text(config);
}

}  // namespace

std::string run_report(const PlannedRun& plan, const RunResult& run) {
  Facts facts;
  add_model(config_of(plan), facts);
  if (const auto* const load = std::get_if<LoadPlan>(&plan)) {
    add_run(*load, std::get<LoadRun>(run), facts);
  } else if (const auto* const program = std::get_if<ProgramPlan>(&plan)) {
    add_run(*program, std::get<ProgramRun>(run), facts);
  } else if (const auto* const jobs = std::get_if<JobsPlan>(&plan)) {
    add_run(*jobs, std::get<JobsRun>(run), facts);
  } else {
    add_run(std::get<Plan>(plan), std::get<ScheduleRun>(run), facts);
  }
  add_faults(measures_of(run), facts);
  add_rtl(measures_of(run), facts);
  add_host(measures_of(run), facts);
  const auto& lockstep = measures_of(run).lockstep;
  return report(plan, facts) + (lockstep ? "\n" + lockstep_report(*lockstep) : "");
}

std::string check_report(const PlannedRun& plan) {
  Facts facts;
  add_model(config_of(plan), facts);
  std::visit([&](const auto& own) { add_check(own, facts); }, plan);
  return report(plan, facts);
}

}  // namespace flitcast
