#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/config/keys/config_key_kinds.h"
#include "tb/config/keys/key_groups.h"

namespace flitcast {
namespace {

constexpr std::int64_t kMaxStage = 1000;
constexpr std::int64_t kMaxIterations = 1024;
constexpr std::int64_t kMaxSpeedup = 64;
constexpr std::int64_t kMaxClasses = 255;

bool is_staged(const Config& config) {
  return config.network.pipeline.staged();
}

NewKey cycles(std::string_view name, Cycle RouterPipeline::*member, std::string help) {
  return integer(name, member, {0, kMaxStage}, kCycles, std::move(help));
}

}  // namespace

std::vector<ConfigKey> pipeline_keys() {
  const std::vector<NewKey> keys{
      choice("router.pipeline", &RouterPipeline::kind, {"contract", "staged"},
             "contract: headers pass a router after router.delay; staged: flits pass the stages "
             "that follow, as in an input-queued router with virtual channels"),
      cycles("router.route_delay", &RouterPipeline::route_delay,
             "staged: route computation, of headers"),
      cycles("router.vc_delay", &RouterPipeline::vc_delay, "staged: VC allocation, of headers"),
      cycles("router.switch_delay", &RouterPipeline::switch_delay,
             "staged: switch allocation, of every flit"),
      cycles("router.traversal_delay", &RouterPipeline::traversal_delay,
             "staged: switch traversal, of every flit"),
      cycles("router.credit_delay", &RouterPipeline::credit_delay,
             "staged: from when a credit is there until it can be used"),
      on_off("router.lookahead_routing", &RouterPipeline::lookahead_routing,
             "staged: headers bring their route along, router.route_delay is not paid"),
      on_off("router.speculation", &RouterPipeline::speculation,
             "staged: headers ask for a virtual channel and the switch at the same time"),
      choice("router.eject", &RouterPipeline::ejection, {"pipeline", "bypass"},
             "staged: flits for the node itself pass the pipeline, or leave as they arrive"),
      choice(
          "router.inject", &RouterPipeline::injection, {"parallel", "serial"},
          "staged: the router.ports send ports of a node send a message each, side by side, or it "
          "sends one after the other, a flit a cycle, each by the next of them that has a credit"),
      choice("router.allocator", &RouterPipeline::allocator,
             {"separable_input_first", "separable_output_first", "islip", "wavefront", "maximum"},
             "staged: how virtual channels and the switch are allocated; islip: "
             "separable_output_first with arbiters in round robin, whatever router.arbiter"),
      integer("router.iterations", &RouterPipeline::iterations, {1, kMaxIterations}, kNoUnit,
              "staged: iterations of a separable allocator in a cycle"),
      choice("router.arbiter", &RouterPipeline::arbiter, {"round_robin", "matrix", "age", "random"},
             "staged: which of several requests goes first"),
      choice("router.vc_reuse", &RouterPipeline::vc_reuse, {"overlap", "atomic"},
             "staged: a virtual channel is given anew when the tail has left, or when its buffer "
             "is empty, too, and all credits are back"),
      choice("router.buffers", &RouterPipeline::buffers, {"private", "shared"},
             "staged: every virtual channel has its router.buffer_flits, or those of a link take "
             "of all their slots what they need"),
      integer("router.reserved_flits", &RouterPipeline::reserved_flits, {1, kMaxBufferFlits},
              kFlits, "shared: slots that every virtual channel keeps for itself")
          .within("1 … router.buffer_flits"),
      integer("router.message_classes", &RouterPipeline::message_classes, {1, kMaxClasses}, kNoUnit,
              "staged: the virtual channels of a link, of each class into which routing divides "
              "them, are divided among so many classes of messages, like requests and replies")
          .within("1 … router.vcs"),
      value(
          "router.class_vcs", &RouterPipeline::class_vcs, "N,N…", parse_counts,
          [](const std::vector<std::uint32_t>& vcs) {
            return vcs.empty() ? ShownValue{} : ShownValue(fmt::format("{}", fmt::join(vcs, ",")));
          },
          "staged: so many of them each class of messages has, of each class of routing; left out: "
          "as evenly as it goes")
          .otherwise("evenly"),
      integer("router.input_speedup", &RouterPipeline::input_speedup, {1, kMaxSpeedup}, kNoUnit,
              "staged: crossbar inputs of a port")
          .within("1 … router.vcs"),
      integer("router.output_speedup", &RouterPipeline::output_speedup, {1, kMaxSpeedup}, kNoUnit,
              "staged: crossbar outputs of a port"),
  };
  std::vector<ConfigKey> shown;
  shown.reserve(std::size(keys));
  for (const NewKey& key : keys) {
    shown.push_back(key.shown_if(is_staged));
  }
  return shown;
}

}  // namespace flitcast
