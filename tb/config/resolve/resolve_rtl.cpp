

#include "tb/config/resolve/resolve_parts.h"
#include "tb/cosim/library/rtl_nodes.h"

namespace flitcast {
namespace {

void require_nodes(const Config& config, const char* key, const NodeChoice& nodes) {
  if (!nodes.any()) {
    return;
  }
  if (const auto refusal =
          cosim::rtl_refusal(config.network, *config.routing, config.routing_policy->word)) {
    throw config.places.error(key, *refusal);
  }
  const NodeId last = config.topology->nodes() - 1;
  for (const auto& range : nodes.ranges) {
    if (range.second > last) {
      throw config.places.error(key, "the nodes are 0 to {}; there is no {}", last, range.second);
    }
  }
}

}  // namespace

void resolve_rtl(const Config& config) {
  const RtlConfig& rtl = config.rtl;
  require_nodes(config, "rtl.nodes", rtl.nodes);
  require_nodes(config, "rtl.check", rtl.check);
  const SourceLocations& places = config.places;
  refuse(config, {{!rtl.nodes.any() && !rtl.check.any() && places.given("rtl.cache"), "rtl.cache",
                   "nothing is in SystemVerilog without rtl.nodes or rtl.check; give one of them, "
                   "like rtl.check = all"},
                  {!rtl.nodes.any() && places.given("rtl.user"), "rtl.user",
                   "it stands nowhere without rtl.nodes; give rtl.nodes = all"},
                  {!rtl.check.any() && places.given("rtl.waveform"), "rtl.waveform",
                   "nothing is compared without rtl.check; give rtl.check = all"}});
  if (!rtl.user.empty()) {
    if (const auto refusal = cosim::user_refusal(rtl.user, config.network.vcs, config.irc)) {
      throw config.places.error("rtl.user", *refusal);
    }
  }
}

}  // namespace flitcast
