#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>
#include <vector>

#include "hw/router/router_core.h"
#include "hw/topology/topology.h"

namespace flitcast::cosim {

/// A worm on its way through a router on a bench.
struct BenchWorm {
  int input;           ///< port by which it comes
  int vc;              ///< its virtual channel there
  NodeId destination;  ///< which decides by which port it leaves
  Cycle arrival;       ///< of its header, at the earliest
  std::uint32_t body;  ///< flits after the header, 1 at least
  Cycle pause = 0;     ///< cycles more between header and body
  // In a run:
  std::vector<Cycle> arrived = {};  ///< when its flits came
  std::vector<Cycle> left = {};     ///< when they left the router
};

/// A router kept a worm that was given to it, or slots. what() says which.
class BenchError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One router between links, without a network: worms come by its inputs when they are wanted, what
/// leaves is taken at once, or later.
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

  /// By one input virtual channel worms come in the order in which they are added.
  void add(const BenchWorm& worm) { worms_.push_back(worm); }
  /// Nothing is taken from output `port` before a cycle.
  void hold(int port, Cycle until) { held_[port] = until; }
  /// Outputs to the network take a flit in some cycles only, a quarter of them, which are drawn.
  void take_slowly() { slow_ = true; }
  /// The buffer behind virtual channel `vc` of the link into `port` has one slot: slot_cycles()
  /// sees when it is free.
  void narrow(int port, int vc);
  /// Throws BenchError when a worm has not left by then, or a slot is not free again.
  void run(Cycle cycles);

  const std::vector<BenchWorm>& worms() const { return worms_; }
  /// From when a slot of the narrow input was taken until it could be again, of each flit.
  const std::vector<Cycle>& slot_cycles() const { return slot_cycles_; }

 private:
  /// What comes by a virtual channel.
  struct Feed {
    std::size_t worm = 0;  // that comes next: its place in worms_
    std::uint32_t flit = 0;
  };
  struct Input {
    std::unique_ptr<Link> link;
    std::vector<Feed> feeds;  // per virtual channel
  };
  /// A buffer of one slot.
  struct Narrow {
    int port = -1;
    int vc = 0;
    Cycle filled = 0;
    bool waits = false;
  };

  LinkParameters parameters_of(int port) const;
  void see_slot(Cycle now);
  void feed(int port, Input& input, Cycle now);
  bool feed(int port, int vc, Input& input, Cycle now);
  bool takes(int port, Cycle now);
  void drain(int port, Link& link, Cycle now);
  void require_all_left(Cycle cycles) const;
  void require_free_slots(Cycle cycles) const;
  Flit flit_of(std::size_t worm, std::uint32_t flit) const;

  Setup setup_;
  PacketPool packets_;
  WakeQueue wakes_;
  std::unique_ptr<RouterCore> core_;
  Alarm driver_;
  int ports_;
  Narrow narrow_;
  bool slow_ = false;
  std::mt19937 draws_;
  std::map<int, Input> inputs_;
  std::map<int, std::unique_ptr<Link>> outputs_;
  std::map<int, Cycle> held_;
  std::vector<BenchWorm> worms_;
  std::vector<PacketHandle> handles_;
  std::vector<Cycle> slot_cycles_;
};

}  // namespace flitcast::cosim
