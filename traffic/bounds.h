#pragma once

#include <cstdint>

#include "hw/network_config.h"
#include "hw/topology.h"

namespace flitcast {

/// The earliest end of an operation in which some port or channel carries `words` payload words:
/// t_s + t_d before the first of them can be anywhere, then one every t_m.
Cycle stream_bound(const TimingModel& model, std::uint64_t words);

/// The earliest end of an operation in which something of one node has to reach all `nodes`, every
/// node has one port, and a worm informs one node:
///   t_s + t_d + words·t_m + (⌈log2 nodes⌉ − 1)·(t_s − 1 + t_m)
/// where `words` of it leave the node. The last of these words arrives somewhere for the first time
/// no earlier than t_s + t_d + words·t_m; from then on the number of nodes that know it can at most
/// double in the time that a message holds its sender's port, which is t_s − 1 + t_m or more.
Cycle doubling_bound(const TimingModel& model, std::uint64_t nodes, std::uint64_t words);

/// The same with `ports` ports a node, over which the words may be spread: the number of nodes that
/// know of the last word can at most grow by a factor of ports + 1 at a time.
Cycle spreading_bound(const TimingModel& model, std::uint64_t nodes, std::uint64_t ports,
                      std::uint64_t words);

/// The earliest end of a scatter with one port a node, one-to-all or all-to-all: somebody sends μ
/// words to each of the others one after the other (the bandwidth bound of Grama et al. §4.5.3, per
/// port), and something of it has to reach everybody.
Cycle scatter_bound(const TimingModel& model, std::uint64_t nodes, std::uint64_t mu);

/// The earliest end of an all-to-all scatter on a grid: with z the longest side, ⌈z/2⌉·⌊z/2⌋·N/z
/// packets for every line along it cross the middle, over one channel of the line, or two where the
/// lines are rings of 3 nodes or more. (Tvrdík CS838 §14, lower-bound lemma.)
Cycle bisection_bound(const TimingModel& model, const Topology& grid, std::uint64_t mu);

/// The earliest end of an all-to-all scatter on a grid with one port a node: the later one of
/// bisection_bound and scatter_bound.
Cycle grid_scatter_bound(const TimingModel& model, const Topology& grid, std::uint64_t mu);

}  // namespace flitcast
