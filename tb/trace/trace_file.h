#pragma once

#include <string>
#include <string_view>
#include <sys/types.h>

#include "tb/system/files/atomic_file.h"
#include "tb/system/files/scratch_file.h"
#include "tb/trace/vcd_writer.h"

namespace flitcast::trace {

/// A waveform for vcd2fst, the converter that comes with GTKWave: what is written goes through a
/// pipe. All errors are FileErrors that begin with what asked for the file.
class FstFile {
 public:
  FstFile(const std::string& target, const std::string& asked_by);
  ~FstFile();

  FstFile(const FstFile&) = delete;
  FstFile& operator=(const FstFile&) = delete;

  void write(std::string_view text);
  /// The converter has everything and is done: file() has the waveform.
  void flush();
  /// To be committed.
  AtomicFile& file() { return file_; }

 private:
  void start_converter();
  bool end_converter();

  std::string program_;
  AtomicFile file_;
  ScratchFile converted_;
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

  /// Why the last write failed, empty when it did not.
  const std::string& failure() const { return failure_; }

 private:
  AtomicFile* vcd_;
  FstFile* fst_;
  std::string failure_;
};

}  // namespace flitcast::trace
