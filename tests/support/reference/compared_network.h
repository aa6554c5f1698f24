#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/reference/reference_network.h"
#include "tests/support/cores/core_network.h"
#include "tests/support/reference/drawn_network.h"
#include "tests/support/reference/flit_traces.h"

namespace flitcast {

inline std::string show(const Waits& waits) {
  std::ostringstream text;
  for (std::size_t i = 0; i < kWaitCauses; ++i) {
    text << (i == 0 ? "" : ", ") << kWaitCauseNames[i] << ' ' << waits.cycles()[i];
  }
  return text.str();
}

inline std::string show(const MessageHistory& times) {
  std::ostringstream text;
  text << "issued " << times.issued << ", injected " << times.injected;
  for (const auto& [node, head] : times.head) {
    text << ", at " << node << " head " << head << " tail " << times.tail.at(node);
  }
  return text.str();
}

/// A network as cores and as reference model, which run for as long.
class ComparedNetwork {
 public:
  explicit ComparedNetwork(const DrawnNetwork& network,
                           const MakeRouterCore& make_core = make_router_core)
      : network_(network),
        cores_(network.topology(), network.config, network.config.order,
               CoreNetwork::Worms::kMayPassWhole, make_core, network.policy, network.options),
        reference_(cores_.topology(), network.config,
                   network.policy == nullptr ? nullptr : &cores_.routing()),
        traces_(cores_.packets()) {
    for (const PostedMessage& message : network.messages) {
      cores_.add(message);
      reference_.add(message);
    }
    for (const NodeId node : network.watched_routers) {
      cores_.attach_router_probe(node, traces_);
    }
    for (const NodeId node : network.watched_interfaces) {
      cores_.attach_interface_probe(node, traces_);
    }
  }

  /// Runs until nothing happens any more.
  void run() {
    reference_.run();
    std::vector<Cycle> stops;
    for (const Cycle stop : network_.stops) {
      stops.push_back(reference_.now() * stop / 1000);
    }
    cores_.stop_lookahead_at(stops);
    cores_.run(network_.visits);
    end(reference_.now() + 1);
  }
  /// Runs until cycle `last` is over.
  void run_until(Cycle last) {
    reference_.run(last);
    cores_.cut_short(last);
    cores_.run(network_.visits);
    end(last);
  }

  const ReferenceNetwork& reference() const { return reference_; }
  /// Cycles that flits stood ready without leave.
  Cycle waited() const {
    Cycle sum = 0;
    for (NodeId node = 0; node < cores_.topology().nodes(); ++node) {
      for (int port = 0; port < ports_of(node); ++port) {
        const auto* channel = reference_.channel(node, static_cast<std::size_t>(port));
        sum += channel == nullptr ? 0 : channel->waits.total();
      }
    }
    return sum;
  }

