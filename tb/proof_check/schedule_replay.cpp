#include "tb/proof_check/schedule_replay.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/system/file_error.h"
#include "tb/system/files/input_file.h"

namespace flitcast::proof {
namespace {

using Json = nlohmann::json;
using Node = std::uint32_t;

/// A piece of data as a schedule names it: origin, who it is for (−1: everybody), part.
using Datum = std::vector<std::int64_t>;

constexpr std::size_t kMostScheduleBytes = std::size_t{1} << 30U;

struct Message {
  std::vector<Node> path;
  std::vector<Node> receivers;
  std::vector<Datum> data;
};

class Replay {
 public:
  Replay(const std::string& file, const Claim& claim) : file_(file), claim_(claim) {
    std::map<Datum, std::int64_t> parts;
    for (Chunk& chunk : chunks_of(claim)) {
      Datum datum{chunk.origin, claim.apart() ? std::int64_t{chunk.destinations.front()} : -1};
      datum.push_back(parts[datum]++);
      there_.emplace(datum, chunk.origin);
      data_.emplace(std::move(datum), std::move(chunk));
    }
    for (const Link& link : claim.links) {
      links_[claim.link(link.from, link.to)] = claim.worms ? 1 : link.chunks;
      ways_.insert({link.from, link.to});
    }
    for (const Way& way : claim.ways) {
      for (std::size_t step = 1; step < way.size(); ++step) {
        links_[claim.link(way[step - 1], way[step])] = 1;
      }
    }
    if (claim.worms) {
      ways_ = {claim.ways.begin(), claim.ways.end()};
    }
  }

  std::uint64_t play() {
    const Json rounds = read();
    for (round_ = 0; round_ < rounds.size(); ++round_) {
      load_.clear();
      sent_.clear();
      received_.clear();
      arrived_.clear();
      for (message_ = 0; message_ < rounds[round_].size(); ++message_) {
        play(message_of(rounds[round_][message_]));
      }
      there_.insert(arrived_.begin(), arrived_.end());
    }
    for (const auto& [datum, chunk] : data_) {
      for (const Node node : chunk.destinations) {
        if (there_.count({datum, node}) == 0) {
          throw FileError("{}: data [{}] do not arrive at node {}", file_, fmt::join(datum, ", "),
                          node);
        }
      }
    }
    return rounds.size();
  }

 private:
  Json read() const {
    try {
      const Json schedule = Json::parse(read_regular_file(file_, kMostScheduleBytes));
      const NamedNetwork& named = claim_.network;
      const Json network{{"kind", named.kind}, {"dims", named.dims}};
      if (!named.kind.empty() && schedule.at("topology") != network) {
        throw FileError("{}: it is for another network than {}", file_, network.dump());
      }
      Json rounds = schedule.at("rounds");
      if (rounds.is_array() && std::all_of(rounds.begin(), rounds.end(),
                                           [](const Json& round) { return round.is_array(); })) {
        return rounds;
      }
    } catch (const Json::exception&) {
    }
    throw FileError("{}: no schedule with rounds", file_);
  }

  Message message_of(const Json& json) const {
    try {
      Message message;
      for (const Json& node : json.at("path")) {
        message.path.push_back(node_of(node));
      }
      const Json& to = json.at("dst");
      for (const Json& node : to.is_array() ? to : Json::array({to})) {
        message.receivers.push_back(node_of(node));
      }
      for (const Json& block : json.at("blocks")) {
        message.data.push_back({node_of(block.at(0)),
                                block.at(1).is_null() ? -1 : std::int64_t{node_of(block.at(1))},
                                block.size() > 2 ? node_of(block.at(2)) : 0});
      }
      if (!message.path.empty() && node_of(json.at("src")) == message.path.front()) {
        return message;
      }
    } catch (const Json::exception&) {
    }
    fail("it has no src, dst, path from src on, or blocks");
  }

  /// Or part: a number from 0 on, without a fraction.
  Node node_of(const Json& json) const {
    if (!json.is_number_unsigned() ||
        json.get<std::uint64_t>() > std::numeric_limits<Node>::max()) {
      fail(json.dump() + " is no node or part");
    }
    return json.get<Node>();
  }

