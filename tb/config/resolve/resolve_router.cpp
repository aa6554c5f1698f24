#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "hw/network_config.h"
#include "hw/routing/routing_policies.h"
#include "hw/topology/family.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/resolve/resolve_parts.h"

namespace flitcast {
namespace {

/// The hardware that what is not given follows: that of the row, or the simplest for load, where
/// worms meet at any time.
RowModel own_model(const Config& config) {
  if (config.row != nullptr) {
    return config.row->model_of(config.variant);
  }
  RowModel model;
  model.datelines = true;
  return model;
}

/// Says in a note that a key contradicts the row, where there is one.
void note_made_for(const char* key, std::string_view value, std::string_view own, Config& config) {
  if (config.row != nullptr) {
    config.notes.push_back(
        fmt::format("{} = {}: {} is made for {}", key, value, config.row->id, own));
  }
}

/// Gives a member the row's own value where its key was not given. Where a value was given that
/// differs, a note says so.
template <typename Member>
void take_of_row(const char* key, Member NetworkConfig::*member, Member own, Config& config) {
  if (!config.places.given(key)) {
    config.network.*member = own;
  } else if (config.network.*member != own) {
    const ConfigKey& shown = *find_key(key);
    Config of_row = config;
    of_row.network.*member = own;
    note_made_for(key, *shown.show(config), *shown.show(of_row), config);
  }
}

void resolve_routing(Config& config) {
  constexpr const char* kKey = "router.routing";
  const Topology& topology = *config.topology;
  const RoutingOrder own_order = own_model(config).order;
  const RoutingPolicy& own = policy_of(own_order);
  if (!config.places.given(kKey)) {
    config.routing_policy = &own;
  }
  const RoutingPolicy& policy = *config.routing_policy;
  config.network.order = policy.order.value_or(own_order);
  resolve_rings(config);
  try {
    config.routing =
        std::make_shared<Routing>(topology, config.network.order, policy,
                                  RoutingOptions{config.dimension_order, config.selection,
                                                 config.seed, config.ties.value_or(Ties::kUp),
                                                 config.datelines.value_or(Datelines::kCrossing)});
  } catch (const std::invalid_argument& error) {
    const bool of_order = policy.takes_dimensions && config.places.given("router.dimension_order");
    throw config.places.error(of_order ? "router.dimension_order" : kKey, "{} {}", policy.word,
                              error.what());
  }
  if (policy.is_base_routing() && !topology.has_orders()) {
    note_no_effect(kKey, fmt::format("on a {}", topology.family().word), config);
  }
  // Routes in headers lead along the same paths, and in one dimension or none there is no order.
  const bool same_ways = !policy.make && (policy.in_headers || topology.dimensions() <= 1);
  if (&policy != &own && !same_ways) {
    note_made_for(kKey, policy.word, own.word, config);
  }
}

/// What is given of how headers choose, or of dimensions, may have nothing to choose.
void resolve_choices(Config& config) {
  const RoutingPolicy& policy = *config.routing_policy;
  const bool chooses = policy.make != nullptr && policy.draw == nullptr &&
                       !policy.takes_dimensions && !config.routing->takes_one();
  const std::string where = fmt::format("with router.routing = {}", policy.word);
  if (!chooses) {
    note_no_effect("router.selection", where, config);
  }
  config.selection = chooses ? std::optional<Selection>(config.routing->selection()) : std::nullopt;
  if (!policy.takes_dimensions) {
    note_no_effect("router.dimension_order", where, config);
    config.dimension_order.clear();
  }
}

void resolve_ports(Config& config) {
  int& ports = config.network.ports;
  const int most = std::max(1, config.topology->degree());
  const RowModel model = own_model(config);
  const int own = model.ports == RowModel::kAllPorts ? most : model.ports;
  if (!config.places.given("router.ports")) {
    ports = own;
  } else if (ports == Config::kAllPorts) {
    ports = most;
  }
  // On staged routers they are virtual channels of one injection port.
  refuse(config, {{ports > most && !config.network.pipeline.staged(), "router.ports",
                   fmt::format("{} is more than a node of a {} has links; give {}, or all", ports,
                               config.topology->describe(), up_to(most))}});
  if (ports != own) {
    note_made_for("router.ports", std::to_string(ports),
                  model.ports == RowModel::kAllPorts ? "all" : std::to_string(own), config);
  }
}

void resolve_irc(Config& config) {
  const bool needed = own_model(config).irc;
  const bool given = config.places.given("router.irc");
  if (!given) {
    config.irc = needed;
  }
  const std::string_view row = config.row != nullptr    ? config.row->id
                               : config.plays_program() ? "a program"
                               : config.plays_jobs()    ? "a job"
                                                        : "load";
  refuse(config,
         {{needed && !config.irc, "router.irc",
           fmt::format("{} cannot be played without intermediate reception; give on", row)},
          {config.irc && config.topology->shares_routers(),
           given && !needed ? "router.irc" : "topology.kind",
           fmt::format(
               "worms leave copies at routers of their own; those of a {} have several processors",
               config.topology->describe())},
          {config.irc && config.network.switching == Switching::kStoreAndForward,
           given && !needed ? "router.irc" : "router.switching",
           fmt::format("intermediate reception and store_and_forward do not go together; give "
                       "wormhole or cut_through{}",
                       needed ? "" : ", or router.irc = off")}});
  const bool for_others = config.job_place != nullptr && config.job_place->among_others;
  if (config.irc && !needed && config.row != nullptr && !for_others) {
    config.notes.push_back(
        fmt::format("router.irc = on: {} does not use intermediate reception", config.row->id));
  }
}

/// Worms of the row may need routers in which they fork.
void resolve_forks(Config& config) {
  const Forks own = own_model(config).forks;
  if (own == Forks::kNone) {
    return;
  }
  if (!config.places.given("router.forks")) {
    config.network.forks = own;
  }
  if (!config.places.given("router.pipeline")) {
    config.network.pipeline.kind = PipelineKind::kStaged;
  }
  refuse(config, {{config.network.forks == Forks::kNone, "router.forks",
                   fmt::format("{} cannot be played without worms that fork; give reserved or "
                               "hop_by_hop",
                               config.row->id)}});
}

void resolve_vcs(Config& config) {
  const Topology& topology = *config.topology;
  const RoutingPolicy& policy = *config.routing_policy;
  int& vcs = config.network.vcs;
  const int local = static_cast<int>(topology.seats()) * config.network.ports;
  const int ports = topology.network_ports() + local;
  // Where rounds overlap or share links, or packets of load are among them, classes keep worms from
  // waiting in a circle; and where headers leave the base routes, they may meet anywhere.
  const int classes = config.routing->relation().classes();
  const bool meet = !config.routing->follows_base_routes();
  const bool wait =
      config.sync == Sync::kDataflow || meets_others(config) || own_model(config).datelines;
  const bool needs_classes = config.network.flow_control != FlowControl::kBubble;
  if (needs_classes && !config.places.given("router.vcs") && (wait || meet) &&
      classes * ports <= kMaxInputVcs) {
    vcs = classes;
  }
  refuse(
      config,
      {{ports > kMaxPorts, "router.ports",
        fmt::format("a router takes at most {} ports, and {} lead to neighbours: that leaves {} "
                    "for the node{}, not {}",
                    kMaxPorts, topology.network_ports(), kMaxPorts - topology.network_ports(),
                    topology.seats() > 1 ? "s" : "", local)},
       {vcs == 1 && policy.congestion != nullptr && policy.congestion != own_queue, "router.vcs",
        fmt::format("with router.routing = {} routers look at each other's queues cycle by cycle, "
                    "which they have with several channels only; give 2 or more",
                    policy.word)},
       {ports * vcs > kMaxInputVcs, "router.vcs",
        fmt::format(
            "a router of {} network and {} local ports takes at most {} virtual channels, not {}",
            topology.network_ports(), local, kMaxInputVcs / ports, vcs)}});
}

}  // namespace

void resolve_router(Config& config) {
  const RowModel own = own_model(config);
  take_of_row("router.switching", &NetworkConfig::switching, own.switching, config);
  take_of_row("link.duplex", &NetworkConfig::duplex, own.duplex, config);
  refuse(config, {{config.topology->is_one_way() && config.network.duplex == Duplex::kHalf,
                   config.places.given("link.duplex") ? "link.duplex" : "topology.kind",
                   fmt::format("links of a {} have one direction; give link.duplex = full",
                               config.topology->family().word)}});
  resolve_forks(config);
  resolve_routing(config);
  resolve_choices(config);
  resolve_flow_control(config);
  resolve_ports(config);
  resolve_irc(config);
  resolve_vcs(config);
  resolve_pipeline(config);
}

}  // namespace flitcast
