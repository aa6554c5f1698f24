#include "tb/sim/link_wait_watch.h"

#include <algorithm>

namespace flitcast {

LinkWaitWatch::LinkWaitWatch(const Config& config)
    : topology_(*config.topology),
      ports_(static_cast<std::size_t>(topology_.network_ports() + config.network.ports)),
      through_(config.network.header_delay()),
      ejection_(config.network.pipeline.staged() &&
                        config.network.pipeline.ejection == Ejection::kPipeline
                    ? through_
                    : 0),
      fars_(topology_.nodes() * ports_),
      injections_(fars_.size()) {}

void LinkWaitWatch::begin(Model& model) {
  packets_ = &model.packets();
  for (const Fabric::NetworkLink& link : model.fabric().network_links()) {
    fars_[place(link.from, link.source_port)] = {link.to, link.link->delay()};
  }
  for (const Fabric::LocalLinks& local : model.fabric().local_links()) {
    injections_[place(local.node, topology_.network_ports() + local.interface_port)] =
        local.injection->delay();
  }
  model.fabric().attach_probe(*this);
}

LinkWaitWatch::Header& LinkWaitWatch::header(PacketHandle packet) {
  if (packet >= headers_.size()) {
    headers_.resize(packet + std::size_t{1});
  }
  return headers_[packet];
}

void LinkWaitWatch::flit_injected(NodeId node, int port, const Flit& flit, Cycle at) {
  if ((flit.kind & flit_kind::kHead) != 0) {
    const Cycle delay = injections_[place(node, topology_.network_ports() + port)];
    header(flit.packet) = {kNoNode, node, at + delay, 0};
  }
}

// What it stood there without asking for anything.
void LinkWaitWatch::flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) {
  if ((flit.kind & flit_kind::kHead) == 0) {
    return;
  }
  Header& own = header(flit.packet);
  const Cycle alone = is_network(port) ? through_ : ejection_;
  const Cycle queued = at - own.arrived - alone - own.asked;
  add(flit.packet, own.from == kNoNode ? node : own.from, own.from == kNoNode ? kNoNode : node,
      queued);
  const Far& far = fars_[place(node, port)];
  own = {node, far.node, at + far.delay, 0};
}

void LinkWaitWatch::worm_waited(NodeId node, int /*input*/, PacketHandle packet, PortId port,
                                WaitCause cause, Cycle cycles, Cycle /*at*/) {
  Header& own = header(packet);
  if (own.node == node) {
    own.asked += cycles;
  } else if (cause != WaitCause::kSerialisation) {
    return;
  }
  add(packet, is_network(port) ? node : kNoNode,
      is_network(port) ? topology_.neighbour(node, port) : node, cycles);
}

void LinkWaitWatch::add(PacketHandle packet, NodeId from, NodeId to, Cycle cycles) {
  if (cycles > 0) {
    waits_.add((*packets_)[packet].id, {from, to, cycles});
  }
}

}  // namespace flitcast
