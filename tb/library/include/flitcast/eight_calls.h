#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <iostream>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

#include <flitcast/network.h>
#include <flitcast/settings.h>

namespace flitcast {

/// What accesses are to a network that knows no better: packets of a header alone, all of a class.
struct HeaderAccesses {
  template <typename Access>
  std::uint32_t flits(const Access& /*access*/) const {
    return 0;
  }
  template <typename Access>
  std::uint8_t message_class(const Access& /*access*/) const {
    return 0;
  }
};

/// A Network behind the eight calls by which simulators of processors and accelerators customarily
/// call theirs: a project that has a network of its own behind them changes one file.
///
/// `Shape` says what an access is: flits(access), the flits of payload that it takes beside the
/// header, like the data of a write or of a reply to a read, and message_class(access), as of
/// requests and replies. It is asked in push(). Accesses stay the caller's.
///
/// All calls together take, by bench_library on a core of 2.6 GHz, per flit-hop (a flit that passes
/// an output of a router) of uniform traffic on an 8×8 mesh with buffers of 8 flits, and as a part
/// of what BookSim 2, a simulator of 2013, takes for the same load:
///
///     virtual channels, flits, rate    routers as they are    with as many stages as BookSim's
///     1, 8, 0.05                       22 ns, 1/60            63 ns, 1/22
///     1, 8, 0.2                        22 ns, 1/45            55 ns, 1/18
///     4, 1, 0.2                        118 ns, 1/16           189 ns, 1/10
///     4, 8, 0.2                        60 ns, 1/21            90 ns, 1/14
///
/// A cycle in which there is nothing to do takes 3 ns, and half a nanosecond for every node that is
/// asked.
///
/// One cycle of the network passes per call of cycle(). An access is at its destination from when
/// is_empty() says no until it is popped; all of them have room there. Precondition of is_empty(),
/// top() and pop(), which are asked in every cycle and check nothing: there is such a node.
template <typename Access, typename Shape = HeaderAccesses>
class Interconnect {
 public:
  explicit Interconnect(const Settings& settings, const Network::Options& options = {},
                        const Shape& shape = {})
      : network_(settings, options),
        shape_(shape),
        waiting_(network_.nodes()),
        ends_(network_.nodes()) {
    network_.on_received([this](const Network::Arrival& arrival) {
      ends_[arrival.destination].push_back(static_cast<Access*>(arrival.user));
      ++waiting_[arrival.destination];
    });
  }
  Interconnect(const Interconnect&) = delete;
  Interconnect& operator=(const Interconnect&) = delete;

  /// Some access has been pushed, and not popped.
  bool running() const { return accesses_ > 0; }
  void cycle() { network_.step(); }
  /// Throws std::length_error where the source is_full().
  void push(std::uint32_t src, std::uint32_t dst, Access* access) {
    Network::Packet packet;
    packet.source = src;
    packet.destination = dst;
    packet.flits = shape_.flits(*access);
    packet.message_class = shape_.message_class(*access);
    packet.user = access;
    if (!network_.post(packet)) {
      throw std::length_error("node " + std::to_string(src) + " is full");
    }
    ++accesses_;
  }
  /// Accesses share the queue of their source, whatever they are.
  bool is_full(std::uint32_t src, const Access* /*access*/) const { return network_.full(src); }
  bool is_empty(std::uint32_t dst) const { return waiting_[dst] == 0; }
  /// The first access at its destination, of all classes; null where there is none.
  Access* top(std::uint32_t dst) const { return is_empty(dst) ? nullptr : ends_[dst].front(); }
  /// Precondition: not is_empty().
  void pop(std::uint32_t dst) {
    ends_[dst].pop_front();
    --waiting_[dst];
    --accesses_;
  }
  void print_stats() const { print_stats(std::cout); }
  void print_stats(std::ostream& out) const {
    const Network::Statistics all = network_.statistics();
    out << "network: " << all.cycle << " cycles, " << network_.in_flight()
        << " packets under way\n";
    for (std::size_t each = 0; each < all.classes.size(); ++each) {
      const Network::ClassStatistics& its = all.classes[each];
      out << "  class " << each << ": " << its.received << " packets of " << its.posted << ", "
          << its.received_flits << " flits; latency min " << its.latency.min << ", mean "
          << its.latency.mean << ", p99 " << its.latency.p99 << ", max " << its.latency.max
          << "; in the network mean " << its.network_latency.mean << " cycles\n";
    }
  }

  /// For what else it can do. Packets that others post in it, and on_received(), are not to be.
  Network& network() { return network_; }
  const Network& network() const { return network_; }

 private:
  Network network_;
  Shape shape_;
  std::vector<std::uint32_t> waiting_;     // by destination: what is there, side by side
  std::vector<std::deque<Access*>> ends_;  // by destination
  std::uint64_t accesses_ = 0;
};

}  // namespace flitcast
