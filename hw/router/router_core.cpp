#include "hw/router/router_core.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "hw/index_set.h"
#include "hw/router/core_of_words.h"
#include "hw/router/parts/port_layout.h"

namespace flitcast {
namespace {

// The slots that virtual channels share are counted flit by flit.
void check_shared_buffers(const NetworkConfig& config) {
  if (config.pipeline.shares_buffers() &&
      (config.own_flits() < 1 || config.own_flits() > config.buffer_flits ||
       config.switching != Switching::kWormhole || config.pipeline.output_speedup > 1)) {
    throw std::invalid_argument(
        "buffers are shared under wormhole switching, with one crossbar output for every port, and "
        "every virtual channel keeps at least one slot of its part");
  }
}

// One virtual channel, because a bubble is one of a ring of single buffers.
void check_bubbles(const NetworkConfig& config, const Topology& topology) {
  if (config.flow_control == FlowControl::kBubble &&
      (config.vcs > 1 || config.pipeline.staged() || !topology.wraps() || topology.is_one_way() ||
       config.switching == Switching::kWormhole || config.bubble_flits < 0)) {
    throw std::invalid_argument(
        "bubble flow control is for whole packets round rings of one virtual channel, in routers "
        "without a pipeline");
  }
}

// Writers do not know how much room there is: not for whole packets, nor whether a buffer is empty.
void check_signals(const NetworkConfig& config, const Routing& routing) {
  if (goes_by_link(config.flow_control) &&
      (config.pipeline.staged() || config.switching != Switching::kWormhole ||
       routing.escape_classes_of(config.vcs) > 0)) {
    throw std::invalid_argument(
        "flow control without credits is for wormhole switching without escapes, in routers "
        "without a "
        "pipeline");
  }
}

}  // namespace

std::unique_ptr<RouterCore> make_router_core(const RouterSite& site) {
  const auto seats = static_cast<int>(site.routing.topology().seats());
  const int ports = site.network_ports + seats * site.config.ports;
  const int inputs = ports * site.config.vcs;
  if (ports > kMaxPorts || inputs > kMaxInputVcs) {
    throw std::invalid_argument(
        "a router has at most " + std::to_string(kMaxPorts) + " ports and " +
        std::to_string(kMaxInputVcs) + " input virtual channels, local ones included; " +
        std::to_string(ports) + " ports of " + std::to_string(site.config.vcs) + " are more");
  }
  check_shared_buffers(site.config);
  check_signals(site.config, site.routing);
  check_bubbles(site.config, site.routing.topology());
  const RouterPipeline& pipeline = site.config.pipeline;
  const int speedup = std::max(pipeline.input_speedup, pipeline.output_speedup);
  const int most = std::max(inputs, (site.network_ports + seats) * speedup);
  // Sets of up to 64 input VCs are a word; the others cost more, so they do not grow by the word.
  if (most <= IndexSet<1>::kSize) {
    return core_of_words<1>(site);
  }
  return most <= IndexSet<4>::kSize ? core_of_words<4>(site) : core_of_words<16>(site);
}

}  // namespace flitcast
