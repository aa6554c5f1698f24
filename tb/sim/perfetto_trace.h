#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hw/network_config.h"
#include "hw/probe.h"
#include "hw/topology/topology.h"
#include "tb/measures/result.h"
#include "tb/sim/model.h"
#include "tb/sim/run_observer.h"
#include "tb/system/files/atomic_file.h"

namespace flitcast {

/// A run as Perfetto and chrome://tracing show it: tracks in time, of which the reader opens any.
///
///     nodes     what every node sends and receives, an arrow from one to the other
///     links     which message is on every virtual channel of every link
///     waits     what stood ready for an output without leave, by cause
///     messages  each from the beginning of its start-up until a destination has all of it
///     rounds    the part of the workload that is under way; of random traffic its stages
///     ranks     of a program: what every stream does and every receive waits for, with arrows for
///               messages
///     path      of a program: its critical path
///
/// The format is the JSON of Chrome's trace events ("Trace Event Format", Google, 2016): an object
/// with a list "traceEvents"; times are µs. Events come in the order of their ends, whatever
/// modules have decided ahead of time and in whatever order they were called.
class PerfettoTrace final : public RunObserver, public Probe, public PhaseObserver {
 public:
  /// All must outlive the trace. `period`: of the clock, ns.
  PerfettoTrace(const Topology& topology, const NetworkConfig& config, double period,
                AtomicFile& file);

  void begin(Model& model) override;
  void end(const std::optional<StuckReport>& stuck) override;

  void flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) override;
  void bodies_moved(NodeId /*node*/, int /*input*/, PortId /*port*/, const Flit& /*first*/,
                    std::uint32_t /*count*/, Cycle /*at*/, Cycle /*interval*/) override {}
  void waited(NodeId node, PortId port, WaitCause cause, Cycle cycles, Cycle at) override;
  void send_changed(NodeId node, int port, SendState state, PacketHandle packet, Cycle at) override;
  void phase_is(std::uint64_t phase, Cycle at) override;

  /// Ranks and path of a program that was played.
  void add_program(const ProgramRun& run);
  /// The rest, to the last brace; nothing comes after it.
  void finish();
  /// Why the file could not be written; empty if it could.
  const std::string& failure() const { return failure_; }

 private:
  enum Process { kRounds = 1, kNodes, kLinks, kWaits, kMessages, kRanks, kPath };

  /// A line of a process.
  struct Track {
    Process process = kRounds;
    int number = 0;
  };
  /// What is going on on a track.
  struct Slice {
    Track track;
    std::string name;
    PacketHandle packet = kNoPacket;
    Cycle begin = 0;
    bool startup = false;
  };

  /// What a module reported, with what is to know of the message.
  struct Happening {
    enum Kind { kSends, kPasses, kWaits, kPhase };
    Cycle at;
    Kind kind;
    NodeId node = 0;
    int port = 0;
    int what = 0;  ///< SendState, flit_kind, WaitCause
    std::uint64_t vc = 0;
    std::uint64_t number = 0;  ///< of the message, or the phase
    PacketHandle packet = kNoPacket;
    Cycle cycles = 0;
    NodeId source = kNoNode;
    std::uint32_t payload_flits = 0;
  };

  void note(const Happening& happening);
  /// Writes what comes of all that happened up to `last`.
  void play(Cycle last);
  void send(const Happening& it);
  void pass(const Happening& it);
  void wait(const Happening& it);
  void begin_phase(const Happening& it);
  void name_process(Process process);
  void add_operation(const ProgramRecord& record, std::uint32_t rank, std::uint32_t op);
  void add_path(const ProgramRecord& record);
  /// The first of some tracks on which nothing goes on at `from`; it is taken to `to`.
  static std::uint64_t lane_of(std::vector<Cycle>& ends, Cycle from, Cycle to);

  /// The track of that key in a process, which is named when it is first used.
  Track track(Process process, std::uint64_t key, const std::string& name);
  Track track_of_output(NodeId node, PortId port, std::uint64_t vc);
  Track track_of_wait(NodeId node, PortId port, Cycle from, Cycle to);
  /// "0 -> 1", "node 0": where an output of a router leads.
  std::string end_of(NodeId node, PortId port) const;

  void arrive(const Slice& receiving, const Happening& it, Cycle end);
  void write_slice(const Slice& slice, Cycle end);
  void write(const std::string& event);
  double micros(double cycles) const;

  const Topology& topology_;
  const NetworkConfig& config_;
  double period_;
  AtomicFile& file_;
  const Model* model_ = nullptr;
  Cycle end_ = 0;
  bool empty_ = true;
  std::string failure_;
  std::vector<Happening> pending_;  // not played yet
  Cycle play_at_ = 0;
  std::uint64_t numbers_ = 0;                                // of messages and arrows
  std::map<std::pair<Process, std::uint64_t>, int> tracks_;  // by process and key
  std::map<int, Slice> open_;                                // by track
  std::unordered_map<PacketHandle, Slice> sent_;             // the last that has it
  std::map<std::uint64_t, std::vector<Cycle>> lanes_;        // ends of waits, by output
  std::map<std::uint64_t, std::string> phase_names_;
  Slice phase_{{}, "", kNoPacket, -1};
};

}  // namespace flitcast
