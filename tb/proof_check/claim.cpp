#include "tb/proof_check/claim.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "tb/schedules/json_shape.h"
#include "tb/system/file_error.h"
#include "tb/text/text_columns.h"

namespace flitcast::proof {
namespace {

constexpr std::uint64_t kMostPlaces = 20'000'000;  // chunks times nodes

void know(const std::string& word, const std::vector<std::string>& words) {
  if (std::find(words.begin(), words.end(), word) == words.end()) {
    throw unknown_word(word, words);
  }
}

JsonShape link_shape(Claim& claim) {
  JsonShape link = json_list(
      "a link, [from, to, chunks]",
      {json_number("a node", 0, kMostNodes - 1,
                   [&claim](std::uint64_t node) {
                     claim.links.push_back({static_cast<std::uint32_t>(node), 0, 0});
                   }),
       json_number("a node", 0, kMostNodes - 1,
                   [&claim](std::uint64_t node) { set(claim.links.back().to)(node); }),
       json_number("chunks a round", 1, kMostOfOne,
                   [&claim](std::uint64_t chunks) { set(claim.links.back().chunks)(chunks); })},
      3, 3);
  return link;
}

JsonShape instance_shape(Claim& claim) {
  return json_object(
      "an instance",
      {{"operation",
        json_text("an operation",
                  [&claim](const std::string& word) {
                    know(word, kOperations);
                    claim.operation = word;
                  }),
        true},
       {"nodes", json_number("a number of nodes", 1, kMostNodes, set(claim.nodes)), true},
       {"chunks", json_number("a number of chunks", 1, kMostOfOne, set(claim.chunks)), true},
       {"root", json_number("a node", 0, kMostNodes - 1, set(claim.root)), true},
       {"destinations",
        json_list("a list of nodes",
                  {json_number("a node", 0, kMostNodes - 1, append(claim.destinations))}),
        true},
       {"ports", json_number("a number of ports", 1, kMostOfOne, set(claim.ports)), false},
       {"duplex",
        json_text("full or half",
                  [&claim](const std::string& word) {
                    know(word, {"full", "half"});
                    claim.half_duplex = word == "half";
                  }),
        false},
       {"links", json_list("a list of links", {link_shape(claim)}), true}});
}

JsonShape split_shape(Claim& claim) {
  JsonShape split = json_object(
      "the rounds of each step and the name of their files",
      {{"rounds",
        json_list("a list of rounds", {json_number("a number of rounds", 1, kMostOfOne,
                                                   [&claim](std::uint64_t rounds) {
                                                     append(claim.splits.back().rounds)(rounds);
                                                   })}),
        true},
       {"files",
        json_text("a name without / and .",
                  [&claim](const std::string& name) {
                    if (name.find_first_of("/.") != std::string::npos) {
                      throw JsonFault("it is the name of files in the same folder");
                    }
                    claim.splits.back().files = name;
                  }),
        true}});
  split.begin = [&claim] { claim.splits.emplace_back(); };
  return split;
}

JsonShape count_shape(Claim& claim) {
  JsonShape count = json_object(
      "a count", {{"kind",
                   json_text("what is counted",
                             [&claim](const std::string& word) {
                               know(word, {"cut", "distance", "growth", "carriage"});
                               claim.count->kind = word;
                             }),
                   true},
                  {"nodes",
                   json_list("a list of nodes", {json_number("a node", 0, kMostNodes - 1,
                                                             [&claim](std::uint64_t node) {
                                                               append(claim.count->nodes)(node);
                                                             })}),
                   true}});
  count.begin = [&claim] { claim.count.emplace(); };
  return count;
}

/// A formula has steps, and knows nothing of ports and sums; a count needs neither.
void check_reason(const Claim& claim, const std::string& file) {
  const bool formula = claim.steps > 0;
  if (formula == claim.count.has_value()) {
    throw FileError("{}: it has {}; one of them is the reason", file,
                    formula ? "both steps and a count" : "neither steps nor a count");
  }
  if (formula && (claim.ports > 0 || claim.half_duplex || claim.operation == "all-reduce")) {
    throw FileError("{}: there are no formulas of ports, half duplex or all-reduce, only counts",
                    file);
  }
}

/// What goes over a link one way leaves no room for what goes the other way: both are one.
void check_duplex(const Claim& claim, const std::string& file) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> carries;
  for (const Link& link : claim.links) {
    const std::uint32_t chunks =
        carries.emplace(std::minmax(link.from, link.to), link.chunks).first->second;
    if (claim.half_duplex && chunks != link.chunks) {
      throw FileError("{}: instance.links: {} to {} carries {} in a round, and {} the other way",
                      file, link.from, link.to, link.chunks, chunks);
    }
  }
}

/// Nodes there are, and one link at most from one to another.
void check(const Claim& claim, const std::string& file) {
  const std::uint64_t nodes = claim.nodes;
  const std::uint64_t apart = claim.operation == "all-to-all" ? nodes * nodes : nodes;
  const bool one = claim.operation == "broadcast" || claim.operation == "multicast";
  if ((one ? 1 : apart) * claim.chunks * nodes > kMostPlaces) {
    throw FileError("{}: the instance is too large to check", file);
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> ends;
  for (const Link& link : claim.links) {
    if (link.from >= claim.nodes || link.to >= claim.nodes || link.from == link.to ||
        !ends.emplace(link.from, link.to).second) {
      throw FileError("{}: instance.links: {} to {} is no link, or is there twice", file, link.from,
                      link.to);
    }
  }
  std::vector<std::uint32_t> named = claim.destinations;
  named.push_back(claim.root);
  if (claim.count) {
    named.insert(named.end(), claim.count->nodes.begin(), claim.count->nodes.end());
  }
  for (const std::uint32_t node : named) {
    if (node >= nodes) {
      throw FileError("{}: instance: there is no node {}", file, node);
    }
  }
}

}  // namespace

Claim read_claim(const std::string& file) {
  Claim claim;
  const auto schema = [](const std::string& word) { know(word, {"flitcast.certificate/1"}); };
  read_json(file,
            json_object("a certificate",
                        {{"schema", json_text("its schema", schema), true},
                         {"steps", json_number("steps", 1, kMostOfOne, set(claim.steps)), false},
                         {"rounds", json_number("rounds", 0, kMostOfOne, set(claim.rounds)), true},
                         {"instance", instance_shape(claim), true},
                         {"splits", json_list("a list of splits", {split_shape(claim)}), false},
                         {"count", count_shape(claim), false}}));
  check(claim, file);
  check_duplex(claim, file);
  check_reason(claim, file);
  return claim;
}

std::vector<Chunk> chunks_of(const Claim& claim) {
  const std::string& operation = claim.operation;
  const auto sends = [&](std::uint32_t from) {
    return operation.substr(0, 3) == "all" || from == claim.root;
  };
  const auto wants = [&](std::uint32_t from, std::uint32_t to) {
    const auto& named = claim.destinations;
    return to != from &&
           (operation != "multicast" || std::count(named.begin(), named.end(), to) > 0);
  };
  const bool apart = operation == "scatter" || operation == "all-to-all";
  std::vector<Chunk> chunks;
  for (std::uint32_t from = 0; from < claim.nodes; ++from) {
    std::vector<std::vector<std::uint32_t>> groups(1);  // of destinations that want the same
    for (std::uint32_t to = 0; sends(from) && to < claim.nodes; ++to) {
      if (wants(from, to)) {
        groups.back().push_back(to);
        groups.resize(groups.size() + (apart ? 1 : 0));
      }
    }
    groups.resize(apart ? groups.size() - 1 : sends(from) ? 1 : 0);
    for (const std::vector<std::uint32_t>& group : groups) {
      for (std::uint32_t chunk = 0; chunk < claim.chunks; ++chunk) {
        const std::string whose =
            apart ? fmt::format("{}>{}", from, group.front()) : std::to_string(from);
        chunks.push_back({fmt::format("{}.{}", whose, chunk), from, group});
      }
    }
  }
  return chunks;
}

std::string in_words(const Claim& claim) {
  const std::string& operation = claim.operation;
  const bool all = operation.substr(0, 3) == "all";
  const bool one = operation == "broadcast" || operation == "multicast";
  const std::size_t others = claim.destinations.size();
  return fmt::format("{}{}{} of {}{} on {} with {}", operation,
                     all ? "" : fmt::format(" at node {}", claim.root),
                     others == 0 ? "" : " to " + count_of(others, "other"),
                     count_of(claim.chunks, "chunk"),
                     one                         ? ""
                     : operation == "all-to-all" ? " a pair"
                                                 : " a node",
                     count_of(claim.nodes, "node"), count_of(claim.links.size(), "link")) +
         (claim.ports > 0 ? ", " + count_of(claim.ports, "port") : "") +
         (claim.half_duplex ? ", half duplex" : "");
}

}  // namespace flitcast::proof
