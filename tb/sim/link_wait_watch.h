#pragma once

#include <vector>

#include "hw/probe.h"
#include "tb/config/config.h"
#include "tb/measures/link_waits.h"
#include "tb/sim/model.h"
#include "tb/sim/run_observer.h"

namespace flitcast {

/// Sees where messages wait between their interfaces. A header waits for the link that it asks for,
/// or, until it is in front, in the buffer of the one over which it came. Flits after it wait only
/// where those of others have their turn on a link: a full buffer at its end is full of what waits
/// further on. A worm that forks waits in each router of its tree, once whatever its ways.
/// Precondition: a router has one processor.
class LinkWaitWatch final : public RunObserver, private Probe {
 public:
  explicit LinkWaitWatch(const Config& config);

  const LinkWaits& waits() const { return waits_; }
  void begin(Model& model) override;
  void end(const std::optional<StuckReport>& /*stuck*/) override {}

 private:
  struct Far {
    NodeId node = kNoNode;
    Cycle delay = 0;
  };
  /// Of a message, as far as it has come; of a worm that forks one in each router of its tree.
  struct Header {
    NodeId from = kNoNode;  // the link over which it came to `node`; kNoNode: none
    NodeId node = kNoNode;
    Cycle arrived = 0;
    Cycle asked = 0;  // so long it waited there for what it asked for
    bool gone = false;
  };

  void flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) override;
  void flit_injected(NodeId node, int port, const Flit& flit, Cycle at) override;
  void bodies_moved(NodeId /*node*/, int /*input*/, PortId /*port*/, const Flit& /*first*/,
                    std::uint32_t /*count*/, Cycle /*at*/, Cycle /*interval*/) override {}
  void bodies_injected(NodeId /*node*/, int /*port*/, const Flit& /*first*/,
                       std::uint32_t /*count*/, Cycle /*at*/) override {}
  void worm_waited(NodeId node, int input, PacketHandle packet, PortId port, WaitCause cause,
                   Cycle cycles, Cycle at) override;

  std::size_t place(NodeId node, int port) const {
    return node * ports_ + static_cast<std::size_t>(port);
  }
  bool is_network(PortId port) const { return port < topology_.network_ports(); }
  /// Null: it has not come there.
  Header* header(PacketHandle packet, NodeId node);
  void add(PacketHandle packet, const LinkWaits::Wait& wait);

  const Topology& topology_;
  std::size_t ports_;  // of a router
  Cycle through_;      // of a header that nothing holds up, to a link
  Cycle ejection_;     // to a local port
  const PacketPool* packets_ = nullptr;
  std::vector<Far> fars_;                     // by node and output port
  std::vector<Cycle> injections_;             // delays, by node and local port
  std::vector<std::vector<Header>> headers_;  // by packet
  LinkWaits waits_;
};

}  // namespace flitcast
