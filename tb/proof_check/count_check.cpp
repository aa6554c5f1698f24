#include "tb/proof_check/count_check.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tb/system/file_error.h"
#include "tb/text/text_columns.h"

namespace flitcast::proof {
namespace {

using Number = std::uint64_t;
constexpr Number kNever = std::numeric_limits<std::uint32_t>::max();

class Counts {
 public:
  explicit Counts(const Claim& claim)
      : claim_(claim),
        sums_(claim.operation == "all-reduce"),
        chunks_(chunks_of(claim)),
        since_(claim.nodes, 0) {
    if (is_rooted(claim.operation)) {
      since_ = hops_from(claim.root);
    }
  }

  /// Rounds that are too few by this count, at most, are those of which this is true.
  bool cut(const std::vector<std::uint32_t>& nodes) {
    std::vector<bool> inside(claim_.nodes, false);
    for (const std::uint32_t node : nodes) {
      inside[node] = true;
    }
    const auto members = static_cast<std::size_t>(std::count(inside.begin(), inside.end(), true));
    if (members == 0 || members == claim_.nodes) {
      return false;
    }
    Number need = entering(inside);
    if (claim_.half_duplex) {
      std::vector<bool> outside = inside;
      outside.flip();
      need += entering(outside);
    }
    const Brought brought = by_links([&](const Link& link) {
      return inside[link.from] != inside[link.to] && (claim_.half_duplex || inside[link.to]);
    });
    Number most = brought.all;
    for (const bool in : {true, false}) {
      if (members == (in ? 1 : claim_.nodes - 1)) {
        const auto found = std::find(inside.begin(), inside.end(), in);
        const auto node = static_cast<std::uint32_t>(found - inside.begin());
        most = std::min(most, through_ports(node, in) * brought.rounds);
      }
    }
    said_ = fmt::format("{} chunks have to pass where {} can", need, most);
    return need > most;
  }

  bool distance(const std::vector<std::uint32_t>& nodes) {
    if (nodes.size() != 2 || !wants(nodes[0], nodes[1])) {
      return false;
    }
    const Number hops = hops_from(nodes[0])[nodes[1]];
    said_ =
        fmt::format("the last chunk leaves node {} after {}, for node {}, {} away", nodes[0],
                    count_of(leaves_after(nodes[0]), "round"), nodes[1], count_of(hops, "link"));
    return hops + leaves_after(nodes[0]) > claim_.rounds;
  }

  bool growth(const std::vector<std::uint32_t>& nodes) {
    if (nodes.size() != 1 || claim_.apart()) {
      return false;
    }
    std::vector<Number> tells(claim_.nodes, 0);
    for (const Link& link : claim_.links) {
      ++tells[link.from];
    }
    for (Number& each : tells) {
      each = std::min(each, ports());
    }
    std::swap(tells[0], tells[nodes[0]]);
    std::sort(tells.begin() + 1, tells.end(), std::greater<>());
    std::set<std::uint32_t> receivers;
    for (std::uint32_t node = 0; node < claim_.nodes; ++node) {
      if (node != nodes[0] && wants(nodes[0], node)) {
        receivers.insert(node);
      }
    }
    Number know = 1;
    for (Number round = leaves_after(nodes[0]); round < claim_.rounds; ++round) {
      const auto end =
          tells.begin() + static_cast<std::ptrdiff_t>(std::min<Number>(know, claim_.nodes));
      know = std::min<Number>(claim_.nodes, std::accumulate(tells.begin(), end, know));
    }
    said_ = fmt::format("{} nodes know the last chunk of node {} at most, of {}", know, nodes[0],
                        receivers.size() + 1);
    return know < receivers.size() + 1;
  }

  bool carriage() {
    Number need = 0;
    for (const Chunk& chunk : chunks_) {
      const std::vector<Number> hops = hops_from(chunk.origin);
      need += claim_.apart() ? hops[chunk.destinations.front()]
                             : chunk.destinations.size() * (sums_ ? 2 : 1);
    }
    const Brought brought = by_links([](const Link&) { return true; });
    Number most = 0;
    for (std::uint32_t node = 0; node < claim_.nodes; ++node) {
      most += through_ports_one_way(node, false);
    }
    most = std::min(brought.all, most * claim_.rounds);
    said_ = fmt::format("{} hops are needed, where {} can be made", need, most);
    return need > most;
  }

  const std::string& said() const { return said_; }

