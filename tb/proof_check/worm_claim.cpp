#include "tb/proof_check/worm_claim.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "tb/proof_check/claim.h"
#include "tb/schedules/json_shape.h"
#include "tb/system/file_error.h"
#include "tb/text/text_columns.h"

namespace flitcast::proof {
namespace {

constexpr std::uint64_t kMostMilliseconds = std::uint64_t{1} << 40U;
constexpr std::size_t kLongestWay = 256;

/// Sums are no data that worms could bring.
std::vector<std::string> operations() {
  std::vector<std::string> words = kOperations;
  words.erase(std::find(words.begin(), words.end(), "all-reduce"));
  return words;
}

JsonShape word_shape(const std::string& wanted, std::string& place,
                     const std::vector<std::string>& words) {
  return json_text(wanted, [&place, words](const std::string& word) {
    if (std::find(words.begin(), words.end(), word) == words.end()) {
      throw unknown_word(word, words);
    }
    place = word;
  });
}

JsonShape node_shape(std::function<void(std::uint64_t)> take) {
  return json_number("a node", 0, kMostNodes - 1, std::move(take));
}

/// Values that mean something only together.
struct Words {
  std::string duplex = "full";
  std::string reception = "end";
  std::string course = "way";
  int reasons = 0;
};

JsonShape instance_shape(WormClaim& claim, Words& words) {
  JsonShape way =
      json_list("a way, its nodes",
                {node_shape([&claim](std::uint64_t node) { append(claim.ways.back())(node); })}, 2,
                kLongestWay);
  way.begin = [&claim] { claim.ways.emplace_back(); };
  return json_object(
      "an instance",
      {{"operation", word_shape("an operation", claim.operation, operations()), true},
       {"nodes", json_number("a number of nodes", 1, kMostNodes, set(claim.nodes)), true},
       {"root", node_shape(set(claim.root)), true},
       {"destinations", json_list("a list of nodes", {node_shape(append(claim.destinations))}),
        true},
       {"ports", json_number("a number of ports, 0 for all", 0, kMostOfOne, set(claim.ports)),
        true},
       {"duplex", word_shape("full or half", words.duplex, {"full", "half"}), true},
       {"reception", word_shape("end or way", words.reception, {"end", "way"}), true},
       {"course", word_shape("way or joined ways", words.course, {"way", "joined ways"})},
       {"ways", json_list("a list of ways", {std::move(way)}), true}});
}

JsonShape reason_shape(WormClaim& claim, Words& words) {
  const auto because = [&claim, &words](WormReason reason) {
    return [&claim, &words, reason](std::uint64_t node) {
      claim.reason = reason;
      claim.node = static_cast<std::uint32_t>(node);
      ++words.reasons;
    };
  };
  JsonShape link = json_list(
      "a link, [from, to]",
      {node_shape([&claim](std::uint64_t node) {
         claim.links.emplace_back(static_cast<std::uint32_t>(node), 0);
       }),
       node_shape([&claim](std::uint64_t node) { set(claim.links.back().second)(node); })},
      2, 2);
  JsonShape links = json_list("a list of links", {std::move(link)}, 1);
  links.begin = [because] { because(WormReason::kLinks)(0); };
  return json_object(
      "formula, growth, ports or links",
      {{"formula", json_text("a name without / and .",
                             [&claim, because](const std::string& name) {
                               if (name.find_first_of("/.") != std::string::npos) {
                                 throw JsonFault("it is the name of files in the same folder");
                               }
                               claim.files = name;
                               because(WormReason::kFormula)(0);
                             })},
       {"growth", node_shape(because(WormReason::kGrowth))},
       {"ports", node_shape(because(WormReason::kPorts))},
       {"links", std::move(links)}});
}

void check(const WormClaim& claim, const Words& words, const std::string& file) {
  if (words.reasons != 1) {
    throw FileError("{}: by: give one of formula, growth, ports and links", file);
  }
  std::vector<std::uint32_t> named = claim.destinations;
  named.push_back(claim.root);
  if (claim.reason != WormReason::kFormula) {
    named.push_back(claim.node);
  }
  for (const std::uint32_t node : named) {
    if (node >= claim.nodes) {
      throw FileError("{}: there is no node {}", file, node);
    }
  }
  std::set<Way> ways;
  for (std::size_t at = 0; at < claim.ways.size(); ++at) {
    const Way& way = claim.ways[at];
    if (std::set<std::uint32_t>(way.begin(), way.end()).size() != way.size() ||
        (claim.joined ? way.size() > 2 : way.front() >= claim.nodes || way.back() >= claim.nodes) ||
        !ways.insert(way).second) {
      throw FileError("{}: instance.ways[{}]: {} is no way, or is there twice", file, at,
                      fmt::join(way, ">"));
    }
  }
  if (claim.absorbs && (claim.operation == "all-gather" || claim.joined)) {
    throw FileError("{}: instance.reception: of an all-gather, or along joined ways, end", file);
  }
  if (claim.joined && claim.reason != WormReason::kGrowth && claim.reason != WormReason::kPorts) {
    throw FileError("{}: by: what worms do along joined ways is known by growth or ports only",
                    file);
  }
}

}  // namespace

WormClaim read_worm_claim(const std::string& file) {
  WormClaim claim;
  Words words;
  std::string schema;
  const JsonShape milliseconds =
      json_number("milliseconds", 0, kMostMilliseconds, set(claim.milliseconds));
  read_json(file,
            json_object("a certificate",
                        {{"schema", word_shape("its schema", schema, {"flitcast.worms/1"}), true},
                         {"rounds", json_number("rounds", 0, kMostOfOne, set(claim.rounds)), true},
                         {"by", reason_shape(claim, words), true},
                         {"milliseconds", milliseconds},
                         {"instance", instance_shape(claim, words), true}}));
  claim.half_duplex = words.duplex == "half";
  claim.absorbs = words.reception == "way";
  claim.joined = words.course == "joined ways";
  check(claim, words, file);
  return claim;
}

bool spreads(const WormClaim& claim) {
  return claim.operation == "broadcast" || claim.operation == "multicast" ||
         claim.operation == "all-gather";
}

std::vector<std::uint32_t> tellers(const WormClaim& claim) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t node = 0; node < claim.nodes; ++node) {
    if (claim.operation == "all-gather" || node == claim.root) {
      all.push_back(node);
    }
  }
  return all;
}

