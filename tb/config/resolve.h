#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hw/topology/topology.h"
#include "tb/config/config.h"
#include "tb/config/raw_config.h"
#include "traffic/verify/verifier.h"

namespace flitcast {

/// The second configuration layer: fills in the defaults, those of the row where the row has a say,
/// and checks every value against the others, as far as that can be told without a schedule.
/// router.buffer_flits is left for resolve_buffer. Throws ConfigError.
Config resolve(const RawConfig& raw);

/// A key whose value follows from the schedule or from data where it is not given. resolve() does
/// not know that value; the configuration of a plan, and that in a result, has it.
struct DerivedKey {
  std::string_view name;
  std::optional<std::int64_t> given;
};
/// Those of a configuration; `config` is raw, resolved.
std::vector<DerivedKey> derived_keys(const RawConfig& raw, const Config& config);

/// The network of the topology keys, which are put into `config`; a file is read. Throws
/// ConfigError.
Topology resolve_topology(const RawConfig& raw, Config& config);
/// The same of a configuration that has them.
Topology topology_of(const Config& config);

/// Sets the buffer size, for which the largest packet of the schedule must be known.
/// Throws ConfigError when a given size cannot hold a packet that it has to.
void resolve_buffer(const RawConfig& raw, const Topology& topology, const VerifyReport& report,
                    Config& config);

}  // namespace flitcast
