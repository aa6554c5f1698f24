#pragma once

#include <optional>
#include <stdexcept>

#include "tb/config/config.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/row/row.h"
#include "traffic/verify/verify_report.h"

namespace flitcast {

/// What a configuration that resolve() has made, and that plays a schedule, asks its row for.
/// Refers to the topology and the routing of `config`, which must outlive it.
RowRequest request_of(const Config& config);

/// Throws ConfigError, naming the key to blame, where the row cannot do that.
void check_row_fits(const Config& config);

/// What a row gives is wrong: the row is at fault, not the configuration that names it. what() is a
/// complete message that names the row.
class RowError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The schedule that a row makes of a request. Where the row fails, in making the schedule or later
/// one of its rounds, RowError is thrown.
Schedule build_schedule(const Row& row, const RowRequest& request);

/// The row's closed form with what it comes to, or nothing where it has none or links differ.
/// Throws RowError.
struct ClosedForm {
  Coefficients terms;
  Cycle cycles;
};
std::optional<ClosedForm> closed_form_of(const Row& row, const RowRequest& request);

/// Refuses a run by its closed form, before its schedule is verified: one that would have packets
/// too large, where the form tells their mean, or that simulated time is too short for. Throws
/// ConfigError.
void check_limits(const Config& config, const ClosedForm& closed_form);
/// Refuses a run that would take so many cycles, if simulated time is too short for them. Throws
/// ConfigError.
void check_duration(const Config& config, Cycle cycles);

/// Verifies the row's schedule for the configured hardware, see verify(); `watcher` may be null.
/// Throws ConfigError for a schedule that is too large or too long, and where a given key that
/// differs from the row's model may be to blame; RowError where nothing but the row is left.
VerifyReport verify_schedule(const Config& config, const Schedule& schedule, const Routing& routing,
                             VerifyWatcher* watcher = nullptr);

}  // namespace flitcast
