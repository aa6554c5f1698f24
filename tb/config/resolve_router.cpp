#include <algorithm>

#include <fmt/format.h>

#include "hw/router/router_core.h"
#include "hw/topology/family.h"
#include "tb/config/config_keys.h"
#include "tb/config/resolve_parts.h"

namespace flitcast {
namespace {

/// Gives a member the row's own value where its key was not given. Where a value was given that
/// differs, and `matters`, a note says so.
template <typename Member>
void take_of_row(const char* key, Member NetworkConfig::*member, Member own, bool matters,
                 Config& config) {
  if (!config.places.given(key)) {
    config.network.*member = own;
  } else if (matters && config.network.*member != own) {
    const ConfigKey& shown = *find_key(key);
    Config of_row = config;
    of_row.network.*member = own;
    config.notes.push_back(fmt::format("{} = {}: {} is made for {}", key, *shown.show(config),
                                       config.row->id, *shown.show(of_row)));
  }
}

void resolve_routing(Config& config) {
  const Topology& topology = *config.topology;
  const bool source = config.network.source_routing;
  // Routes in headers lead along the same paths, and in one dimension or none there is no order.
  if (config.places.given("router.routing") && !source && !topology.has_coordinates()) {
    config.ineffective.push_back(
        fmt::format("router.routing has no effect on a {}", topology.family().word));
  }
  const RoutingOrder own = config.row->model.order;
  if (source) {
    config.network.order = own;
  }
  take_of_row("router.routing", &NetworkConfig::order, own, !source && topology.dimensions() > 1,
              config);
}

void resolve_ports(Config& config) {
  int& ports = config.network.ports;
  const int most = std::max(1, config.topology->degree());
  const RowModel model = config.row->model_of(config.variant);
  const int own = model.ports == RowModel::kAllPorts ? most : model.ports;
  if (!config.places.given("router.ports")) {
    ports = own;
  } else if (ports == Config::kAllPorts) {
    ports = most;
  }
  if (ports > most) {
    const std::string range = most == 1 ? "1" : fmt::format("1 to {}", most);
    throw config.places.error(
        "router.ports", fmt::format("{} is more than a node of a {} has links; give {}, or all",
                                    ports, config.topology->describe(), range));
  }
  if (ports != own) {
    config.notes.push_back(
        fmt::format("router.ports = {}: {} is made for {}", ports, config.row->id,
                    model.ports == RowModel::kAllPorts ? "all" : std::to_string(own)));
  }
}

void resolve_irc(Config& config) {
  const bool needed = config.row->model.irc;
  const bool given = config.places.given("router.irc");
  if (!given) {
    config.irc = needed;
  }
  if (needed && !config.irc) {
    throw config.places.error(
        "router.irc",
        fmt::format("{} cannot be played without intermediate reception; give on", config.row->id));
  }
  if (config.irc && config.network.switching == Switching::kStoreAndForward) {
    throw config.places.error(given && !needed ? "router.irc" : "router.switching",
                              "intermediate reception and store_and_forward do not go together; "
                              "give wormhole or cut_through" +
                                  std::string(needed ? "" : ", or router.irc = off"));
  }
  if (config.irc && !needed) {
    config.notes.push_back(
        fmt::format("router.irc = on: {} does not use intermediate reception", config.row->id));
  }
}

void resolve_vcs(Config& config) {
  const Topology& topology = *config.topology;
  int& vcs = config.network.vcs;
  const int ports = topology.network_ports() + config.network.ports;
  // Where rounds overlap or share links, datelines keep the worms on a ring from waiting in a
  // circle.
  const bool datelines =
      topology.wraps() && (config.sync == Sync::kDataflow || config.row->model.datelines);
  if (!config.places.given("router.vcs") && datelines && 2 * ports <= RouterCore::kMaxInputVcs) {
    vcs = 2;
  }
  if (ports * vcs > RouterCore::kMaxInputVcs) {
    throw config.places.error(
        "router.vcs", fmt::format("a router of {} network and {} local ports takes at most {} "
                                  "virtual channels, not {}",
                                  topology.network_ports(), config.network.ports,
                                  RouterCore::kMaxInputVcs / ports, vcs));
  }
}

}  // namespace

void resolve_router(Config& config) {
  const RowModel& own = config.row->model;
  take_of_row("router.switching", &NetworkConfig::switching, own.switching, true, config);
  take_of_row("link.duplex", &NetworkConfig::duplex, own.duplex, true, config);
  resolve_routing(config);
  resolve_ports(config);
  resolve_irc(config);
  resolve_vcs(config);
}

}  // namespace flitcast
