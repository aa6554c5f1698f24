#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tb/cosim/lockstep/lockstep_check.h"
#include "tb/trace/vcd_writer.h"

namespace flitcast::cosim {

/// The waveform of a router that is not equal to the model: its pins, and on its outputs those of
/// the model beside them, in the last cycles up to a few after the first difference.
class MismatchWave {
 public:
  /// Of the mismatch of a check, which must outlive it. `period` is the length of a cycle in
  /// picoseconds.
  MismatchWave(const LockstepCheck& check, std::uint64_t period);

  /// The waveform, once; `date` and `program` as in VcdWriter.
  void write(trace::ByteSink& sink, const std::string& date, const std::string& program);
  /// Text of a save file for GTKWave that opens `dump_file`, absolute, of what write() wrote: the
  /// pin that differs, then port by port what happened, the rest in closed groups.
  std::string view(const std::string& dump_file) const;

 private:
  enum class Part : std::uint8_t { kInputs, kModel, kRtl };
  using Past = CheckedRouter::Past;

  struct Wave {
    std::string scope;
    std::string name;
    Part part;
    Pin pin;
    int place;
    int of_port;  // shows nothing where this has no flit; −1: always something
    trace::VcdWriter::Code code = trace::VcdWriter::kNoCode;
    bool busy = false;
    std::optional<std::uint64_t> written = {};
  };

  void add_inputs(int port);
  void add_outputs(int port);
  void add_seen(int port);
  void add(const std::string& name, Part part, Pin pin, int place, int of_port);
  unsigned width(const Wave& wave) const;
  std::string full_name(const Wave& wave) const;
  void declare(trace::VcdWriter& vcd);
  void write_cycle(trace::VcdWriter& vcd, Cycle at, const Past& cycle);
  void write_values(trace::VcdWriter& vcd, const Past& cycle);
  std::optional<std::uint64_t> value(const Wave& wave, const Past& cycle) const;
  bool is_the_difference(const Wave& wave) const;
  std::string signal_line(const Wave& wave, const std::string& name) const;

  const LockstepCheck& check_;
  const LockstepCheck::Mismatch& mismatch_;
  RtlParameters parameters_;
  std::uint64_t period_;
  std::string top_;
  std::string scope_;  // while signals are added
  std::vector<Wave> waves_;
  std::vector<const Past*> past_;
  Past at_rest_;
  bool begun_ = false;      // values have been written
  bool differing_ = false;  // as written
  trace::VcdWriter::Code cycle_ = trace::VcdWriter::kNoCode;
  trace::VcdWriter::Code differs_ = trace::VcdWriter::kNoCode;
};

}  // namespace flitcast::cosim
