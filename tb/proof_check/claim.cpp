#include "tb/proof_check/claim.h"

#include <algorithm>

#include <fmt/format.h>

#include "tb/text/text_columns.h"

namespace flitcast::proof {

std::vector<Chunk> chunks_of(const Claim& claim) {
  const auto sends = [&](std::uint32_t from) {
    return claim.operation.substr(0, 3) == "all" || from == claim.root;
  };
  const auto wants = [&](std::uint32_t from, std::uint32_t to) {
    const auto& named = claim.destinations;
    return to != from &&
           (claim.operation != "multicast" || std::count(named.begin(), named.end(), to) > 0);
  };
  std::vector<Chunk> chunks;
  const auto add = [&](const std::string& whose, std::uint32_t from,
                       const std::vector<std::uint32_t>& group) {
    for (std::uint32_t chunk = 0; chunk < claim.chunks; ++chunk) {
      chunks.push_back({fmt::format("{}.{}", whose, chunk), from, group});
    }
  };
  for (std::uint32_t from = 0; from < claim.nodes; ++from) {
    std::vector<std::uint32_t> group;  // of destinations that want the same
    for (std::uint32_t to = 0; sends(from) && to < claim.nodes; ++to) {
      if (wants(from, to) && claim.apart()) {
        add(fmt::format("{}>{}", from, to), from, {to});
      } else if (wants(from, to)) {
        group.push_back(to);
      }
    }
    if (sends(from) && !claim.apart()) {
      add(std::to_string(from), from, group);
    }
  }
  return chunks;
}

std::string in_words(const Claim& claim) {
  const bool all = claim.operation.substr(0, 3) == "all";
  const bool one = claim.operation == "broadcast" || claim.operation == "multicast";
  std::string text = claim.operation;
  text += all ? "" : fmt::format(" at node {}", claim.root);
  if (!claim.destinations.empty()) {
    text += " for " + count_of(claim.destinations.size(), "other");
    text += claim.worms ? ", which alone pass it on," : "";
  }
  if (!claim.worms) {
    text += " of " + count_of(claim.chunks, "chunk");
    text += one ? "" : claim.operation == "all-to-all" ? " a pair" : " a node";
  }
  text += " on ";
  if (!claim.network.kind.empty()) {
    text += fmt::format("{} {}", claim.network.kind, fmt::join(claim.network.dims, "x"));
    text += claim.network.carries > 1
                ? fmt::format(" with {} a link", count_of(claim.network.carries, "chunk"))
                : "";
  } else {
    text += count_of(claim.nodes, "node");
    text += claim.links.empty() ? "" : " with " + count_of(claim.links.size(), "link");
  }
  text += claim.ports == 0 ? ", all ports" : ", " + count_of(claim.ports, "port");
  text += claim.half_duplex ? ", half duplex" : "";
  text += claim.absorbs ? ", absorption" : "";
  if (claim.worms) {
    text += claim.apart() ? ", by a worm for each block along " : ", by worms along ";
    text += claim.joined()               ? "any ways"
            : claim.routes.empty()       ? count_of(claim.ways.size(), "way")
            : claim.routes == "shortest" ? "shortest ways"
            : claim.routes == "base"     ? "base routes"
                                         : "base routes backwards";
  }
  return text;
}

}  // namespace flitcast::proof
