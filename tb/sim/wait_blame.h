#pragma once

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/probe.h"
#include "tb/config/config.h"
#include "tb/measures/result.h"
#include "tb/sim/model.h"
#include "tb/sim/run_observer.h"
#include "tb/sim/wait_history.h"

namespace flitcast {

/// Who kept whom waiting, of jobs that play at once.
///
/// A flit that stands ready for a channel waits, cycle by cycle, for the job whose flit was the
/// last to enter that channel; or, where the buffer at its other end is full, for the job whose
/// worm is in front there; or, where virtual channels take turns, for the job whose flit the
/// channel or the input port let pass then. Where these flits themselves stand there and wait, it
/// waits for whom they wait. A header in a buffer waits for the worms before it, likewise; and a
/// message in a network interface for the jobs that have had its send port.
///
/// A job takes at most so much longer than alone as it waited. What it takes changes without
/// another job only where waits lead from it to that one, maybe by way of others, in the run with
/// both or in that without: a job also keeps others back, and without it these are in the way.
/// (What arbiters of several virtual channels remember is not told.)
class WaitBlame final : public RunObserver, private Probe {
 public:
  WaitBlame(std::size_t jobs, const Config& config);

  void begin(Model& model) override;
  /// Worms that stand wait up to here.
  void end(const std::optional<StuckReport>& stuck) override;

  /// The channels where messages of a job waited, those with the most waits first.
  std::vector<BlamedChannel> channels(std::size_t job) const;

 private:
  using Holder = WaitHistory::Holder;
  using Kind = BlamedChannel::Kind;
  /// The input VC at the other end of an output port, and how long a credit takes from there.
  struct Far {
    NodeId node = kNoNode;
    int first_input = 0;
    Cycle credit = 0;
  };
  struct Output {
    WaitHistory holder;     // of the channel, by its last flit; of a half-duplex pair, both ways
    WaitHistory passing{};  // whose flit it takes in a cycle
    Far far{};
    Cycle interval = 1;  // of its flits
    int vc = 0;          // of its last flit
  };
  struct Waited {
    Cycle from = 0;
    Cycle to = 0;
    PacketHandle packet = kNoPacket;
    PortId port = kNoPort;
  };
  struct Input {
    WaitHistory stalls;  // the job that it waits for; nobody: it does not
    WaitHistory fronts;  // the job whose worm is in front
    Waited header{};     // its wait for an output VC, which is known when it goes on
    std::vector<std::pair<PacketHandle, Cycle>> heads = {};  // that are not in front yet, and since
    PacketHandle packet = kNoPacket;
    int vc = 0;  // at the output, of the last flit of `packet`
  };

  void flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) override;
  void flit_left(NodeId node, int input, Cycle at) override;
  void bodies_moved(NodeId node, int input, PortId port, const Flit& first, std::uint32_t count,
                    Cycle at, Cycle interval) override;
  void vc_changed(NodeId node, int input, const InputVcView& view, Cycle at) override;
  void flit_injected(NodeId node, int port, const Flit& flit, Cycle at) override;
  void worm_waited(NodeId node, int input, PacketHandle packet, PortId port, WaitCause cause,
                   Cycle cycles, Cycle at) override;
  void posted(NodeId node, PacketHandle packet, Cycle at) override;
  void send_changed(NodeId node, int port, SendState state, PacketHandle packet, Cycle at) override;

  Output& output(NodeId node, PortId port) {
    return outputs_[node * ports_ + static_cast<std::size_t>(port)];
  }
  /// Of an input VC, and of an output VC.
  std::size_t lane(NodeId node, int number) const {
    return node * ports_ * vcs_ + static_cast<std::size_t>(number);
  }
  Input& input(NodeId node, int input) { return inputs_[lane(node, input)]; }
  int output_vc(PortId port, int vc) const { return port * static_cast<int>(vcs_) + vc; }
  std::uint16_t job_of(PacketHandle packet) const { return (*packets_)[packet].job; }
  std::size_t send(NodeId processor, int port) const {
    return processor * static_cast<std::size_t>(send_ports_) + static_cast<std::size_t>(port);
  }
  NodeId processor(NodeId router, PortId local) const {
    return topology_.seat_port(router, local - topology_.network_ports(), send_ports_).processor;
  }
  /// A flit takes `place` for so many cycles.
  static void passes(WaitHistory& place, const Holder& holder, Cycle at, Cycle cycles);
  static void count(BlamedChannel& channel, std::uint16_t job, Cycle cycles);
  BlamedChannel& blamed(std::size_t job, Kind kind, NodeId from, NodeId to);
  /// Of an output port, and of the buffers of an input port.
  BlamedChannel& channel(std::size_t job, NodeId node, PortId port);
  BlamedChannel& buffer(std::size_t job, NodeId node, int input);
  /// `job` of a header waited for output VC `vc` of a port.
  void count_header(NodeId node, int input, std::uint16_t job, PortId port, int vc);
  /// Input VC `input` stood still up to `to` for these jobs, each from a cycle on.
  void stand_still(NodeId node, int input,
                   const std::vector<std::pair<Cycle, std::uint16_t>>& reasons, Cycle to);
  /// Those that keep a flit of `own` from what `places` tells of, in the order of cycles:
  /// visit(from, to, job).
  template <typename Visit>
  void visit_holders(NodeId node, const WaitHistory& place, std::uint16_t own, Cycle from, Cycle to,
                     Visit&& visit);
  /// The same of a header that stands in the buffer of an input VC, and of one that finds no room.
  template <typename Visit>
  void visit_fronts(NodeId node, int index, Cycle from, Cycle to, Visit&& visit);
  /// The same of a flit that another one went before in every cycle.
  template <typename Visit>
  void visit_turns(NodeId node, int index, PortId port, std::uint16_t own, Cycle from, Cycle to,
                   Visit&& visit);
  template <typename Visit>
  void visit_room(NodeId node, int index, PacketHandle packet, PortId port, Cycle from, Cycle to,
                  Visit&& visit);

  const Topology& topology_;
  std::size_t jobs_;
  int send_ports_;
  bool serial_;
  bool half_duplex_;
  std::size_t vcs_;
  std::size_t ports_;  // of a router
  Cycle channel_;      // from when a flit has its turn until it enters the channel
  const PacketPool* packets_ = nullptr;
  std::vector<Output> outputs_;       // by node and port
  std::vector<WaitHistory> lanes_;    // by node and output VC: who holds it
  std::vector<Input> inputs_;         // by node and input VC
  std::vector<WaitHistory> leaving_;  // by node and input port: whose flit leaves it in a cycle
  std::vector<WaitHistory> sends_;    // by processor and send port
  std::vector<Cycle> injection_;      // delay of the channel, by processor and send port
  std::vector<Cycle> posted_;         // by packet
  std::vector<Flit> sent_;            // the last one, by node
  std::vector<PortId> sent_to_;       // its port
  std::vector<std::map<std::tuple<Kind, NodeId, NodeId>, BlamedChannel>> blamed_;  // by job
};

}  // namespace flitcast
