#include <string>

#include <fmt/format.h>

#include "tb/config/keys/pipeline_keys.h"
#include "tb/config/resolve/resolve_parts.h"

namespace flitcast {
namespace {

constexpr const char* kPipeline = "router.pipeline";

/// Blames the key that was given of two that do not go together, router.pipeline if both were.
[[noreturn]] void refuse(const Config& config, const char* other, const std::string& why) {
  throw config.places.error(config.places.given(kPipeline) ? kPipeline : other, why);
}

constexpr const char* kBuffers = "router.buffers";

/// A packet that moves on where all of it has room would have to keep that room from others, and so
/// would each of several flits that cross to one channel in a cycle.
void check_shared_buffers(const Config& config) {
  if (config.network.switching == Switching::kCutThrough) {
    throw config.places.error(
        kBuffers,
        "shared slots are not kept for whole packets; give router.switching = wormhole, "
        "or router.buffers = private");
  }
  if (config.network.pipeline.output_speedup > 1) {
    throw config.places.error(kBuffers,
                              "shared slots are counted for one flit of a link in a cycle; give "
                              "router.output_speedup = 1, or router.buffers = private");
  }
}

/// "1", "1 to 4".
std::string up_to(int most) {
  return most == 1 ? "1" : fmt::format("1 to {}", most);
}

}  // namespace

void resolve_pipeline(Config& config) {
  const RouterPipeline& pipeline = config.network.pipeline;
  if (!pipeline.staged()) {
    if (pipeline.buffers == Buffers::kShared) {
      throw config.places.error(kBuffers,
                                "shared buffers are those of staged routers; give router.pipeline "
                                "= staged, or router.buffers = private");
    }
    if (pipeline.injection == InjectionMode::kSerial) {
      throw config.places.error("router.inject",
                                "a message holds its port until its tail has left the router here, "
                                "and another one cannot pass it on a virtual channel of its own; "
                                "give router.pipeline = staged, or router.inject = parallel");
    }
    for (const ConfigKey& key : pipeline_keys()) {
      if (key.name != kPipeline && config.places.given(std::string(key.name).c_str())) {
        config.ineffective.push_back(
            fmt::format("{} has no effect without {} = staged", key.name, kPipeline));
      }
    }
    return;
  }
  if (config.places.given("router.delay")) {
    config.ineffective.push_back(
        fmt::format("router.delay has no effect with {} = staged, which has a delay for each stage",
                    kPipeline));
  }
  config.network.router_delay = 0;
  if (config.network.switching == Switching::kStoreAndForward) {
    refuse(config, "router.switching",
           "staged routers do not store packets and forward them; give router.switching = wormhole "
           "or cut_through");
  }
  if (config.network.duplex == Duplex::kHalf) {
    refuse(config, "link.duplex",
           "staged routers take full-duplex links only; give link.duplex = full");
  }
  if (pipeline.input_speedup > config.network.vcs) {
    throw config.places.error(
        "router.input_speedup",
        fmt::format("{} crossbar inputs of a port are more than its virtual channels; give {}",
                    pipeline.input_speedup, up_to(config.network.vcs)));
  }
  if (pipeline.message_classes > config.network.vcs) {
    throw config.places.error(
        "router.message_classes",
        fmt::format("{} classes are more than a link has virtual channels; give {}",
                    pipeline.message_classes, up_to(config.network.vcs)));
  }
  if (pipeline.message_classes > 1 && config.routing->classes_of(config.network.vcs) > 1) {
    throw config.places.error(
        "router.message_classes",
        "the routing divides the virtual channels into classes of its own here; give 1");
  }
  if (pipeline.shares_buffers()) {
    check_shared_buffers(config);
  } else if (config.places.given("router.reserved_flits")) {
    config.ineffective.emplace_back(
        "router.reserved_flits has no effect without router.buffers = shared");
  }
  if (pipeline.allocator == AllocatorKind::kIslip && config.places.given("router.arbiter")) {
    config.ineffective.emplace_back(
        "router.arbiter has no effect with router.allocator = islip, which is round robin");
  }
  const int ports = config.topology->network_ports() + 1;
  if (ports * pipeline.output_speedup > kMaxInputVcs) {
    throw config.places.error(
        "router.output_speedup",
        fmt::format("a crossbar takes at most {} outputs, and there are {} ports; give 1 to {}",
                    kMaxInputVcs, ports, kMaxInputVcs / ports));
  }
  if (config.irc) {
    refuse(config, "router.irc",
           "staged routers take no copies of worms on their way; play a row without intermediate "
           "reception, or give router.pipeline = contract");
  }
}

}  // namespace flitcast
