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

// Keys of sections [node.NAME]: what nodes of a kind have of their own.

/// "node.dram.nodes" in its parts, "dram" and "nodes"; nothing for other names.
std::optional<NamedSectionKey> node_key_name(std::string_view name);

/// "node.NAME.nodes" and so on: all that there are.
std::vector<ConfigKey> node_keys();

/// The key of a section [node.NAME] by its full name, or null. It applies what is given to
/// Config::node_kinds.
const ConfigKey* find_node_key(std::string_view name);

/// Those that a configuration gives, with their values.
std::vector<std::pair<const ConfigKey*, std::string>> given_node_keys(const Config& config);

/// The key by which interfaces hold requests in the network, if some do.
std::string requests_key(const Config& config);

/// What is wrong with the name of a key that no kind of nodes has.
std::string unknown_node_key(const NamedSectionKey& name);

}  // namespace flitcast
