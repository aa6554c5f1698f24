#include "tb/schedules/schedule_shape.h"

#include <algorithm>

#include <fmt/format.h>

#include "traffic/schedule/operation.h"

namespace flitcast {
namespace {

using Value = ScheduleValue;

constexpr std::uint64_t kMostMessageFlits = 1'000'000;
constexpr std::uint64_t kMostParts = 65535;
constexpr std::uint64_t kMostDims = 16;  // of any network

JsonShape number(Value what, std::uint64_t least, std::uint64_t most, const std::string& name) {
  return {JsonShape::kNumber, static_cast<int>(what),
          fmt::format("{}, {} to {}", name, least, most), least, most};
}

JsonShape any_number(Value what, const std::string& wanted) {
  return {JsonShape::kNumber, static_cast<int>(what), wanted};
}

JsonShape text(Value what, const std::string& wanted) {
  return {JsonShape::kText, static_cast<int>(what), wanted};
}

JsonShape list(Value what, JsonShape item, std::uint64_t least, const std::string& wanted) {
  JsonShape shape{JsonShape::kList, static_cast<int>(what), wanted, least};
  shape.items.push_back(std::move(item));
  return shape;
}

JsonShape up_to(std::uint64_t most, JsonShape list) {
  list.most = most;
  return list;
}

JsonShape object(Value what, std::vector<JsonMember> members, const std::string& wanted) {
  JsonShape shape{JsonShape::kObject, static_cast<int>(what), wanted};
  shape.members = std::move(members);
  return shape;
}

JsonShape or_null(JsonShape shape) {
  shape.types |= JsonShape::kNull;
  shape.wanted += ", or null";
  return shape;
}

JsonShape processor(Value what, const Topology& topology) {
  const std::string noun = topology.has_switches() ? "processor" : "node";
  return number(what, 0, topology.processors() - 1,
                fmt::format("a {} of {}", noun, topology.describe()));
}

JsonShape block(const Topology& topology) {
  JsonShape shape = list(
      Value::kBlock,
      number(Value::kOrigin, 0, std::max(topology.processors() - 1, 1U), "the origin of a block"),
      2, "a block, [origin, final] or [origin, final, part]");
  shape.items.push_back(or_null(processor(Value::kFinal, topology)));
  shape.items.push_back(number(Value::kPart, 0, kMostParts - 1, "a part of a block"));
  shape.most = 3;
  return shape;
}

JsonShape message(const Topology& topology) {
  const JsonShape node = number(Value::kPathNode, 0, topology.nodes() - 1,
                                fmt::format("a node of {}", topology.describe()));
  return object(
      Value::kMessage,
      {{"id", any_number(Value::kId, "the number of the message, from 0")},
       {"src", processor(Value::kSource, topology), true},
       {"dst",
        up_to(topology.processors(), list(Value::kNothing, processor(Value::kTarget, topology), 1,
                                          "a list of one node or more")),
        true},
       {"path", list(Value::kNothing, node, 2, "a list of two nodes or more, src first")},
       {"blocks", list(Value::kNothing, block(topology), 1, "a list of one block or more"), true},
       {"flits", any_number(Value::kFlits, "a number of flits")},
       {"transfer", text(Value::kTransfer, "what becomes of the blocks")}},
      "a message with src, dst and blocks");
}

JsonShape model() {
  JsonShape ports = any_number(Value::kModelPorts, "a number, or \"all\"");
  ports.types |= JsonShape::kText;
  return object(Value::kNothing,
                {{"router.switching", text(Value::kModelSwitching, "a text")},
                 {"router.ports", std::move(ports)},
                 {"router.vcs", any_number(Value::kModelVcs, "a number")},
                 {"router.routing", text(Value::kModelRouting, "a text")},
                 {"link.duplex", text(Value::kModelDuplex, "a text")}},
                "an object with keys of the configuration");
}

JsonShape network() {
  const JsonShape dim = any_number(Value::kTopologyDim, "a number");
  return object(Value::kTopology,
                {{"kind", text(Value::kTopologyKind, "a text, as topology.kind"), true},
                 {"dims", up_to(kMostDims, list(Value::kNothing, dim, 0, "a list of numbers"))},
                 {"file", text(Value::kNothing, "the name of a file")}},
                "an object with kind and dims");
}

}  // namespace

JsonShape schedule_shape(const Topology& topology) {
  const JsonShape round = list(Value::kRound, message(topology), 0, "a list of messages");
  const JsonShape variant = text(Value::kNothing, "a text");
  const std::uint64_t nodes = topology.processors();
  return object(
      Value::kDocument,
      {{"schema", text(Value::kSchema, fmt::format("\"{}\"", kScheduleSchema)), true},
       {"comment", text(Value::kNothing, "a text")},
       {"operation", text(Value::kOperation, "what the schedule does, like \"broadcast\""), true},
       {"algorithm", text(Value::kAlgorithm, "a text")},
       {"variant", or_null(variant)},
       {"topology", network()},
       {"nodes", any_number(Value::kNodes, fmt::format("the number of nodes, {}", nodes)), true},
       {"root", or_null(processor(Value::kRoot, topology))},
       {"destinations", up_to(nodes, list(Value::kNothing, processor(Value::kDestination, topology),
                                          1, "a list of nodes"))},
       {"shift", number(Value::kShift, 1, std::max<std::uint64_t>(nodes - 1, 1), "a distance")},
       {"ring", up_to(nodes, list(Value::kNothing, processor(Value::kRing, topology), 1,
                                  "a list of all nodes"))},
       {"columns", number(Value::kColumns, 1, nodes, "the columns of the grid")},
       {"message_flits", number(Value::kMessageFlits, 1, kMostMessageFlits, "flits of a block")},
       {"parts", number(Value::kParts, 1, kMostParts, "parts of a block")},
       {"rings",
        text(Value::kRings, fmt::format("\"{}\" or \"{}\"", kRingsMinimal, kRingsUpwards))},
       {"model", model()},
       {"round_count", any_number(Value::kRoundCount, "the number of rounds")},
       {"rounds", up_to(kMostRounds, list(Value::kNothing, round, 0, "a list of rounds")), true},
       {"copy_flits",
        up_to(kMostRounds,
              list(Value::kNothing, number(Value::kCopyFlits, 0, kMostCopiedFlits, "flits"), 0,
                   "a list with a number for every round"))}},
      "an object with schema, operation, nodes and rounds");
}

}  // namespace flitcast
