#pragma once

#include <cstdint>

#include "hw/network_config.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// What bounds are made of.
struct BoundTimes {
  /// Of `model`, on routers of this kind.
  BoundTimes(const TimingModel& model, const RouterPipeline& pipeline = {});

  TimingModel model;
  /// How much longer than the words after it a header waits in the last router.
  Cycle lead;
  Cycle word;     ///< from word to word through a send port
  Cycle message;  ///< from message to message through a send port, of a word or more
};

/// The earliest end of an operation in which some channel carries `words` payload words for a node
/// `hops` links away: t_s + hops·t_d before the first of them can be there, then one every t_m; but
/// on staged routers words catch up with a header that waits in the last one.
Cycle stream_bound(const BoundTimes& times, std::uint64_t words, std::int64_t hops = 1);
/// The same of a send port.
Cycle port_bound(const BoundTimes& times, std::uint64_t words, std::int64_t hops = 1);

/// The earliest end of an operation in which something of one node has to reach all `nodes`, and a
/// worm informs one node, with P `ports` a node:
///   t_s + t_d + ⌈words/P⌉·t_m + (⌈log_{P+1} nodes⌉ − 1)·(t_s − 1 + t_m)
/// where `words` of it leave the node. The last of these words arrives somewhere for the first time
/// no earlier than t_s + t_d + ⌈words/P⌉·t_m; from then on the number of nodes that know it can at
/// most grow by a factor of P + 1 in the time that a message holds its sender's port, which is
/// t_s − 1 + t_m or more, and less on staged routers: see BoundTimes and port_bound.
/// With `hops` = 0, where neighbours at a router are informed first, without t_d.
Cycle spreading_bound(const BoundTimes& times, std::uint64_t nodes, std::uint64_t ports,
                      std::uint64_t words, std::int64_t hops = 1);

/// The earliest end of an all-to-all scatter on a hypercube or grid: with z the longest side,
/// ⌈z/2⌉·⌊z/2⌋·N/z packets for every line along it cross the middle either way, over one channel of
/// the line, or two where the lines are rings of 3 nodes or more. With half duplex both ways take
/// turns. (Tvrdík CS838 §14, lower-bound lemma.)
Cycle bisection_bound(const BoundTimes& times, const Topology& topology, std::uint64_t mu,
                      Duplex duplex = Duplex::kFull);

}  // namespace flitcast
