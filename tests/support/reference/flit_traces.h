#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "hw/packet.h"
#include "hw/probe.h"
#include "hw/reference/channel.h"

namespace flitcast {

/// What the routers of a network tell of their outputs.
class FlitTraces : public Probe {
 public:
  struct Output {
    std::uint64_t dates = 0;  ///< of all flits, see trace_of_flit
    Waits waits;
  };

  /// `packets` must outlive the probe; the id of a packet is the number of its message.
  explicit FlitTraces(const PacketPool& packets) : packets_(packets) {}

  void flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) override {
    outputs_[{node, port}].dates += reference::trace_of_flit(packets_[flit.packet].id, flit.vc, at);
  }
  void waited(NodeId node, PortId port, WaitCause cause, Cycle cycles, Cycle /*at*/) override {
    outputs_[{node, port}].waits[cause] += cycles;
  }

  Output output(NodeId node, PortId port) const {
    const auto place = outputs_.find({node, port});
    return place == outputs_.end() ? Output() : place->second;
  }

 private:
  const PacketPool& packets_;
  std::map<std::pair<NodeId, PortId>, Output> outputs_;
};

}  // namespace flitcast
