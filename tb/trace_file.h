#pragma once

#include <string>
#include <string_view>
#include <sys/types.h>

#include "tb/atomic_file.h"
#include "tb/vcd_writer.h"

namespace flitcast {

/// A waveform for vcd2fst, the converter that comes with GTKWave: what is written goes through a
/// pipe. The target appears with commit(). All errors are FileErrors.
class FstFile {
 public:
  explicit FstFile(const std::string& target);
  ~FstFile();

  FstFile(const FstFile&) = delete;
  FstFile& operator=(const FstFile&) = delete;

  void write(std::string_view text);
  /// The converter has everything and is done.
  void flush();
  void commit();

 private:
  void start_converter();
  void end_converter();

  std::string target_;
  std::string temporary_;
  pid_t converter_ = -1;
  int pipe_ = -1;
};

/// The files of a waveform: VCD, FST or both. Errors of write() are kept, because they pass through
/// the simulation.
class TraceFiles final : public ByteSink {
 public:
  /// Null: not wanted.
  TraceFiles(AtomicFile* vcd, FstFile* fst) : vcd_(vcd), fst_(fst) {}

  void write(std::string_view bytes) override;

  /// Why the last write failed, and which file it was; empty when none did.
  const std::string& vcd_failure() const { return vcd_failure_; }
  const std::string& fst_failure() const { return fst_failure_; }

 private:
  AtomicFile* vcd_;
  FstFile* fst_;
  std::string vcd_failure_;
  std::string fst_failure_;
};

}  // namespace flitcast
