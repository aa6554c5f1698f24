#include <fmt/format.h>

#include "hw/ni/interfaces.h"
#include "tb/config/keys/key_groups.h"
#include "tb/config/resolve/resolve_parts.h"

namespace flitcast {
namespace {

/// A memory answers requests, which are what load has, at a plain router.
void check_memory(const Config& config) {
  constexpr const char* kKind = "ni.interface";
  const NetworkConfig& network = config.network;
  const RouterPipeline& pipeline = network.pipeline;
  const int classes = pipeline.staged() ? pipeline.message_classes : 1;
  const LoadSettings& load = config.load;
  refuse(
      config,
      {{!config.plays_load(), kKind,
        "a memory answers requests of random traffic; leave [traffic] out, or give plain"},
       {load.pattern.word == "trace", "load.pattern",
        "a trace has no requests that a memory could answer; give another pattern, or ni.interface "
        "= "
        "plain"},
       {load.reply_flits == 0 && !config.hardware_alone, "load.reply_flits",
        "is what a memory answers with; give 1 or more"},
       {load.writes > 0 && load.sizes.size() > 1, "load.sizes",
        "with load.writes, reads are of one size; give one number"},
       {classes > 2, "router.message_classes",
        "a memory has two, requests and replies; give 1 or 2"},
       {classes == 2 && network.ports < 2, "router.ports",
        "two classes of messages need a port each; give 2 or more"},
       {config.rtl.nodes.any() || config.rtl.check.any(), kKind,
        "routers in SystemVerilog are built for interfaces that take all that comes; give plain"},
       {pipeline.injects_serially(), "router.inject",
        "a memory sends replies past requests that wait; give parallel"}});
}

void resolve_answering(Config& config) {
  NetworkConfig& network = config.network;
  const RouterPipeline& pipeline = network.pipeline;
  refuse(config,
         {{!pipeline.injects_serially(), "ni.interface",
           "an answering interface sends a flit a cycle; give router.pipeline = staged and "
           "router.inject = serial, or plain"},
          {network.ports != network.vcs, "router.ports",
           fmt::format("an answering interface has a port for each virtual channel of a link; give "
                       "{}",
                       network.vcs)},
          {pipeline.message_classes < 2, "router.message_classes",
           "an answering interface tells requests and replies apart; give 2 or more"},
          {network.duplex == Duplex::kHalf, "link.duplex",
           "requests that wait in the network would hold links that replies need; give full"}});
  network.lanes_at_ports = network.vcs / config.routing->classes_of(network.vcs);
}

}  // namespace

void resolve_interface(Config& config) {
  NetworkConfig& network = config.network;
  if (network.interface == nullptr) {
    network.interface = &kInterfaces[0]();
  }
  if (network.interface == &answering_interface()) {
    resolve_answering(config);
  } else {
    for (const char* const key : {"ni.total_rate", "ni.requests"}) {
      note_no_effect(key, "without ni.interface = answering", config);
    }
    config.rates = {config.rates.send, config.rates.receive};
  }
  if (network.interface != &memory_interface()) {
    for (const ConfigKey& key : memory_keys()) {
      note_no_effect(key.name, "without ni.interface = memory", config);
    }
    refuse(config,
           {{config.load.injection == Injection::kClosed, "load.injection",
             "closed sources wait for a memory; give ni.interface = memory, or another word"},
            {config.load.writes > 0, "load.writes",
             "a memory is written to; give ni.interface = memory, or leave the key out"}});
    return;
  }
  check_memory(config);
  network.memory = config.memory;
  network.classes_at_ports = network.pipeline.staged() && network.pipeline.message_classes > 1;
}

}  // namespace flitcast
