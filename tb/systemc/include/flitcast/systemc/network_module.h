#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include <flitcast/network.h>
#include <flitcast/settings.h>
#include <systemc>

namespace flitcast::systemc {

/// What has nodes of a network: it is told of the packets that leave them and arrive there.
class NetworkClient {
 public:
  virtual ~NetworkClient() = default;
  /// The network has taken a packet from the queue of its source.
  virtual void posted(const Network::Packet& packet) = 0;
  /// A packet has arrived, in this cycle.
  virtual void received(const Network::Arrival& arrival) = 0;
};

/// A network in a SystemC model. The kernel's time leads: cycle n of the network is at n periods,
/// and the module sleeps where nothing becomes known. Any number may be in one elaboration.
///
/// What a process sends at n periods, in whichever delta cycle, is posted in cycle n; what it sends
/// between two of them, at the next. What arrives in cycle n is told at n periods. Clients are
/// called by the module's process, which is a method.
class NetworkModule : public sc_core::sc_module {
 public:
  /// The length of a cycle is clock.period. Throws what Network throws, and std::invalid_argument
  /// where the kernel's time resolution has no such period.
  NetworkModule(sc_core::sc_module_name name, const Settings& settings,
                const Network::Options& options = {});
  ~NetworkModule() override;

  const sc_core::sc_time& period() const { return period_; }
  const Network& network() const { return network_; }

  /// The client of a node, which must outlive the simulation. Throws std::invalid_argument where
  /// the node has another one, or there is no such node.
  void attach(std::uint32_t node, NetworkClient& client);
  /// Queues a packet at its source; the network takes it, first in, first out, when it has room.
  /// Throws std::invalid_argument where source or destination have no client, or the packet is
  /// larger than the network takes (Network::fits).
  void send(const Network::Packet& packet);
  /// Packets that the network has not taken yet.
  std::size_t queued(std::uint32_t source) const { return nodes_.at(source).queue.size(); }

  /// What a packet of so many flits (Packet::flits) takes from being sent to its arrival when it
  /// meets no other.
  sc_core::sc_time alone(std::uint32_t source, std::uint32_t destination, std::uint32_t flits);

 private:
  SC_HAS_PROCESS(NetworkModule);

  struct Node {
    NetworkClient* client = nullptr;
    std::deque<Network::Packet> queue;
  };

  void step();
  void post_queued();
  void sleep();
  sc_core::sc_time until_edge() const;

  Settings settings_;
  Network network_;
  std::unique_ptr<Network> empty_network_;  // for packets that are alone
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, sc_core::sc_time> alone_;
  sc_core::sc_time period_;
  sc_core::sc_event wake_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> waiting_;  // nodes with packets in the queue
};

}  // namespace flitcast::systemc
