#pragma once

#include <optional>
#include <string>

#include "hw/network_config.h"
#include "hw/router/router_core.h"
#include "hw/topology/topology.h"

namespace flitcast::cosim {

/// Who gets an output for which several inputs always ask.
enum class Turns {
  kRoundRobin,  ///< the one that got it last comes last
  kPriority,    ///< one as long as it asks
  kOther,
};

/// What probing runs of a router alone say of it, in cycles. Nothing: it cannot be measured.
struct RouterCharacteristics {
  std::optional<Cycle> header;    ///< from arrival to a network output
  std::optional<Cycle> body;      ///< the same of a flit after the header
  std::optional<Cycle> ejection;  ///< of a header to the node
  std::optional<Cycle> flit_gap;  ///< between flits of a worm
  std::optional<Cycle> worm_gap;  ///< from a tail to the next header, of another input
  std::optional<Cycle> queued;    ///< from a tail to a header that was behind it, to another port
  std::optional<Cycle>
      header_slot;                 ///< from when a header takes a slot until it can be taken again
  std::optional<Cycle> body_slot;  ///< the same of a flit after the header
  std::optional<Turns> turns;
  std::optional<bool> grants_without_credit;
};

/// Of a router that keeps to the timing contract.
RouterCharacteristics contract(const NetworkConfig& config);

/// A router and what is around it; the references must outlive it.
struct RouterUnderTest {
  const Topology& topology;
  const Routing& routing;
  const NetworkConfig& config;
  const MakeRouterCore& make_core;
  NodeId node;
};

/// A node with as many neighbours as any, the lowest, among those chosen (all, where there are
/// none).
NodeId node_to_characterise(const Topology& topology, const std::vector<bool>& chosen);

/// Runs the router by itself, between links, once per number. Of routers with several virtual
/// channels per link some are not measured. Precondition: not store-and-forward. Throws BenchError,
/// and what the router throws.
RouterCharacteristics characterise(const RouterUnderTest& router);

/// A table of what was measured, and what the contract has.
std::string characteristics_table(const RouterCharacteristics& measured,
                                  const NetworkConfig& config);

/// Tries a router by itself where it cannot send: of every pair of ports between which routes lead,
/// in every virtual channel, worms pass alone, then fill the buffer while another worm has the
/// output, then while nothing is taken from it; at last many come by all inputs at once, and
/// outputs take a flit now and then. Throws BenchError that says in which of these runs the router
/// broke the protocol and how; of a buffer with fewer slots than credits stand for, how many flits
/// it keeps. Precondition: as characterise().
void try_back_pressure(const RouterUnderTest& router);

}  // namespace flitcast::cosim
