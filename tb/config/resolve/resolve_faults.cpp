#include <fmt/format.h>

#include "hw/fault/link_faults.h"
#include "hw/ni/interfaces.h"
#include "hw/retransmission/frame.h"
#include "tb/config/resolve/resolve_parts.h"

namespace flitcast {

namespace {

void resolve_links(Config& config) {
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
  refuse(config,
         {{config.rtl.check.any(), "link.fault",
           "routers are compared by what their neighbours sent, and here links change it; "
           "leave rtl.check out, or give none"},
          {config.has_load() && !config.hardware_alone && !retransmits(network), "link.fault",
           "words of random traffic are checked one by one when they come, and here they "
           "come wrong; give ni.interface = retransmitting"}});
  network.fault = make_link_fault(config.link_fault, config.seed);
}

void resolve_retransmission(Config& config) {
  const std::string where =
      fmt::format("without ni.interface = {}", retransmitting_interface().word);
  if (!retransmits(config.network)) {
    note_no_effect("ni.timeout", where, config);
    note_no_effect("ni.unacknowledged", where, config);
    return;
  }
  refuse(config, {{config.irc || !config.load.destinations.empty(), "ni.interface",
                   "a worm with several destinations cannot be sent again to some of them; give "
                   "plain"},
                  {config.routing->draw() != nullptr, "ni.interface",
                   "what is sent again, and acknowledgements, have no route of their own; give a "
                   "router.routing that does not draw any"}});
  config.notes.push_back(fmt::format(
      "ni.interface = {}: packets are {} flits longer than messages, and acknowledgements "
      "go by the same links; predictions count neither",
      retransmitting_interface().word, kFrameFlits));
}

}  // namespace

void resolve_faults(Config& config) {
  resolve_links(config);
  resolve_retransmission(config);
  config.network.flit_by_flit |= config.network.fault != nullptr || retransmits(config.network);
}

}  // namespace flitcast
