#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/topology/topology.h"
#include "tb/config/config.h"
#include "tb/config/ini/raw_config.h"

namespace flitcast {

class OperationKind;

/// The second configuration layer: what the user wrote, with the defaults of what was not given,
/// those of the row where the row has a say, and every value checked against the others, as far as
/// that can be told without a schedule. router.buffer_flits is left for resolve_buffer. Throws
/// ConfigError.
Config resolve(const RawConfig& raw);
/// The hardware alone, for packets that come from elsewhere, from any node to any other: as if it
/// were for random traffic. Keys that are about traffic and what is made of a run have no effect,
/// but for load.sizes; and for the root and the destinations of an operation, if one is given that
/// has them.
Config resolve_hardware(const RawConfig& raw, const OperationKind* operation = nullptr);

/// True where random traffic is to be played: some key of the section [load] is given.
bool gives_load(const RawConfig& raw);
/// True where that is all: no key of the section [traffic] is.
bool gives_load_alone(const RawConfig& raw);

/// True where a program is to be played.
bool gives_program(const RawConfig& raw);

/// True where jobs are to be played, several things at once.
bool gives_jobs(const RawConfig& raw);

/// The network of the topology keys, whatever the others say. Throws ConfigError.
std::shared_ptr<const Topology> topology_of(const RawConfig& raw);

/// A key whose value follows from the schedule, the program or data where it is not given.
/// resolve() does not know that value; the configuration of a plan, and that in a result, has it.
struct DerivedKey {
  std::string_view name;
  std::optional<std::int64_t> given;
};
/// Those of a configuration that resolve() has made.
std::vector<DerivedKey> derived_keys(const Config& config);

/// The packets that a run has.
struct PacketExtent {
  std::uint64_t largest_flits = 0;  ///< header included
  std::uint64_t most_hops = 0;
  std::uint64_t unit_flits = 1;  ///< greatest common divisor of their sizes
};
/// Bubble flow control keeps every ring going; after resolve_buffer().
inline bool keeps_rings_going(const Config& config) {
  return config.network.flow_control == FlowControl::kBubble &&
         config.network.bubble_flits >= config.enough_bubble;
}

/// Sets the buffer size of a configuration that resolve() has made, for which the packets must be
/// known. Throws ConfigError when a given size cannot hold a packet that it has to.
void resolve_buffer(const PacketExtent& packets, Config& config);

/// No two of the files of a run may be the same: an output would destroy another or an input.
/// Throws ConfigError.
void check_files(const Config& config);
/// Nor may one that a command writes besides, which errors call `what`, be any of them.
void check_other_output(const Config& config, const std::string& what, const std::string& name);

/// For what reads its data more than once, like the runs of a sweep: no pipes. Throws ConfigError.
void refuse_pipes(const RawConfig& raw);

}  // namespace flitcast
