#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "hw/topology/link_times.h"
#include "tb/config/config.h"
#include "tb/config/ini/raw_config.h"
#include "tb/config/resolve/resolve.h"

namespace flitcast {

// The parts of resolve(), in their order. All given values have been applied to the configuration;
// what was given, config.places knows. They throw ConfigError.

/// Throws when a key was not given; `example` says what to give.
void require(const Config& config, const char* key, const std::string& example);

/// What does not go together, the key to blame for it, and why.
struct Refusal {
  bool met;
  std::string_view key;
  std::string why;
};
/// Throws the first one that is met.
void refuse(const Config& config, std::initializer_list<Refusal> refusals);

/// "1", "1 to 4".
std::string up_to(int most);

/// Notes that a key, if it was given, has no effect `where`: "on a mesh".
void note_no_effect(std::string_view key, std::string_view where, Config& config);

/// Builds the network; a file is read.
void resolve_topology(Config& config);

/// The section [router] and link.duplex, for the row and the network.
void resolve_router(Config& config);

/// What goes together with router.flow_control; part of resolve_router().
void resolve_flow_control(Config& config);

/// Thresholds and bubbles, for the packets and links of a run; part of resolve_buffer().
void resolve_room(const PacketExtent& packets, const LinkTimes& links, Config& config);
/// Flits that a buffer needs so that one virtual channel can use the full rate of any link.
Cycle full_rate_buffer(const LinkTimes& links, const NetworkConfig& network);

/// What staged routers take, of the section [router]; part of resolve_router().
void resolve_pipeline(Config& config);

/// Rules of random traffic on tori; part of resolve_router().
void resolve_rings(Config& config);

/// Faults of links, and what interfaces do about them, for the network and what is played.
void resolve_faults(Config& config);

/// Of a multicast, for its network and root; part of resolve_traffic().
void resolve_destinations(const RawConfig& raw, Config& config);

/// The sections [ni] and [memory].
void resolve_interface(Config& config);
void resolve_rates(Config& config);

/// The section [rtl], for the network.
void resolve_rtl(const Config& config);

/// The section [load] for the network: what fits it, and files.
void resolve_load(Config& config);

/// What goes together with a program.
void resolve_program(const RawConfig& raw, Config& config);

/// What goes together with jobs; each of them is resolved as a run of its own.
void resolve_jobs(const RawConfig& raw, Config& config);

/// The rest of the section [traffic] for the row: root, the numbers and files that some rows take.
void resolve_traffic(const RawConfig& raw, Config& config);

}  // namespace flitcast
