#include "tb/schedules/schedule_file.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "hw/topology/family.h"
#include "tb/schedules/json_shape.h"
#include "tb/schedules/round_reader.h"
#include "tb/text/shown_text.h"
#include "traffic/operations/operations.h"

namespace flitcast {
namespace {

void check_schema(const std::string& schema) {
  if (schema == kExcerptSchema) {
    throw JsonFault(
        "it is an excerpt; give a whole schedule, as show writes it without --round and --node");
  }
  if (schema != kScheduleSchema) {
    throw JsonFault(
        fmt::format("{} is not known; this program reads {}", in_quotes(schema), kScheduleSchema));
  }
}

/// Makes a ScheduleFile of the values of a file.
class ScheduleReader {
 public:
  ScheduleReader(const Topology& topology, ScheduleFile& out)
      : topology_(topology), out_(out), operation_(out.operation), rounds_(topology, out.rounds) {}

  JsonShape shape() {
    constexpr std::uint64_t kMostMessageFlits = 1'000'000;
    const std::uint64_t nodes = topology_.processors();
    const auto text = [this](void (ScheduleReader::*set_it)(const std::string&)) {
      return [this, set_it](const std::string& word) { (this->*set_it)(word); };
    };
    JsonShape shape = json_object(
        "an object with schema, operation, nodes and rounds",
        {{"schema", json_text(fmt::format("\"{}\"", kScheduleSchema), check_schema), true},
         {"comment", json_text("a text")},
         {"operation",
          json_text("what the schedule does, like \"broadcast\"",
                    text(&ScheduleReader::set_operation)),
          true},
         {"algorithm", json_text("a text",
                                 [this](const std::string& name) {
                                   out_.algorithm = name.empty() ? out_.algorithm : brief(name);
                                 })},
         {"variant", or_null(json_text("a text"))},
         {"topology", network()},
         {"nodes",
          json_number(fmt::format("the number of nodes, {}", nodes),
                      [this](std::uint64_t value) { set_nodes(value); }),
          true},
         {"root", or_null(processor_shape(topology_, set(root_)))},
         {"destinations",
          json_list("a list of nodes",
                    {processor_shape(topology_, append(operation_.destinations))}, 1, nodes)},
         {"shift",
          json_number("a distance", 1, std::max<std::uint64_t>(nodes - 1, 1), set(shift_))},
         {"ring", json_list("a list of all nodes",
                            {processor_shape(topology_, append(operation_.ring))}, 1, nodes)},
         {"columns", json_number("the columns of the grid", 1, nodes, set(columns_))},
         {"message_flits",
          json_number("flits of a block", 1, kMostMessageFlits, set(out_.message_flits))},
         {"parts", json_number("parts of a block", 1, kMostParts, set(operation_.parts))},
         {"rings", json_text(fmt::format("\"{}\" or \"{}\"", kRingsMinimal, kRingsUpwards),
                             text(&ScheduleReader::set_rings))},
         {"model", model()},
         {"round_count", json_number("the number of rounds", set(round_count_))},
         {"rounds", rounds_.shape(), true},
         {"copy_flits", json_list("a list with a number for every round",
                                  {json_number("flits", 0, kMostCopiedFlits, append(copy_flits_))},
                                  0, kMostRounds)}});
    shape.end = [this] { check_document(); };
    return shape;
  }

 private:
  JsonShape network() {
    constexpr std::uint64_t kMostDims = 16;  // of any network
    JsonShape shape = json_object(
        "an object with kind and dims",
        {{"kind",
          json_text("a text, as topology.kind", [this](const std::string& kind) { kind_ = kind; }),
          true},
         {"dims",
          json_list("a list of numbers", {json_number("a number", append(dims_))}, 0, kMostDims)},
         {"file", json_text("the name of a file")}});
    shape.end = [this] { check_network(); };
    return shape;
  }

  JsonShape model() {
    const auto text = [this](const char* key) {
      return [this, key](const std::string& value) { out_.model.emplace_back(key, value); };
    };
    const auto number = [this](const char* key) {
      return
          [this, key](std::uint64_t value) { out_.model.emplace_back(key, std::to_string(value)); };
    };
    JsonShape ports = json_number("a number, or \"all\"", number("router.ports"));
    ports.text = text("router.ports");
    return json_object("an object with keys of the configuration",
                       {{"router.switching", json_text("a text", text("router.switching"))},
                        {"router.ports", std::move(ports)},
                        {"router.vcs", json_number("a number", number("router.vcs"))},
                        {"router.routing", json_text("a text", text("router.routing"))},
                        {"router.forks", json_text("a text", text("router.forks"))},
                        {"link.duplex", json_text("a text", text("link.duplex"))}});
  }

  void set_operation(const std::string& word) {
    operation_.kind = operation_called(word);
    if (operation_.kind == nullptr) {
      throw unknown_word(word, operation_words());
    }
  }

  void set_nodes(std::uint64_t nodes) {
    if (nodes != topology_.processors()) {
      throw JsonFault(fmt::format("{} does not fit; {} has {}", nodes, topology_.describe(),
                                  topology_.processors()));
    }
    operation_.nodes = topology_.processors();
  }

  void set_rings(const std::string& word) {
    if (word != kRingsUpwards && word != kRingsMinimal) {
      throw JsonFault(fmt::format("{} is not known; give {} or {}", in_quotes(word), kRingsMinimal,
                                  kRingsUpwards));
    }
    out_.rings = word == kRingsUpwards ? RingTravel::kUpwards : RingTravel::kMinimal;
  }

