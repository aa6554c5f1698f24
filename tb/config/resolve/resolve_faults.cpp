#include <fmt/format.h>

#include "hw/fault/link_faults.h"
#include "tb/config/resolve/resolve_parts.h"

namespace flitcast {

void resolve_faults(Config& config) {
  NetworkConfig& network = config.network;
  if (config.link_fault.empty()) {
    note_no_effect("link.faulty", "without link.fault", config);
    network.faulty_links.clear();
    return;
  }
  const Topology& topology = *config.topology;
  for (const auto& [from, to] : network.faulty_links) {
    refuse(config,
           {{from >= topology.nodes() || topology.port_towards(from, to) == kNoPort, "link.faulty",
             fmt::format("no link leads from {} to {} in a {}", from, to, topology.describe())}});
  }
  refuse(config, {{config.has_load(), "link.fault",
                   "words of random traffic are checked one by one when they come, and here they "
                   "come wrong"}});
  network.fault = make_link_fault(config.link_fault, config.seed);
  network.flit_by_flit = true;
}

}  // namespace flitcast
