#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "hw/topology/link_times.h"
#include "tb/certificates/certificate_folder.h"
#include "tb/cli/arguments.h"
#include "tb/config/config.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/terminal_line.h"
#include "traffic/propose/synthesis.h"

namespace flitcast::cli {

/// A search for a schedule, and what is said of it.
class ChunkSynthesis {
 public:
  using Seconds = std::chrono::duration<double>;

  /// Of a model "hops", "overlap" or "worms". Throws ConfigError for options that do not fit.
  ChunkSynthesis(const Arguments& arguments, const OperationKind& operation, const Config& config,
                 std::string model, Seconds time);

  /// Throws ConfigError.
  void search();
  // After that:
  std::string report() const;
  /// Why there is no schedule with a round less.
  Certificate proof() const;
  void write(AtomicFile& file) const;

  /// Instead of all that: a table of all points, and the certificate of each goes to `proof` if
  /// there is one. Throws ConfigError.
  std::string pareto(const CertificateFolder* proof);

 private:
  using Clock = TerminalLine::Clock;

  template <typename Search>
  void run(const Search& search);
  std::uint64_t chunks_of_a_node() const;
  ChunkNetwork network_in_rounds_of(ChunkTime round) const;
  bool goes_on(const SynthesisState& state);
  double gone() const { return Seconds(Clock::now() - begun_).count(); }
  std::string claim() const;
  Certificate proof_of_worms() const;
  std::string why() const;
  std::string how_far() const;
  std::string in_steps() const;
  std::uint64_t messages() const;

  const Config& config_;
  std::string model_;
  Seconds time_;
  double seconds_ = 0;  // that the search took
  LinkTimes links_;
  SynthesisRequest request_;
  Synthesis found_{};
  ChunkTime round_ = 0;
  ChunkTime shortest_ = 1;
  ChunkTime longest_ = 1;
  Clock::time_point begun_ = Clock::now();
  TerminalLine line_{stderr};
};

}  // namespace flitcast::cli
