#include "tb/report/run/loaded_run.h"

#include <stdexcept>
#include <unordered_set>

#include <fmt/format.h>

#include "tb/config/config.h"
#include "tb/config/resolve.h"
#include "tb/report/logs/repeat_run.h"
#include "tb/results/result_file.h"
#include "tb/system/input_file.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

/// A run that was given up counts the messages of whole rounds only.
Timeline read_timeline(const std::string& log, const Json& result, const Topology& topology) {
  const auto messages = result.at("messages").get<std::uint64_t>();
  Timeline timeline(topology.processors(), result.at("rounds").get<std::uint64_t>(), messages);
  std::unordered_set<std::uint64_t> seen;
  read_message_log(log, [&](const LoggedDelivery& delivery) {
    if (delivery.source >= topology.processors() || delivery.destination >= topology.processors()) {
      throw ConfigError(fmt::format("{}: is not of this run: it has a message {} → {}", log,
                                    delivery.source, delivery.destination));
    }
    seen.insert(delivery.id);
    timeline.add(delivery);
  });
  if (seen.size() != messages && result.at("deadlock").is_null()) {
    throw ConfigError(fmt::format("{}: is not of this run: it has {} messages, not {}", log,
                                  seen.size(), messages));
  }
  return timeline;
}

std::vector<LoggedChannel> read_channels(const std::string& log, const Topology& topology) {
  std::vector<LoggedChannel> channels = read_link_log(log);
  for (const LoggedChannel& channel : channels) {
    const bool there = channel.receive_port
                           ? channel.from == channel.to && channel.to < topology.nodes()
                           : channel.from < topology.nodes() &&
                                 topology.port_towards(channel.from, channel.to) != kNoPort;
    if (!there) {
      throw ConfigError(fmt::format("{}: is not of this run: {} has no channel {} → {}", log,
                                    topology.describe(), channel.from, channel.to));
    }
  }
  return channels;
}

Json read_drawable(const std::string& file, bool repeated) {
  if (repeated && is_pipe(file)) {
    throw ConfigError(fmt::format(
        "{}: is a pipe, and the run is to be repeated from it; give a file that stays, or both "
        "logs with --messages and --links",
        file));
  }
  Json result = read_result(file);
  if (result.contains("background")) {
    throw ConfigError(fmt::format(
        "{}: is of a schedule under load, of which there is no page; give the result of a schedule "
        "or of load alone, or several results, like those of a sweep over load.rate",
        file));
  }
  return result;
}

RawConfig config_with_network(const Json& result, const std::string& file) {
  RawConfig config = config_of_result(result, file);
  const Places& places = config.places;
  if (!places.given("topology.kind") ||
      !(places.given("topology.dims") || places.given("topology.file"))) {
    throw std::invalid_argument("its config has no topology");
  }
  return config;
}

}  // namespace

LoadedRun::LoadedRun(const std::string& file, const std::optional<Logs>& logs)
    : result_(read_drawable(file, !logs)),
      topology_(topology_of(config_with_network(result_, file))) {
  const std::string graph = plain_text(result_["config"].value("topology.file", Json()));
  network_.emplace(Network{*topology_, node_names(*topology_, graph)});
  std::optional<RepeatedRun> repeated;
  if (!logs) {
    repeated.emplace(file, result_);
  }
  timeline_ = read_timeline(logs ? logs->messages : repeated->messages(), result_, *topology_);
  channels_ = read_channels(logs ? logs->links : repeated->links(), *topology_);
}

}  // namespace flitcast