  /// The network that the file names is the one at hand. Its dims say nothing of a graph.
  void check_network() const {
    const TopologyFamily& family = topology_.family();
    const std::string told =
        family.from_file ? kind_ : fmt::format("{} {}", kind_, join_dims(dims_));
    if (told != (family.from_file ? std::string(family.word) : topology_.describe())) {
      throw JsonFault(fmt::format(
          "the schedule is for {} {}, the network is {}; give topology.kind = {} and its size",
          brief(kind_), join_dims(dims_), topology_.describe(), brief(kind_)));
    }
  }

  void check_document() {
    const OperationKind& kind = *operation_.kind;
    check_given(root_.has_value(), kind.has_root(), "root");
    check_given(!operation_.destinations.empty(), kind.has_destinations(), "destinations");
    check_destinations();
    check_given(shift_.has_value(), kind.has_shift(), "shift");
    check_ring();
    check_given(columns_.has_value(), kind.has_columns(), "columns");
    check_columns();
    operation_.root = root_.value_or(0);
    operation_.shift = shift_.value_or(0);
    operation_.columns = columns_.value_or(1);
    check_blocks();
    out_.irc = rounds_.several_destinations();
    out_.forks = rounds_.forks();
    if (round_count_ && *round_count_ != out_.rounds.size()) {
      throw JsonFault(fmt::format("{} is not the number of rounds; give {}, or leave it out",
                                  *round_count_, out_.rounds.size()),
                      "round_count");
    }
    set_copy_flits();
  }

  /// The member belongs to the operation, or is not there.
  void check_given(bool given, bool belongs, const char* member) const {
    if (given != belongs) {
      const char* const message =
          given ? "a schedule with the operation \"{}\" has none; leave it out"
                : "is missing; a schedule with the operation \"{}\" needs it";
      throw JsonFault(fmt::format(fmt::runtime(message), operation_.kind->name()), member);
    }
  }

  void check_destinations() const {
    const std::vector<NodeId>& nodes = operation_.destinations;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i] == root_ || (i > 0 && nodes[i] <= nodes[i - 1])) {
        throw JsonFault(
            nodes[i] == root_
                ? fmt::format("{} is the root, which has the block", nodes[i])
                : fmt::format("{} does not ascend; give every node once, in ascending order",
                              nodes[i]),
            fmt::format("destinations[{}]", i));
      }
    }
  }

  void check_ring() const {
    const std::vector<NodeId>& ring = operation_.ring;
    if (ring.empty()) {
      return;
    }
    check_given(true, operation_.kind->has_shift(), "ring");
    std::vector<bool> found(operation_.nodes);
    for (std::size_t i = 0; i < ring.size(); ++i) {
      if (found[ring[i]]) {
        throw JsonFault(fmt::format("{} is there twice", ring[i]), fmt::format("ring[{}]", i));
      }
      found[ring[i]] = true;
    }
    if (ring.size() != operation_.nodes) {
      throw JsonFault(fmt::format("has {} of {} nodes", ring.size(), operation_.nodes), "ring");
    }
  }

  void check_columns() const {
    if (!columns_) {
      return;
    }
    if (!topology_.is_grid() || topology_.dimensions() != 2) {
      throw JsonFault(fmt::format("\"{}\" is for meshes and tori of two dimensions, not for {}",
                                  operation_.kind->name(), topology_.describe()),
                      "operation");
    }
    if (*columns_ != topology_.side(0)) {
      throw JsonFault(fmt::format("{} does not fit; {} has {}", *columns_, topology_.describe(),
                                  topology_.side(0)),
                      "columns");
    }
  }

  void check_blocks() const {
    const std::uint32_t parts = operation_.parts;
    if (out_.message_flits % parts != 0) {
      throw JsonFault(fmt::format("{} flits do not make {} equal parts", out_.message_flits, parts),
                      "message_flits");
    }
    rounds_.check_blocks(out_.message_flits, parts);
  }

  void set_copy_flits() {
    if (!copy_flits_.empty() && copy_flits_.size() != out_.rounds.size()) {
      throw JsonFault(
          fmt::format("has {} numbers for {} rounds", copy_flits_.size(), out_.rounds.size()),
          "copy_flits");
    }
    for (std::size_t i = 0; i < copy_flits_.size(); ++i) {
      if (copy_flits_[i] != 0 && out_.rounds[i].empty()) {
        throw JsonFault(
            "nothing has come that could be rearranged, since the round has no messages; give 0",
            fmt::format("copy_flits[{}]", i));
      }
      out_.rounds[i].set_copy_flits(copy_flits_[i]);
    }
  }

  const Topology& topology_;
  ScheduleFile& out_;
  Operation& operation_;
  RoundReader rounds_;
  std::optional<NodeId> root_;
  std::optional<NodeId> shift_;
  std::optional<NodeId> columns_;
  std::optional<std::uint64_t> round_count_;
  std::vector<std::uint64_t> copy_flits_;
  std::vector<std::uint32_t> dims_;
  std::string kind_;  // of the network
};

}  // namespace

ScheduleFile read_schedule(const std::string& file, const Topology& topology) {
  ScheduleFile schedule;
  schedule.file = file;
  ScheduleReader reader(topology, schedule);
  read_json(file, reader.shape());
  return schedule;
}

}  // namespace flitcast