  void play(const Message& message) {
    if (!is_way(message.path)) {
      fail(fmt::format("{} is none of the ways", fmt::join(message.path, ">")));
    }
    check_receivers(message);
    use_ports(message);
    for (std::size_t step = 1; step < message.path.size(); ++step) {
      use_link(message.path[step - 1], message.path[step], message.data.size());
    }
    for (const Datum& datum : message.data) {
      carry(datum, message);
    }
  }

  /// Hops go over a link; worms along a way, or any links.
  bool is_way(const std::vector<Node>& path) const {
    if (claim_.worms && !claim_.joined()) {
      return ways_.count(path) > 0;
    }
    bool links = path.size() > 1 && (claim_.worms || path.size() == 2);
    for (std::size_t step = 1; step < path.size(); ++step) {
      links = links && ways_.count({path[step - 1], path[step]}) > 0;
    }
    return links && std::set<Node>(path.begin(), path.end()).size() == path.size();
  }

  void check_receivers(const Message& message) const {
    auto at = message.path.begin();
    for (const Node node : message.receivers) {
      at = std::find(at + 1, message.path.end(), node);
      if (at == message.path.end()) {
        fail(fmt::format("receiver {} is not on its way, or not in its order", node));
      }
    }
    if (message.receivers.empty() || message.receivers.back() != message.path.back() ||
        (message.receivers.size() > 1 && !claim_.absorbs)) {
      fail("it is received at its end, and nowhere else");
    }
  }

  void use_ports(const Message& message) {
    if (claim_.ports == 0) {
      return;
    }
    const Node source = message.path.front();
    if (++sent_[source] > claim_.ports) {
      fail(fmt::format("node {} sends {} in the round", source, sent_[source]));
    }
    for (const Node node : message.receivers) {
      if (++received_[node] > claim_.ports) {
        fail(fmt::format("node {} receives {} in the round", node, received_[node]));
      }
    }
  }

  void use_link(Node from, Node to, std::size_t data) {
    const Ends link = claim_.link(from, to);
    load_[link] += claim_.worms ? 1 : data;
    if (load_[link] > links_.at(link)) {
      fail(fmt::format("link {}>{} carries {} in the round", from, to, load_[link]));
    }
  }

  void carry(const Datum& datum, const Message& message) {
    const std::string name = fmt::format("data [{}]", fmt::join(datum, ", "));
    const auto known = data_.find(datum);
    if (known == data_.end()) {
      fail(name + " are none of the operation's");
    }
    const Chunk& chunk = known->second;
    const auto wants = [&chunk](Node node) {
      return std::count(chunk.destinations.begin(), chunk.destinations.end(), node) > 0;
    };
    const Node source = message.path.front();
    if (there_.count({datum, source}) == 0) {
      fail(fmt::format("{} are not at node {} before the round", name, source));
    }
    if (claim_.worms && claim_.apart() &&
        (source != chunk.origin || !wants(message.receivers.front()))) {
      fail(name + " do not go straight to where they are for");
    }
    for (const Node node : message.receivers) {
      if (claim_.worms && node != chunk.origin && !wants(node)) {
        fail(fmt::format("{} are not for node {}", name, node));
      }
      arrived_.emplace(datum, node);
    }
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw FileError("{}: rounds[{}][{}]: {}", file_, round_, message_, why);
  }

  const std::string& file_;
  const Claim& claim_;
  std::map<Datum, Chunk> data_;
  std::set<Way> ways_;                 // links, where messages are not bound to ways
  std::map<Ends, std::size_t> links_;  // what may go over each in a round
  std::size_t round_ = 0;
  std::size_t message_ = 0;
  std::set<std::pair<Datum, Node>> there_;    // before the round
  std::set<std::pair<Datum, Node>> arrived_;  // in it
  std::map<Ends, std::size_t> load_;
  std::map<Node, std::uint32_t> sent_;
  std::map<Node, std::uint32_t> received_;
};

}  // namespace

std::uint64_t replay(const std::string& file, const Claim& claim) {
  return Replay(file, claim).play();
}

}  // namespace flitcast::proof
