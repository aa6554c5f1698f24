#include "tb/proof_check/schedule_replay.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/system/file_error.h"
#include "tb/system/files/input_file.h"

namespace flitcast::proof {
namespace {

using Json = nlohmann::json;
using Node = std::uint32_t;

constexpr std::size_t kMostScheduleBytes = std::size_t{1} << 30U;

struct Message {
  std::vector<Node> path;
  std::vector<Node> receivers;
  std::vector<Datum> data;
};

class Replay {
 public:
  Replay(const std::string& file, const ReplayRules& rules) : file_(file), rules_(rules) {
    for (const auto& [datum, demand] : rules.data) {
      there_.emplace(datum, demand.origin);
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
    for (const auto& [datum, demand] : rules_.data) {
      for (const Node node : demand.destinations) {
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
      Json rounds = Json::parse(read_regular_file(file_, kMostScheduleBytes)).at("rounds");
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

  bool is_way(const std::vector<Node>& path) const {
    if (!rules_.joined) {
      return rules_.ways.count(path) > 0;
    }
    bool links = path.size() > 1;
    for (std::size_t step = 1; step < path.size(); ++step) {
      links = links && rules_.ways.count({path[step - 1], path[step]}) > 0;
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
        (message.receivers.size() > 1 && !rules_.absorbs)) {
      fail("it is received at its end, and nowhere else");
    }
  }

  void use_ports(const Message& message) {
    if (rules_.ports == 0) {
      return;
    }
    const Node source = message.path.front();
    if (++sent_[source] > rules_.ports) {
      fail(fmt::format("node {} sends {} in the round", source, sent_[source]));
    }
    for (const Node node : message.receivers) {
      if (++received_[node] > rules_.ports) {
        fail(fmt::format("node {} receives {} in the round", node, received_[node]));
      }
    }
  }

  void use_link(Node from, Node to, std::size_t data) {
    std::pair<Node, Node> link(from, to);
    if (rules_.half_duplex) {
      link = std::minmax(from, to);
    }
    load_[link] += rules_.by_data ? data : 1;
    if (load_[link] > rules_.carries.at(link)) {
      fail(fmt::format("link {}>{} carries {} in the round", from, to, load_[link]));
    }
  }

  void carry(const Datum& datum, const Message& message) {
    const std::string name = fmt::format("data [{}]", fmt::join(datum, ", "));
    const auto known = rules_.data.find(datum);
    if (known == rules_.data.end()) {
      fail(name + " are none of the operation's");
    }
    const Node source = message.path.front();
    if (there_.count({datum, source}) == 0) {
      fail(fmt::format("{} are not at node {} before the round", name, source));
    }
    const bool at_once = source == known->second.origin &&
                         known->second.destinations.count(message.receivers.front()) > 0;
    if (rules_.straight && !at_once) {
      fail(name + " do not go straight to where they are for");
    }
    for (const Node node : message.receivers) {
      if (rules_.members && node != known->second.origin &&
          known->second.destinations.count(node) == 0) {
        fail(fmt::format("{} are not for node {}", name, node));
      }
      arrived_.emplace(datum, node);
    }
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw FileError("{}: rounds[{}][{}]: {}", file_, round_, message_, why);
  }

  const std::string& file_;
  const ReplayRules& rules_;
  std::size_t round_ = 0;
  std::size_t message_ = 0;
  std::set<std::pair<Datum, Node>> there_;    // before the round
  std::set<std::pair<Datum, Node>> arrived_;  // in it
  std::map<std::pair<Node, Node>, std::size_t> load_;
  std::map<Node, std::uint32_t> sent_;
  std::map<Node, std::uint32_t> received_;
};

}  // namespace

std::uint64_t replay(const std::string& file, const ReplayRules& rules) {
  return Replay(file, rules).play();
}

}  // namespace flitcast::proof
