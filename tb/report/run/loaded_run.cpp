#include "tb/report/run/loaded_run.h"

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <unordered_set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/config/config.h"
#include "tb/config/resolve/resolve.h"
#include "tb/report/links/network_layout.h"
#include "tb/report/viewer/columns.h"
#include "tb/results/plain_result.h"
#include "tb/results/result_file.h"
#include "tb/system/files/input_file.h"
#include "tb/system/process_pool.h"
#include "tb/system/program.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/schedule/operation.h"

namespace flitcast::report {
namespace {

using Json = nlohmann::ordered_json;

std::string brief(const Json& value) {
  constexpr std::size_t kMostLetters = 60;
  std::string text = value.dump(-1, ' ', true);
  if (text.size() > kMostLetters) {
    text.replace(kMostLetters, std::string::npos, "...");
  }
  return text;
}

/// "latency.min", with both values: of members that differ, down to the first that holds no others.
std::tuple<std::string, Json, Json> first_difference(const std::string& place, const Json& was,
                                                     const Json& is) {
  if (was.is_object() && is.is_object()) {
    for (const auto& [name, value] : was.items()) {
      if (const Json now = is.value(name, Json()); now != value) {
        return first_difference(fmt::format("{}.{}", place, name), value, now);
      }
    }
  }
  if (was.is_array() && is.is_array()) {
    for (std::size_t i = 0; i < std::max(was.size(), is.size()); ++i) {
      const Json before = i < was.size() ? was[i] : Json();
      const Json now = i < is.size() ? is[i] : Json();
      if (now != before) {
        return first_difference(fmt::format("{}[{}]", place, i), before, now);
      }
    }
  }
  return {place, was, is};
}

/// A run that was given up counts the messages of whole rounds only.
Timeline read_timeline(const std::string& log, const Json& result, const Topology& topology) {
  const auto messages = result.at("messages").get<std::uint64_t>();
  Timeline timeline(topology.processors(), result.at("rounds").get<std::uint64_t>(), messages);
  std::unordered_set<std::uint64_t> seen;
  read_message_log(log, [&](const LoggedDelivery& delivery) {
    if (delivery.source >= topology.processors() || delivery.destination >= topology.processors()) {
      throw ConfigError("{}: is not of this run: it has a message {} → {}", log, delivery.source,
                        delivery.destination);
    }
    seen.insert(delivery.id);
    timeline.add(delivery);
  });
  if (seen.size() != messages && result.at("deadlock").is_null()) {
    throw ConfigError("{}: is not of this run: it has {} messages, not {}", log, seen.size(),
                      messages);
  }
  return timeline;
}

Json read_drawable(const std::string& file, bool repeated) {
  if (repeated && is_pipe(file)) {
    throw ConfigError(
        "{}: is a pipe, and the run is to be repeated from it; give a file that stays, or both "
        "logs with --messages and --links",
        file);
  }
  Json result = read_result(file);
  if (result.contains("background")) {
    throw ConfigError(
        "{}: is of a schedule under load, of which there is no page; give the result of a schedule "
        "or of load alone, or several results, like those of a sweep over load.rate",
        file);
  }
  return result;
}

/// Throws Json::exception where something is missing that the page shows.
void need_members(const Json& result) {
  need(result, {"completion_cycles", "predicted_cycles", "predicted_terms", "excess_cycles",
                "excess_split", "lower_bound_cycles", "critical_path_cycles", "messages", "flits",
                "model", "data_check", "notes", "per_round", "deadlock"});
  need(result.at("links"), {"waits", "blocked_cycles"});
  need(result.at("latency"), {"min", "max", "mean", "p50", "p95", "p99"});
  need(result.at("config"), {"topology.kind", "traffic.message_flits", "traffic.sync",
                             "router.switching", "router.ports", "link.duplex", "clock.period"});
}

/// "broadcast"; null for a schedule of a file.
Json operation_of(const Json& result) {
  const Json& config = result.at("config");
  return config.contains("traffic.schedule")
             ? Json(nullptr)
             : Json(find_row(plain_text(config.at("traffic.algorithm"))).operation->name());
}

}  // namespace

std::unique_ptr<TemporaryFolder> repeat_run(const std::string& file, const Json& result,
                                            const std::vector<std::string>& logs) {
  auto folder = TemporaryFolder::make();
  std::vector<std::string> words{own_program(), "run", file,
                                 fmt::format("--output.json={}", folder->path("result.json"))};
  for (const std::string& log : logs) {
    words.push_back(fmt::format("--output.{}={}", log, folder->path(log + ".csv")));
  }
  const ProcessEnd end = run_program(words);
  if (!leaves_result(end)) {
    const std::string why =
        end.err.empty()
            ? ""
            : fmt::format(": {}", end.err.substr(0, end.err.find_last_not_of('\n') + 1));
    throw ConfigError("{}: the run cannot be repeated, {}{}", file, end.describe(), why);
  }
  require_same_result(result, read_result(folder->path("result.json")), file);
  return folder;
}

RawConfig config_with_network(const Json& result, const std::string& file) {
  RawConfig config = config_of_result(result, file);
  const SourceLocations& places = config.places;
  if (!places.given("topology.kind") ||
      !(places.given("topology.dims") || places.given("topology.file"))) {
    throw std::invalid_argument("its config has no topology");
  }
  return config;
}

std::vector<LoggedChannel> read_channels(const std::string& log, const Topology& topology) {
  std::vector<LoggedChannel> channels = read_link_log(log);
  for (const LoggedChannel& channel : channels) {
    const bool there = channel.receive_port
                           ? channel.from == channel.to && channel.to < topology.nodes()
                           : channel.from < topology.nodes() &&
                                 topology.port_towards(channel.from, channel.to) != kNoPort;
    if (!there) {
      throw ConfigError("{}: is not of this run: {} has no channel {} → {}", log,
                        topology.describe(), channel.from, channel.to);
    }
  }
  return channels;
}

Json channel_columns(const std::vector<LoggedChannel>& channels) {
  Columns columns({"from", "to", "kind", "flits", "busy_cycles", "waits"});
  for (const LoggedChannel& channel : channels) {
    columns.add({channel.from, channel.to, channel.receive_port ? "receive" : "link", channel.flits,
                 channel.busy_cycles, channel.waits});
  }
  return columns.take();
}

void require_same_result(const Json& result, const Json& repeat, const std::string& file) {
  for (const auto& [name, value] : result.items()) {
    const Json now = repeat.value(name, Json());
    const bool unknown = name == "messages_hash" && value.is_null();  // nobody asked for it
    const bool follows = name == "checksum";
    if (name == "version" || name == "host" || name == "rtl" || follows || unknown ||
        now == value) {
      continue;
    }
    const auto [place, was, is] = first_difference(name, value, now);
    throw ConfigError(
        "{}: the run cannot be drawn, because a repeat differs in {}: {}, not {}; run it anew "
        "with flitcast run",
        file, place, brief(is), brief(was));
  }
}

LoadedRun::LoadedRun(const std::string& file, const std::optional<Logs>& logs)
    : result_(std::make_shared<const Json>(read_drawable(file, !logs))),
      topology_(topology_of(config_with_network(*result_, file))),
      names_(node_names(*topology_,
                        plain_text(result_->at("config").value("topology.file", Json())))) {
  const auto repeated = logs ? nullptr : repeat_run(file, *result_, {"messages", "links"});
  timeline_ =
      read_timeline(logs ? logs->messages : repeated->path("messages.csv"), *result_, *topology_);
  channels_ = read_channels(logs ? logs->links : repeated->path("links.csv"), *topology_);
  need_members(*result_);
}

Cycle LoadedRun::completion() const {
  return result_->at("completion_cycles").get<Cycle>();
}

Json LoadedRun::json(Cycle span) const {
  const Timeline& timeline = *timeline_;
  Json result = *result_;
  result.erase("host");
  return {{"result", packed(result)},
          {"operation", operation_of(*result_)},
          {"network", network_layout(*topology_, names_)},
          {"channels", {{"columns", channel_columns(channels_)}}},
          {"timeline",
           {{"deliveries", timeline.deliveries()},
            {"joined_nodes", timeline.joined_nodes()},
            {"joined_rounds", timeline.joined_rounds()},
            {"listeners", timeline.has_listeners()},
            {"sends", {{"columns", timeline.sends()}}},
            {"receives",
             {{"columns", timeline.has_listeners() ? timeline.receives() : Json::object()}}},
            {"activity", {{"columns", timeline.activity(std::max<Cycle>(span, 1))}}},
            {"latencies", {{"columns", timeline.latencies()}}}}}};
}

Json run_inputs(const LoadedRun& run) {
  return {{"kind", "run"}, {"runs", Json::array({run.json(run.completion())})}};
}

Json pair_inputs(const LoadedRun& a, const std::string& name_of_a, const LoadedRun& b,
                 const std::string& name_of_b) {
  const Cycle span = std::max(a.completion(), b.completion());
  Json runs = Json::array({a.json(span), b.json(span)});
  runs[0]["name"] = name_of_a;
  runs[1]["name"] = name_of_b;
  return {{"kind", "pair"}, {"runs", std::move(runs)}};
}

}  // namespace flitcast::report
