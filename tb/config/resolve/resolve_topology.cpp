#include <stdexcept>

#include <fmt/format.h>

#include "hw/topology/family.h"
#include "tb/config/config_value.h"
#include "tb/config/network_words.h"
#include "tb/config/resolve/resolve_parts.h"
#include "tb/system/files/input_file.h"

namespace flitcast {

void resolve_topology(Config& config) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 24U;
  require(config, "topology.kind", alternatives(topology_words()));
  const TopologyFamily& family = family_of(config.topology_kind);
  const char* const key = family.from_file ? "topology.file" : "topology.dims";
  const char* const other = family.from_file ? "topology.dims" : "topology.file";
  note_no_effect(other, fmt::format("on a {}", family.word), config);
  std::string text;
  if (family.from_file) {
    config.topology_dims.clear();
    require(config, key, "the name of a file with nodes and links");
    text = config.places.with_file(key,
                                   [&] { return read_text_file(config.topology_file, kMaxBytes); });
  } else {
    config.topology_file.clear();
    require(config, key, dims_wanted());
  }
  try {
    config.topology = std::make_shared<const Topology>(
        family, TopologySource{config.topology_dims, config.topology_file, text});
  } catch (const std::invalid_argument& error) {
    throw config.places.error(key, error.what());
  }
}

}  // namespace flitcast
