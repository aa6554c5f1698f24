#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "tb/config/config.h"
#include "tb/measures/rtl_equality.h"
#include "tb/sim/run_observer.h"
#include "tb/trace/vcd_writer.h"

namespace flitcast::cosim {

/// Compares routers of a run with those in SystemVerilog (rtl.check), see Replay. The run ends with
/// an RtlMismatch, which SystemC may hide behind an error of its own: mismatch() says what it was.
class RtlCheck : public RunObserver {
 public:
  /// Of a run that is over, and equal.
  virtual RtlEquality equality() const = 0;
  /// The first difference, in a line; empty: there is none.
  virtual std::string mismatch() const = 0;
  /// Writes the waveform of the router that differs; and what the save file is that opens it as
  /// `dump_file`, absolute. `date` and `program` as in VcdWriter.
  virtual std::string write_waveform(ByteSink& sink, const std::string& date,
                                     const std::string& program, const std::string& dump_file) = 0;
};

/// For the routers that the configuration names, whose library is made first where it is not there;
/// `period` is the length of a cycle in picoseconds. Throws RtlBuildError, FileError. Precondition:
/// resolve() has not refused them.
std::unique_ptr<RtlCheck> make_rtl_check(const Config& config, std::uint64_t period);

}  // namespace flitcast::cosim
