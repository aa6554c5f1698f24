#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "tb/proof_check/claim.h"
#include "tb/schedules/json_shape.h"

// Claims as files have them.

namespace flitcast::proof {
namespace {

constexpr std::uint64_t kMostOfOne = 65535;  // rounds, chunks, ports

JsonShape word(const std::string& wanted, const std::vector<std::string>& words,
               std::function<void(const std::string&)> take) {
  return json_text(wanted, [words, take = std::move(take)](const std::string& text) {
    if (std::find(words.begin(), words.end(), text) == words.end()) {
      throw unknown_word(text, words);
    }
    take(text);
  });
}
JsonShape word(const std::string& wanted, const std::vector<std::string>& words,
               std::string& place) {
  return word(wanted, words, [&place](const std::string& text) { place = text; });
}

JsonShape number(const std::string& wanted, std::uint64_t least,
                 std::function<void(std::uint64_t)> take) {
  return json_number(wanted, least, kMostOfOne, std::move(take));
}

/// Lists of so many numbers, of which each is appended to the last.
JsonShape lists(const std::string& wanted, std::size_t shortest, std::size_t longest,
                std::vector<std::vector<std::uint32_t>>& all) {
  JsonShape list = json_list(
      wanted, {number("a number", 0, [&all](std::uint64_t value) { append(all.back())(value); })},
      shortest, longest);
  list.begin = [&all] { all.emplace_back(); };
  return json_list("a list of those", {std::move(list)});
}

JsonShape nodes(std::vector<std::uint32_t>& list) {
  return json_list("a list of nodes", {number("a node", 0, append(list))});
}

/// A claim with what stands for lists of links.
struct RawClaim {
  Claim claim;
  std::vector<std::vector<std::uint32_t>> links;
  std::vector<std::vector<std::uint32_t>> counted;
};

JsonShape network(RawClaim& raw) {
  Claim& claim = raw.claim;
  return json_object(
      "a network, by kind and dims or by nodes",
      {{"kind", word("a kind of network", {"hypercube", "mesh", "torus", "line", "ring", "tree"},
                     claim.network.kind)},
       {"dims", json_list("a list of sizes", {number("a size", 1, append(claim.network.dims))})},
       {"carries", number("chunks of a link in a round", 1, set(claim.network.carries))},
       {"nodes", json_number("a number of nodes", 1, kMostNodes, set(claim.nodes))},
       {"links", lists("a link, [from, to, chunks]", 3, 3, raw.links)}});
}

JsonShape split(std::vector<Split>& splits) {
  JsonShape split =
      json_object("the rounds of each step and the name of their files",
                  {{"rounds",
                    json_list("a list of rounds", {number("rounds", 1,
                                                          [&splits](std::uint64_t rounds) {
                                                            append(splits.back().rounds)(rounds);
                                                          })}),
                    true},
                   {"files",
                    json_text("a name without / and .",
                              [&splits](const std::string& name) {
                                if (name.find_first_of("/.") != std::string::npos) {
                                  throw JsonFault("it is the name of files in the same folder");
                                }
                                splits.back().files = name;
                              }),
                    true}});
  split.begin = [&splits] { splits.emplace_back(); };
  return split;
}

JsonShape reason(RawClaim& raw) {
  Reason& by = raw.claim.reason;
  return json_object(
      "a reason",
      {{"kind",
        word("what is counted, or formulas",
             {"formulas", "cut", "distance", "growth", "carriage", "ports", "links"}, by.kind),
        true},
       {"nodes", nodes(by.nodes)},
       {"links", lists("a link, [from, to]", 2, 2, raw.counted)},
       {"splits", json_list("a list of splits", {split(by.splits)})}});
}

JsonShape certificate(RawClaim& raw) {
  constexpr std::size_t kLongestWay = 256;
  Claim& claim = raw.claim;
  return json_object(
      "a certificate",
      {{"schema", word("its schema", {"flitcast.certificate/2"}, [](const std::string&) {}), true},
       {"model",
        word("hops or worms", {"hops", "worms"},
             [&claim](const std::string& text) { claim.worms = text == "worms"; }),
        true},
       {"rounds", number("rounds", 0, set(claim.rounds)), true},
       {"steps", number("steps", 1, set(claim.steps))},
       {"by", reason(raw), true},
       {"milliseconds", json_number("milliseconds", set(claim.milliseconds))},
       {"operation",
        word("an operation",
             {"broadcast", "multicast", "scatter", "all-gather", "all-to-all", "all-reduce"},
             claim.operation),
        true},
       {"root", number("a node", 0, set(claim.root))},
       {"destinations", nodes(claim.destinations)},
       {"chunks", number("a number of chunks", 1, set(claim.chunks))},
       {"ports", number("a number of ports, 0 for all", 0, set(claim.ports))},
       {"duplex", word("full or half", {"full", "half"},
                       [&claim](const std::string& text) { claim.half_duplex = text == "half"; })},
       {"reception", word("end or way", {"end", "way"},
                          [&claim](const std::string& text) { claim.absorbs = text == "way"; })},
       {"network", network(raw), true},
       {"routes",
        word("routes with a name", {"base", "base backwards", "shortest", "any"}, claim.routes)},
       {"ways", lists("a way, its nodes", 2, kLongestWay, claim.ways)}});
}

}  // namespace

Claim read_claim(const std::string& file) {
  RawClaim raw;
  read_json(file, certificate(raw));
  for (const auto& link : raw.links) {
    raw.claim.links.push_back({link[0], link[1], link[2]});
  }
  for (const auto& link : raw.counted) {
    raw.claim.reason.links.emplace_back(link[0], link[1]);
  }
  complete_and_check(raw.claim, file);
  return std::move(raw.claim);
}

}  // namespace flitcast::proof