 private:
  struct Brought {
    Number all = 0;     // chunks
    Number rounds = 0;  // in which the first of the links have something to bring
  };

  static bool is_rooted(const std::string& operation) { return operation.substr(0, 3) != "all"; }
  Number ports() const { return claim_.ports == 0 ? kNever : claim_.ports; }

  bool wants(std::uint32_t from, std::uint32_t to) const {
    return std::any_of(chunks_.begin(), chunks_.end(), [&](const Chunk& chunk) {
      return chunk.origin == from &&
             std::count(chunk.destinations.begin(), chunk.destinations.end(), to) > 0;
    });
  }

  std::vector<Number> hops_from(std::uint32_t first) const {
    std::vector<Number> hops(claim_.nodes, kNever);
    hops[first] = 0;
    for (bool more = true; std::exchange(more, false);) {
      for (const Link& link : claim_.links) {
        if (hops[link.from] != kNever && hops[link.from] + 1 < hops[link.to]) {
          hops[link.to] = hops[link.from] + 1;
          more = true;
        }
      }
    }
    return hops;
  }

  /// Chunks that others have and some inside want.
  Number entering(const std::vector<bool>& inside) const {
    if (sums_) {
      return Number{claim_.nodes} * claim_.chunks;
    }
    return static_cast<Number>(
        std::count_if(chunks_.begin(), chunks_.end(), [&](const Chunk& chunk) {
          return !inside[chunk.origin] &&
                 std::any_of(chunk.destinations.begin(), chunk.destinations.end(),
                             [&](std::uint32_t node) { return inside[node]; });
        }));
  }

  /// What the links bring in the rounds of the claim, with half duplex the better way of two.
  Brought by_links(const std::function<bool(const Link&)>& counts) const {
    struct Pair {
      Number chunks = 0;
      Number since = kNever;
    };
    std::map<Ends, Pair> pairs;
    for (const Link& link : claim_.links) {
      if (counts(link)) {
        Pair& pair = pairs[claim_.link(link.from, link.to)];
        pair.chunks = std::max<Number>(pair.chunks, link.chunks);
        const Number since =
            claim_.half_duplex ? std::min(since_[link.from], since_[link.to]) : since_[link.from];
        pair.since = std::min(pair.since, since);
      }
    }
    Brought brought;
    for (const auto& [ends, pair] : pairs) {
      const Number rounds = claim_.rounds > pair.since ? claim_.rounds - pair.since : 0;
      brought.all += pair.chunks * rounds;
      brought.rounds = std::max(brought.rounds, rounds);
    }
    return brought;
  }

  Number through_ports_one_way(std::uint32_t node, bool in) const {
    std::vector<Number> chunks;
    for (const Link& link : claim_.links) {
      if ((in ? link.to : link.from) == node) {
        chunks.push_back(link.chunks);
      }
    }
    std::sort(chunks.begin(), chunks.end(), std::greater<>());
    chunks.resize(std::min<Number>(chunks.size(), ports()));
    return std::accumulate(chunks.begin(), chunks.end(), Number{0});
  }
  Number through_ports(std::uint32_t node, bool in) const {
    return through_ports_one_way(node, in) +
           (claim_.half_duplex ? through_ports_one_way(node, !in) : 0);
  }

  /// The last chunk that a node has for all leaves after this round, as others go before it.
  Number leaves_after(std::uint32_t node) const {
    const Number out = through_ports_one_way(node, false);
    return sums_ || claim_.apart() || out == 0 ? 0 : (claim_.chunks - 1) / out;
  }

  const Claim& claim_;
  bool sums_;
  std::vector<Chunk> chunks_;
  std::vector<Number> since_;  // by node, rounds before it can have something
  std::string said_ = "it names other nodes than such a count has";
};

}  // namespace

std::string check_count(const Claim& claim, const std::string& file) {
  const Reason& by = claim.reason;
  Counts counts(claim);
  const bool holds = by.kind == "cut"        ? counts.cut(by.nodes)
                     : by.kind == "distance" ? counts.distance(by.nodes)
                     : by.kind == "growth"   ? counts.growth(by.nodes)
                                             : counts.carriage();
  if (!holds) {
    throw FileError("{}: by {}: {} rounds may do: {}", file, by.kind, claim.rounds, counts.said());
  }
  return fmt::format("by {}: {}", by.kind, counts.said());
}

}  // namespace flitcast::proof
