#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "hw/router/router_core.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// A worm on its way through a router on a bench.
struct BenchWorm {
  int input;           ///< port by which it comes
  NodeId destination;  ///< which decides by which port it leaves
  Cycle arrival;       ///< of its header, at the earliest
  std::uint32_t body;  ///< flits behind the header, 1 at least
  Cycle pause = 0;     ///< cycles more between header and body
  // In a run:
  std::vector<Cycle> arrived = {};  ///< when its flits came
  std::vector<Cycle> left = {};     ///< when they left the router
};

/// A router kept a worm that was given to it. what() says which.
class BenchError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One router between links, without a network: worms come by its inputs when they are wanted, what
/// leaves is taken at once, or later. One virtual channel is used of each port.
class RouterBench {
 public:
  /// What the network of the configuration is to be for the bench.
  struct Setup {
    const Topology& topology;
    const Routing& routing;
    NetworkConfig config;
    NodeId node;
    Cycle link_delay;  ///< of all links of the router
  };

  /// The references must outlive it.
  RouterBench(const Setup& setup, const MakeRouterCore& make_core);

  /// By one input worms come in the order in which they are added.
  void add(const BenchWorm& worm) { worms_.push_back(worm); }
  /// Nothing is taken from output `port` before a cycle.
  void hold(int port, Cycle until) { held_[port] = until; }
  /// The buffer behind the link into `port` has one slot: slot_cycles() sees when it is free.
  void narrow(int port);
  /// Throws BenchError when a worm has not left by then.
  void run(Cycle cycles);

  const std::vector<BenchWorm>& worms() const { return worms_; }
  /// From when a slot of the narrow input was taken until it could be again, of each flit.
  const std::vector<Cycle>& slot_cycles() const { return slot_cycles_; }

 private:
  struct Input {
    std::unique_ptr<Link> link;
    std::size_t worm = 0;  // that comes next: its place in worms_
    std::uint32_t flit = 0;
    Cycle filled = 0;  // narrow: the slot
    bool waits = false;
  };

  LinkParameters parameters_of(int port) const;
  void feed(int port, Input& input, Cycle now);
  void drain(int port, Link& link, Cycle now);
  void require_all_left(Cycle cycles) const;
  Flit flit_of(std::size_t worm, std::uint32_t flit) const;

  Setup setup_;
  PacketPool packets_;
  WakeQueue wakes_;
  std::unique_ptr<RouterCore> core_;
  Alarm driver_;
  int ports_;
  int narrow_ = -1;
  std::map<int, Input> inputs_;
  std::map<int, std::unique_ptr<Link>> outputs_;
  std::map<int, Cycle> held_;
  std::vector<BenchWorm> worms_;
  std::vector<PacketHandle> handles_;
  std::vector<Cycle> slot_cycles_;
};

}  // namespace flitcast
