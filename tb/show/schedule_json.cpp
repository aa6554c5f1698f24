
#include "tb/config/keys/config_keys.h"
#include "tb/schedules/schedule_file.h"
#include "tb/show/schedule_writers.h"
#include "tb/text/json_members.h"

namespace flitcast::show {
namespace {

using Json = nlohmann::ordered_json;

/// The hardware that the schedule was asked for, as keys of the configuration.
Json model_json(const Config& config) {
  Json json = Json::object();
  for (const char* name : {"router.switching", "router.ports", "router.vcs", "router.routing",
                           "router.forks", "link.duplex"}) {
    const ConfigKey& key = *find_key(name);
    const std::optional<std::string> value = key.show(config);
    // Routes in headers are no property of a schedule.
    if (value && !(config.routing_policy->in_headers && key.name == "router.routing")) {
      json[name] = key.numeric ? Json::parse(*value) : Json(*value);
    }
  }
  return json;
}

/// Everything but the rounds.
Json facts_json(const Config& config, const Schedule& schedule, const ScheduleLimits& limits) {
  const Operation& operation = schedule.operation;
  Json json{
      {"schema", limits.any() ? kExcerptSchema : kScheduleSchema},
      {"operation", operation.kind->name()},
      {"algorithm", schedule.algorithm},
      {"variant", known_if(!config.variant.empty(), config.variant)},
      {"topology", {{"kind", to_string(config.topology_kind)}, {"dims", config.topology_dims}}},
      {"nodes", operation.nodes},
      {"root", known_if(operation.kind->has_root(), operation.root)},
      {"message_flits", config.message_flits},
      {"parts", operation.parts},
      {"round_count", schedule.rounds}};
  if (!config.topology_file.empty()) {
    json["topology"]["file"] = config.topology_file;
  }
  if (operation.kind->has_destinations()) {
    json["destinations"] = operation.destinations;
  }
  if (operation.kind->has_shift()) {
    json["shift"] = operation.shift;
  }
  if (!operation.ring.empty()) {
    json["ring"] = operation.ring;
  }
  if (operation.kind->has_columns()) {
    json["columns"] = operation.columns;
  }
  if (schedule.rings == RingTravel::kUpwards) {
    json["rings"] = kRingsUpwards;
  }
  json["model"] = model_json(config);
  if (limits.any()) {
    json["limited_to"] = {{"round", limits.round}, {"node", limits.node}};
  }
  return json;
}

class JsonWriter {
 public:
  JsonWriter(const Config& config, const Schedule& schedule, const ScheduleLimits& limits,
             const TextSink& sink)
      : schedule_(schedule), limited_(limits.any()), stream_(sink) {
    std::string facts = facts_json(config, schedule, limits).dump();
    facts.pop_back();  // the brace that closes the object
    stream_.text() += facts + ",\"rounds\":[";
  }

  void round(const ShownRound& round) {
    std::string& text = stream_.text();
    text += first_round_ ? "\n" : ",\n";
    first_round_ = false;
    if (limited_) {
      text += "{\"round\":";
      stream_.number(round.number);
      text += ",\"messages\":";
    }
    text += '[';
    const char* separator = "";
    for (const ShownMessage& message : round.messages) {
      text += separator;
      separator = ",\n ";
      add_message(message);
      stream_.pause();
    }
    text += limited_ ? "]}" : "]";
    add_copies(round);
    stream_.pause();
  }

  void finish() {
    stream_.text() += copies_ ? "],\"copy_flits\":[" + copy_flits_ + "]}\n" : "]}\n";
    stream_.flush();
  }

 private:
  void add_copies(const ShownRound& round) {
    copy_flits_ += copy_flits_.empty() ? "" : ",";
    append_number(copy_flits_, round.copy_flits);
    copies_ = copies_ || round.copy_flits > 0;
  }

  void add_message(const ShownMessage& message) {
    std::string& text = stream_.text();
    text += "{\"id\":";
    stream_.number(message.id);
    text += ",\"src\":";
    stream_.number(message.view.source);
    text += ",\"dst\":";
    add_nodes(message.view.destinations);
    text += ",\"path\":";
    add_nodes(message.view.nodes());
    text += ",\"blocks\":[";
    const char* separator = "";
    for (const Block& block : message.view.blocks) {
      text += separator;
      separator = ",";
      add_block(block);
      stream_.pause();
    }
    text += "],\"flits\":";
    stream_.number(schedule_.payload_flits(message.view));
    if (message.view.transfer != Transfer::kNatural) {
      text.append(",\"transfer\":\"").append(to_string(message.view.transfer)).append("\"");
    }
    if (message.view.joins) {
      text += ",\"joins\":true";
    }
    text += '}';
  }

  template <typename Nodes>
  void add_nodes(const Nodes& nodes) {
    char separator = '[';
    for (const NodeId node : nodes) {
      stream_.text() += separator;
      separator = ',';
      stream_.number(node);
    }
    stream_.text() += ']';
  }

  void add_block(const Block& block) {
    std::string& text = stream_.text();
    text += '[';
    stream_.number(block.origin);
    text += ',';
    if (block.final == Block::kEveryone) {
      text += "null";
    } else {
      stream_.number(block.final);
    }
    if (schedule_.operation.parts > 1) {
      text += ',';
      stream_.number(block.part);
    }
    text += ']';
  }

  const Schedule& schedule_;
  bool limited_;
  TextStream stream_;
  bool first_round_ = true;
  std::string copy_flits_;  // of the rounds so far, as a list of numbers
  bool copies_ = false;     // some of them are not 0
};

}  // namespace

void write_schedule_json(const Config& config, const Schedule& schedule,
                         const ScheduleLimits& limits, const TextSink& sink) {
  if (!config.sizes_file.empty()) {
    throw config.places.error("traffic.block_sizes",
                              "blocks of a file with a schedule have one size; leave the key out");
  }
  JsonWriter writer(config, schedule, limits, sink);
  for_each_shown_round(schedule, *config.topology, limits,
                       [&](const ShownRound& round) { writer.round(round); });
  writer.finish();
}

void write_schedule_json(const Draft& draft, const ScheduleLimits& limits, const TextSink& sink) {
  write_schedule_json(draft.config(), draft.schedule(), limits, sink);
}

}  // namespace flitcast::show
