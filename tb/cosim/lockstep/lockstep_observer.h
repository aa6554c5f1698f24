#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "tb/config/config.h"
#include "tb/measures/lockstep_result.h"
#include "tb/sim/run_observer.h"
#include "tb/trace/vcd_writer.h"

namespace flitcast::cosim {

/// Holds routers of a run against those in SystemVerilog, see LockstepCheck.
class LockstepObserver : public RunObserver {
 public:
  /// Of a run that is over, and equal.
  virtual RtlEquality equality() const = 0;
  /// The first difference, in a line; empty: there is none. It has ended the run with a
  /// MismatchError.
  virtual std::string mismatch() const = 0;
  /// Writes the waveform of the router that differs; and what the save file is that opens it as
  /// `dump_file`, absolute. `date` and `program` as in VcdWriter.
  virtual std::string write_waveform(trace::ByteSink& sink, const std::string& date,
                                     const std::string& program, const std::string& dump_file) = 0;
  /// Of a user's routers, after the run.
  virtual LockstepResult result() const = 0;
};

/// For the routers that rtl.check names; their library is made first where it is not there;
/// `period` is the length of a cycle in picoseconds. Throws RtlBuildError, FileError. Precondition:
/// resolve() has not refused them.
std::unique_ptr<LockstepObserver> make_lockstep_observer(const Config& config,
                                                         std::uint64_t period);
/// The same for the user's routers of rtl.nodes, beside a run of the model.
std::unique_ptr<LockstepObserver> make_user_check(const Config& config);

}  // namespace flitcast::cosim
