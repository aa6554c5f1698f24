#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/topology/topology.h"
#include "tb/config/ini/raw_config.h"
#include "traffic/row/row.h"

namespace flitcast::explore {

/// Keys with their values, in the order in which people are told of them.
using KeyValues = std::vector<std::pair<std::string, std::string>>;

/// A key and what it may be.
struct KeyList {
  std::string key;
  std::vector<std::string> values;
};

/// One network with one hardware: what algorithms are to be compared on, for all sizes.
struct Scenario {
  KeyValues keys;        ///< by which scenarios differ: the network's first
  std::string network;   ///< "hypercube 6"
  std::string hardware;  ///< "wormhole, 1 port, startup 0"
  RawConfig config;      ///< all but the algorithm, its parameters and the message size
  std::shared_ptr<const Topology> topology;
};

/// What is asked: which of these rows is fastest, in every scenario, for every size.
struct ChooseRequest {
  std::string operation;             ///< its name, "all-to-all scatter"
  std::vector<const Row*> rows;      ///< all of that operation
  std::vector<KeyList> choices;      ///< parameters of rows that were given, and are not looked for
  bool root_given = false;           ///< otherwise roots are looked for, too
  std::vector<std::uint32_t> sizes;  ///< traffic.message_flits, ascending
  RawConfig base;                    ///< what all scenarios have in common
  std::vector<Scenario> scenarios;
  std::vector<std::string> notes;  ///< networks that are left out, and why
};

/// The most scenarios that a request may have.
inline constexpr std::size_t kMostScenarios = 10'000;

/// What a request is made of.
struct ChooseOptions {
  std::string rows;  ///< names as rows_named takes them, separated by commas; empty: the operation
                     ///< of the configuration's traffic.algorithm
  /// Single values and lists: of hardware and networks, which make scenarios, of
  /// traffic.message_flits, and of parameters of rows, which are then not looked for.
  RawConfig config;
  std::optional<NodeId> nodes = {};             ///< of every network
  std::vector<std::uint32_t> dimensions = {2};  ///< of meshes and tori that `nodes` tells
};

/// What is not given is: hypercube, mesh and torus of so many nodes; wormhole and store and
/// forward; 1 and all ports; no intermediate reception; full duplex; 1, 2, 4 … 4096 flits. Throws
/// ConfigError.
ChooseRequest request_of(const ChooseOptions& asked);

/// Takes the list of a key out of the others; nothing where it has none.
std::optional<KeyList> taken(std::string_view key, std::vector<KeyList>& lists);

/// The configuration with these keys given.
RawConfig with_keys(RawConfig config, const KeyValues& keys);

}  // namespace flitcast::explore
