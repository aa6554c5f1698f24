#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tb/config/config.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/named_section.h"

namespace flitcast {

// Keys of sections [traffic.NAME]: what else is known of a job are keys of [traffic] and [load].

/// "traffic.a.rate" in its parts, "a" and "rate"; nothing for other names.
std::optional<NamedSectionKey> job_key_name(std::string_view name);

/// The keys that only jobs have, "traffic.NAME.nodes" and so on.
std::vector<ConfigKey> job_keys();

/// The key of a section [traffic.NAME] by its full name, or null. It applies what is given to
/// Config::jobs, as it is.
const ConfigKey* find_job_key(std::string_view name);
/// The key whose value a key of a job is: traffic.program for program, load.rate for rate; null for
/// what only jobs have.
const ConfigKey* plain_key(std::string_view key);

/// Those that the jobs of a configuration give, with their values.
std::vector<std::pair<const ConfigKey*, std::string>> given_job_keys(const Config& config);

/// Words about a run of its own as words about a job: keys that it has in common with others are
/// called by their names in its section.
std::string with_keys_of(const std::string& job, std::string words);

/// What is wrong with the name of a key that no job has.
std::string unknown_job_key(const NamedSectionKey& name);

/// "0-7,12": all different, in the order given; empty for "all". Throws ValueError.
std::vector<NodeId> parse_nodes(std::string_view text);

/// "ring 8": topology.kind and topology.dims. Throws ValueError.
std::pair<std::string, std::string> parse_network(std::string_view text);

}  // namespace flitcast
