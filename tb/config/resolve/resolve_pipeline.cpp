#include <cstddef>
#include <cstdint>
#include <numeric>

#include <fmt/format.h>

#include "hw/ni/interfaces.h"
#include "tb/config/keys/key_groups.h"
#include "tb/config/resolve/resolve_parts.h"

namespace flitcast {
namespace {

constexpr const char* kPipeline = "router.pipeline";
constexpr const char* kBuffers = "router.buffers";
constexpr const char* kClasses = "router.message_classes";
constexpr const char* kOutputs = "router.output_speedup";

/// What routers do not do at once, and why. (A packet that moves on where all of it has room would
/// have to keep that room from others, and so would each of several flits that cross to one channel
/// in a cycle: no shared buffers for them.)
void refuse_combinations(const Config& config) {
  const NetworkConfig& network = config.network;
  const RouterPipeline& pipeline = network.pipeline;
  const int ports = config.topology->network_ports() + static_cast<int>(config.topology->seats());
  const bool staged = pipeline.staged();
  const bool shares = pipeline.shares_buffers();
  const bool narrow = config.routing->keeps_escape() && config.routing->classes_of(network.vcs) > 1;
  const int fewest_vcs = narrow ? 1 : network.vcs / config.routing->classes_of(network.vcs);
  const int lanes_given =
      std::accumulate(pipeline.class_vcs.begin(), pipeline.class_vcs.end(), 0,
                      [](int sum, std::uint32_t vcs) { return sum + static_cast<int>(vcs); });
  // Of two that do not go together, the one that was given is to blame.
  const auto to_blame = [&](const char* other) {
    return config.places.given(kPipeline) ? kPipeline : other;
  };
  refuse(
      config,
      {{!staged && pipeline.buffers == Buffers::kShared, kBuffers,
        "shared buffers are those of staged routers; give router.pipeline = staged, or "
        "router.buffers = private"},
       {!staged && pipeline.injection == InjectionMode::kSerial, "router.inject",
        "a message holds its port until its tail has left the router here, and another one "
        "cannot pass it on a virtual channel of its own; give router.pipeline = staged, or "
        "router.inject = parallel"},
       {staged && pipeline.input_speedup > network.vcs, "router.input_speedup",
        fmt::format("{} crossbar inputs of a port are more than its virtual channels; give {}",
                    pipeline.input_speedup, up_to(network.vcs))},
       {staged && pipeline.message_classes > fewest_vcs, kClasses,
        fmt::format("{} classes are more than {} has virtual channels; give {}",
                    pipeline.message_classes,
                    config.routing->classes_of(network.vcs) > 1
                        ? "some class that the routing divides them into"
                        : "a link",
                    up_to(fewest_vcs))},
       {staged && !pipeline.class_vcs.empty() &&
            (pipeline.class_vcs.size() != static_cast<std::size_t>(pipeline.message_classes) ||
             lanes_given * config.routing->classes_of(network.vcs) != network.vcs || narrow),
        "router.class_vcs",
        fmt::format("{} classes of messages have {} of {} virtual channels of each class of "
                    "routing; give a number for each of {} classes, and as many together",
                    pipeline.class_vcs.size(), lanes_given, fewest_vcs, pipeline.message_classes)},
       {shares && network.switching != Switching::kWormhole, kBuffers,
        "shared slots are not kept for whole packets; give router.switching = wormhole, or "
        "router.buffers = private"},
       {shares && pipeline.output_speedup > 1, kBuffers,
        "shared slots are counted for one flit of a link in a cycle; give router.output_speedup "
        "= 1, or router.buffers = private"},
       {staged && ports * pipeline.output_speedup > kMaxInputVcs, kOutputs,
        fmt::format("a crossbar takes at most {} outputs, and there are {} ports; give 1 to {}",
                    kMaxInputVcs, ports, kMaxInputVcs / ports)},
       {staged && config.irc, to_blame("router.irc"),
        "staged routers take no copies of worms on their way; play a row without intermediate "
        "reception, or give router.pipeline = contract"}});
}

/// An answering interface leaves a copy in the network until it has answered others, and sends
/// answers and what its node broadcasts one after the other: only where trees are reserved is none
/// of these of a broadcast that waits for this one.
bool takes_forks(const NetworkConfig& network) {
  return network.interface == nullptr || network.interface == &plain_interface() ||
         (network.interface == &answering_interface() && network.forks == Forks::kReserved);
}

bool needs_forks(const Config& config) {
  return config.row != nullptr && config.row->model.forks != Forks::kNone;
}

const char* key_of_row(const Config& config) {
  return config.schedule ? "traffic.schedule" : "traffic.algorithm";
}

/// Worms fork in routers of one kind, along base routes.
void refuse_forks(const Config& config) {
  const NetworkConfig& network = config.network;
  const RouterPipeline& pipeline = network.pipeline;
  if (network.forks == Forks::kNone) {
    return;
  }
  constexpr const char* kForks = "router.forks";
  const bool needed = needs_forks(config);
  // What does not go together with forks is to blame where the row needs them.
  const auto blame = [&](const char* key) { return needed ? key : kForks; };
  const auto instead = [&](const char* otherwise) {
    return fmt::format("worms do not fork like this; give {}{}", otherwise,
                       needed ? "" : ", or router.forks = none");
  };
  const bool grid = config.topology->has_coordinates() || config.topology->is_one_way();
  refuse(
      config,
      {{config.plays_jobs() || config.job_place != nullptr, blame(key_of_row(config)),
        needed ? fmt::format("worms of {} fork, which they do where it plays alone", config.row->id)
               : "programs broadcast by worms that fork when they play alone; give router.forks = "
                 "none"},
       {config.background && needed, "load.pattern",
        fmt::format("worms of {} fork, and would meet packets of load on their virtual channels; "
                    "leave the section out",
                    needed ? config.row->id : "")},
       {!pipeline.staged(), blame(kPipeline), instead("router.pipeline = staged")},
       {network.switching != Switching::kWormhole, blame("router.switching"),
        instead("router.switching = wormhole")},
       {network.duplex == Duplex::kHalf, blame("link.duplex"), instead("link.duplex = full")},
       {pipeline.shares_buffers(), blame(kBuffers), instead("router.buffers = private")},
       {pipeline.speculation, blame("router.speculation"), instead("router.speculation = off")},
       {pipeline.output_speedup > 1, blame(kOutputs), instead("router.output_speedup = 1")},
       {pipeline.ejection == Ejection::kBypass, blame("router.eject"),
        instead("router.eject = pipeline")},
       {!config.routing->follows_base_routes(), blame("router.routing"),
        instead("router.routing = ascending or descending")},
       {!grid, blame("topology.kind"), instead("a mesh, a torus or another grid")},
       {!takes_forks(network), blame("ni.interface"),
        network.interface == &answering_interface()
            ? "a broadcast that an interface leaves in the network until it has answered others "
              "may block, hop by hop, the one in whose way the answers are; give reserved, or none"
            : instead("ni.interface = plain")}});
}

}  // namespace

void resolve_pipeline(Config& config) {
  const RouterPipeline& pipeline = config.network.pipeline;
  refuse_combinations(config);
  refuse_forks(config);
  if (!config.plays_program() && !needs_forks(config)) {
    note_no_effect("router.forks", "without broadcasts by worms that fork", config);
  }
  if (!pipeline.staged()) {
    for (const ConfigKey& key : pipeline_keys()) {
      if (key.name != kPipeline) {
        note_no_effect(key.name, fmt::format("without {} = staged", kPipeline), config);
      }
    }
    return;
  }
  note_no_effect("router.delay",
                 fmt::format("with {} = staged, which has a delay for each stage", kPipeline),
                 config);
  config.network.router_delay = 0;
  if (!pipeline.shares_buffers()) {
    note_no_effect("router.reserved_flits", "without router.buffers = shared", config);
  }
  if (pipeline.allocator == AllocatorKind::kIslip) {
    note_no_effect("router.arbiter", "with router.allocator = islip, which is round robin", config);
  }
}

}  // namespace flitcast
