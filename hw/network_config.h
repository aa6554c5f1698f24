#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "hw/flit_rate.h"
#include "hw/flow_control.h"
#include "hw/link_fault.h"
#include "hw/router_pipeline.h"
#include "hw/types.h"

namespace flitcast {

struct InterfaceKind;

enum class Switching { kWormhole, kCutThrough, kStoreAndForward };

/// Whether the two channels between neighbours work independently, or as one that carries one
/// direction at a time.
enum class Duplex { kFull, kHalf };

/// Whether worms may fork (Packet::tree), and how they take the channels of their ways: as their
/// headers come to them, or after all routers of the tree have been reserved (TreeReservations).
enum class Forks { kNone, kHopByHop, kReserved };

/// Order in which dimension-order routing corrects the dimensions of a hypercube, mesh or torus.
enum class RoutingOrder { kAscending, kDescending };

/// Ports of a router at most, local ones included: what a PortId can name.
inline constexpr int kMaxPorts = 254;
/// Input virtual channels of a router at most: ports, local ones included, times
/// NetworkConfig::vcs.
inline constexpr int kMaxInputVcs = 1024;

/// A link between routers by its ends.
struct LinkEnds {
  NodeId from;
  NodeId to;
};

/// What a node has behind an interface with a memory.
struct MemorySettings {
  static constexpr int kMost = 1'000'000;

  int outstanding = 4;  ///< requests of the node that are not replied to, at most, >= 1
  Cycle latency = 20;   ///< of a request in a bank, cycles, >= 1
  int banks = 1;        ///< that work at the same time, >= 1
  int queue = 4;        ///< places for requests that no bank has taken, 1 to kMost
  int reply_queue = 4;  ///< places for replies, in a bank or on their way out, >= 1
};

/// What interfaces do about messages that come out of the network wrong.
struct RetransmissionSettings {
  static constexpr Cycle kAutoTimeout = 0;
  static constexpr int kMostTransmissions = 1000;  // of a message; then it is given up

  Cycle timeout = kAutoTimeout;  ///< after which a message is sent again first, cycles
  int window = 16;               ///< messages to one destination on their way, 1 … 64
};

/// Everything the hardware is told about itself. The configuration layer makes it valid; the cores
/// throw std::invalid_argument or std::logic_error where their own memory safety depends on it.
struct NetworkConfig {
  Switching switching = Switching::kWormhole;
  RoutingOrder order = RoutingOrder::kAscending;
  int ports = 1;           ///< local (NI) ports of every node, 1 … network ports
  int vcs = 1;             ///< virtual channels of every network link
  Cycle buffer_flits = 2;  ///< input buffer of every virtual channel, in flits; its part
                           ///< of what all share with RouterPipeline::shares_buffers
  FlowControl flow_control = FlowControl::kCredits;
  Cycle off_flits = 0;            ///< kOnOff: free slots at which a buffer says stop, >= 0
  Cycle on_flits = 1;             ///< kOnOff: and go, off_flits + 1 … buffer_flits
  Cycle bubble_flits = 0;         ///< kBubble: room that is left, >= 0
  Cycle router_delay = 0;         ///< pipeline delay of a header in a router, cycles, >= 0
  Cycle link_delay = 1;           ///< flight time of a flit, and of a credit, cycles, >= 1
  Cycle cycles_per_flit = 1;      ///< t_m: initiation interval of a network channel, cycles, >= 1
  Duplex duplex = Duplex::kFull;  ///< of the links between routers
  Forks forks = Forks::kNone;     ///< of worms; else routers are staged, of no special policies
  const InterfaceKind* interface = nullptr;  ///< of every processor; null: the plain one
  std::vector<InterfaceRates> rates = {};    ///< by processor; of others: a flit a cycle
  Cycle startup = 0;          ///< programmable part of a message's start-up, cycles, >= 0
  Cycle copy_per_flit = 0;    ///< t_r: local rearrangement of one flit, cycles, >= 0
  Cycle reduce_per_flit = 0;  ///< t_op: reduction of one flit, cycles, >= 0
  std::optional<MemorySettings> memory;  ///< of an interface that has one
  RouterPipeline pipeline;               ///< staged: it says what router_delay says otherwise
  /// The local ports of a node are divided among classes of messages as virtual channels are, by an
  /// interface that keeps them apart.
  bool classes_at_ports = false;
  /// Every virtual channel of a link has a local port of its own in each node, for the same
  /// messages: so many have those of each class of routing. 0: they have not.
  int lanes_at_ports = 0;
  bool flit_by_flit = false;  ///< nothing is done at once that is the same one by one: every
                              ///< flit is looked at in each cycle in which it could move
  std::shared_ptr<const LinkFault> fault = nullptr;  ///< of links between routers; null: none
  std::vector<LinkEnds> faulty_links = {};           ///< that have it; empty: all
  RetransmissionSettings retransmission = {};        ///< of interfaces that do it