  /// Messages with words that came to the last of their destinations flit by flit.
  std::size_t came_by_flits() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < network_.messages.size(); ++i) {
      const PostedMessage& message = network_.messages[i];
      const NodeId last = message.destinations.back();
      const bool came = message.payload_flits != 0 && cores_.times(i).tail.count(last) != 0;
      count += came && !cores_.came_whole(i, last) ? 1 : 0;
    }
    return count;
  }

  /// Empty if they agree, else the first difference.
  std::string difference() const {
    for (std::size_t i = 0; i < network_.messages.size(); ++i) {
      if (std::string text = difference_of_message(i); !text.empty()) {
        return text;
      }
    }
    for (NodeId node = 0; node < cores_.topology().nodes(); ++node) {
      for (int port = 0; port < ports_of(node); ++port) {
        if (std::string text = difference_of_link(node, static_cast<PortId>(port)); !text.empty()) {
          return text;
        }
      }
      if (cores_.topology().has_router(node) && worms_in_cores(node) != worms_in_reference(node)) {
        return "node " + std::to_string(node) + " has in its buffers" + worms_in_cores(node) +
               "; reference:" + worms_in_reference(node);
      }
    }
    return "";
  }

 private:
  void end(Cycle end) {
    end_ = end;
    reference_.end_waits(end);
    cores_.end_waits(end);
  }

  int ports_of(NodeId node) const {
    const Topology& topology = cores_.topology();
    const int seats = static_cast<int>(topology.seats_of(node).count);
    return topology.has_router(node) ? topology.network_ports() + seats * network_.config.ports : 0;
  }

  std::string difference_of_message(std::size_t i) const {
    const MessageHistory& is = cores_.times(i);
    const MessageHistory& due = reference_.times(i);
    std::ostringstream text;
    const PostedMessage& m = network_.messages[i];
    text << "message " << i << ", " << m.source << " ->";
    for (const NodeId destination : m.destinations) {
      text << ' ' << destination;
    }
    text << ", " << m.payload_flits << " words, posted at " << m.post_at << ": ";
    if (std::tie(is.issued, is.injected, is.head, is.tail) !=
        std::tie(due.issued, due.injected, due.head, due.tail)) {
      text << show(is) << "; reference: " << show(due);
    } else if (cores_.waits(i).cycles() != reference_.waits(i).cycles()) {
      text << show(cores_.waits(i)) << "; reference: " << show(reference_.waits(i));
    } else {
      return "";
    }
    return text.str();
  }

  std::string difference_of_link(NodeId node, PortId port) const {
    const reference::Channel* const due = reference_.channel(node, port);
    if (due == nullptr) {
      return "";
    }
    const Link& is = cores_.link_behind(node, port);
    const FlitTraces::Output told = traces_.output(node, port);
    const bool watched = network_.watched_routers.count(node) != 0;
    std::ostringstream text;
    if (is.flits() != due->flits) {
      text << is.flits() << " flits; reference: " << due->flits;
    } else if (is.waits().cycles() != due->waits.cycles()) {
      text << show(is.waits()) << "; reference: " << show(due->waits);
    } else if (watched && told.waits.cycles() != due->waits.cycles()) {
      text << "the probe is told of " << show(told.waits) << "; reference: " << show(due->waits);
    } else if (watched && told.dates != due->dates) {
      text << "the probe is told of flits at other dates";
    } else {
      return "";
    }
    return "port " + std::to_string(port) + " of node " + std::to_string(node) + ": " + text.str();
  }

  // What stands in the buffers behind links, or is on its way there, which outputs its worms hold,
  // and which local ports copy them.
  std::string worms_in_cores(NodeId node) const {
    const int inputs = cores_.topology().network_ports() * network_.config.vcs;
    std::ostringstream text;
    for (const OccupiedVc& vc : cores_.router(node).inspect(end_)) {
      if (vc.input >= inputs) {
        continue;
      }
      text << " (" << vc.input / network_.config.vcs << '.' << vc.input % network_.config.vcs;
      for (const OccupiedVc::Part& part : vc.parts) {
        text << ", message " << cores_.packets()[part.packet].id << ' ' << part.flits;
      }
      if (vc.output != kNoPort) {
        text << ", to " << int{vc.output} << '.' << vc.output_vc;
      }
      if (vc.absorbing != kNoPort) {
        text << ", copied to " << int{vc.absorbing};
      }
      text << ')';
    }
    return text.str();
  }
  std::string worms_in_reference(NodeId node) const {
    const auto ports = static_cast<std::size_t>(cores_.topology().network_ports());
    std::ostringstream text;
    for (const reference::Input& input : reference_.router(node).inputs()) {
      const auto worms = input.worms();
      if (input.port >= ports || worms.empty()) {
        continue;
      }
      text << " (" << input.port << '.' << input.from->number;
      for (const auto& [message, flits] : worms) {
        text << ", message " << message << ' ' << flits;
      }
      if (input.to != nullptr) {
        text << ", to " << input.to_port << '.' << input.to->number;
      }
      if (input.copy_to != nullptr) {
        text << ", copied to " << input.copy_port;
      }
      text << ')';
    }
    return text.str();
  }

  const DrawnNetwork& network_;
  CoreNetwork cores_;
  ReferenceNetwork reference_;
  FlitTraces traces_;
  Cycle end_ = 0;
};

}  // namespace flitcast
