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

LinkWaitWatch::Header* LinkWaitWatch::header(PacketHandle packet, NodeId node) {
  if (packet >= headers_.size()) {
    return nullptr;
  }
  std::vector<Header>& all = headers_[packet];
  const auto found = std::find_if(all.begin(), all.end(),
                                  [node](const Header& header) { return header.node == node; });
  return found == all.end() ? nullptr : &*found;
}

void LinkWaitWatch::flit_injected(NodeId node, int port, const Flit& flit, Cycle at) {
  if ((flit.kind & flit_kind::kHead) != 0) {
    if (flit.packet >= headers_.size()) {
      headers_.resize(flit.packet + std::size_t{1});
    }
    const Cycle delay = injections_[place(node, topology_.network_ports() + port)];
    headers_[flit.packet] = {{kNoNode, node, at + delay}};
  }
}

// What it stood there without asking for anything.
void LinkWaitWatch::flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) {
  Header* const own = (flit.kind & flit_kind::kHead) != 0 ? header(flit.packet, node) : nullptr;
  if (own == nullptr) {
    return;
  }
  if (!own->gone) {
    const Cycle alone = is_network(port) ? through_ : ejection_;
    const bool sent_here = own->from == kNoNode;
    add(flit.packet, {sent_here ? node : own->from, sent_here ? kNoNode : node,
                      at - own->arrived - alone - own->asked});
  }
  const Far& far = fars_[place(node, port)];
  const Header next{node, far.node, at + far.delay};
  if ((*packets_)[flit.packet].tree == nullptr) {
    *own = next;
    return;
  }
  own->gone = true;
  if (is_network(port)) {
    headers_[flit.packet].push_back(next);
  }
}

void LinkWaitWatch::worm_waited(NodeId node, int /*input*/, PacketHandle packet, PortId port,
                                WaitCause cause, Cycle cycles, Cycle /*at*/) {
  Header* const own = header(packet, node);
  if (own != nullptr && !own->gone) {
    own->asked += cycles;
  } else if (cause != WaitCause::kSerialisation) {
    return;
  }
  const bool link = is_network(port);
  add(packet, {link ? node : kNoNode, link ? topology_.neighbour(node, port) : node, cycles});
}

void LinkWaitWatch::add(PacketHandle packet, const LinkWaits::Wait& wait) {
  if (wait.cycles > 0) {
    waits_.add((*packets_)[packet].id, wait);
  }
}

}  // namespace flitcast