  /// The fault of a link between routers; null: it is perfect.
  const LinkFault* fault_of(NodeId from, NodeId to) const {
    const auto is_it = [&](const LinkEnds& ends) { return ends.from == from && ends.to == to; };
    return faulty_links.empty() || std::any_of(faulty_links.begin(), faulty_links.end(), is_it)
               ? fault.get()
               : nullptr;
  }
  /// Whether local port `local` of a node is for messages of class `message_class`, in the class
  /// `vc_class` of routing; -1: in any.
  bool takes(int local, int message_class, int vc_class = -1) const {
    const int own = std::min(message_class, pipeline.message_classes - 1);
    if (lanes_at_ports > 0) {
      return (vc_class < 0 || local / lanes_at_ports == vc_class) &&
             pipeline.class_at(local % lanes_at_ports, lanes_at_ports) == own;
    }
    return !classes_at_ports || pipeline.class_at(local, ports) == own;
  }
  /// Some interfaces leave requests in the network until they have answered those before.
  bool holds_requests() const {
    return std::any_of(rates.begin(), rates.end(),
                       [](const InterfaceRates& each) { return each.requests > 0; });
  }
  /// The slots of an ejection channel of the node are its credits.
  bool ejects_by_slots(NodeId node) const {
    return lanes_at_ports > 0 || !rates_of(node).receive.is_whole();
  }
  /// Of the interface of a processor.
  InterfaceRates rates_of(NodeId node) const {
    return node < rates.size() ? rates[node] : InterfaceRates{};
  }
  /// What virtual channels that share slots keep for themselves; 0 where they do not share.
  Cycle own_flits() const { return pipeline.shares_buffers() ? pipeline.reserved_flits : 0; }
  /// Flits that a virtual channel may hold.
  Cycle most_flits() const {
    return pipeline.shares_buffers() ? vcs * buffer_flits - (vcs - 1) * own_flits() : buffer_flits;
  }
  /// Cycles that a header spends in a router without other traffic.
  Cycle header_delay() const { return pipeline.staged() ? pipeline.header_delay() : router_delay; }
  /// Cycles until a slot of a buffer is taken again after it was taken, at the earliest, over links
  /// with a flight time of `delay`.
  Cycle round_trip(Cycle delay) const {
    return pipeline.staged() ? pipeline.round_trip(delay) : router_delay + 2 * delay;
  }
};

/// Cycles that every message pays on top of NetworkConfig::startup, whatever the configuration:
/// one each for the command to the NI, injection, ejection and completion.
inline constexpr Cycle kFixedStartup = 4;

/// The numbers that describe the hardware to the theory, in cycles.
struct TimingModel {
  Cycle t_s;       ///< start-up of a message at its sender
  Cycle t_d;       ///< header delay per hop
  Cycle t_m;       ///< time per flit on a channel
  Cycle t_r = 0;   ///< local rearrangement of one flit
  Cycle t_op = 0;  ///< reduction of one flit
};

/// Of staged routers it holds for messages that meet no others: they pass one router more than
/// links, unless the last one lets them by.
inline TimingModel timing_model(const NetworkConfig& config) {
  const bool ejects_late =
      config.pipeline.staged() && config.pipeline.ejection == Ejection::kPipeline;
  const Cycle ejection = ejects_late ? config.header_delay() : 0;
  return {config.startup + kFixedStartup + ejection, config.header_delay() + config.link_delay,
          config.cycles_per_flit, config.copy_per_flit, config.reduce_per_flit};
}

/// The smallest buffer, in flits, that lets one virtual channel use the full rate of a link with
/// these times: a slot is taken again NetworkConfig::round_trip cycles after it was filled.
inline Cycle full_rate_buffer(const NetworkConfig& config, Cycle link_delay,
                              Cycle cycles_per_flit) {
  return (config.round_trip(link_delay) + cycles_per_flit - 1) / cycles_per_flit;
}
inline Cycle full_rate_buffer(const NetworkConfig& config) {
  return full_rate_buffer(config, config.link_delay, config.cycles_per_flit);
}

}  // namespace flitcast