bool wants(const WormClaim& claim, std::uint32_t node) {
  const std::vector<std::uint32_t>& named = claim.destinations;
  return claim.operation != "multicast" || std::count(named.begin(), named.end(), node) > 0;
}

std::vector<Ends> pairs(const WormClaim& claim) {
  std::vector<Ends> all;
  for (std::uint32_t from = 0; from < claim.nodes; ++from) {
    for (std::uint32_t to = 0; to < claim.nodes; ++to) {
      if (from != to && (claim.operation != "scatter" || from == claim.root)) {
        all.emplace_back(from, to);
      }
    }
  }
  return all;
}

Ends link_of(const WormClaim& claim, std::uint32_t from, std::uint32_t to) {
  return claim.half_duplex && to < from ? Ends(to, from) : Ends(from, to);
}

std::string in_words(const WormClaim& claim) {
  const bool all = claim.operation.substr(0, 3) == "all";
  const bool multicast = claim.operation == "multicast";
  return fmt::format(
      "{}{}{} on {}, {}{}{}, by {} {} {}", claim.operation,
      all ? "" : fmt::format(" at node {}", claim.root),
      multicast ? fmt::format(" for nodes {}, which alone pass it on,",
                              fmt::join(claim.destinations, ", "))
                : "",
      count_of(claim.nodes, "node"), claim.ports == 0 ? "all ports" : count_of(claim.ports, "port"),
      claim.half_duplex ? ", half duplex" : "", claim.absorbs ? ", absorption" : "",
      spreads(claim) ? "worms" : "a worm for each block", claim.joined ? "over any of" : "along",
      count_of(claim.ways.size(), claim.joined ? "link" : "way"));
}

}  // namespace flitcast::proof
