#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "tb/proof_check/claim.h"
#include "tb/system/file_error.h"

namespace flitcast::proof {
namespace {

constexpr std::uint64_t kMostPlaces = 20'000'000;  // chunks times nodes

/// All errors are of the same file.
class ClaimCheck {
 public:
  ClaimCheck(Claim& claim, const std::string& file) : claim_(claim), file_(file) {}

  void complete_and_check() {
    complete_network();
    check_nodes();
    check_links();
    complete_ways();
    check_ways();
    check_reason();
  }

 private:
  template <typename... Values>
  [[noreturn]] void fail(fmt::format_string<Values...> format, Values&&... values) const {
    throw FileError("{}: {}", file_, fmt::format(format, std::forward<Values>(values)...));
  }

  /// A name says all.
  void complete_network() {
    const NamedNetwork& named = claim_.network;
    if (named.kind.empty() != named.dims.empty() ||
        named.kind.empty() == (claim_.nodes == 0 && claim_.links.empty())) {
      fail("network: give kind and dims, or nodes and links");
    }
    if (named.kind.empty()) {
      return;
    }
    const bool one = named.kind != "mesh" && named.kind != "torus";
    claim_.nodes = nodes_of(named);
    if ((one && named.dims.size() > 1) || claim_.nodes > kMostNodes) {
      fail("network.dims: {} does not fit, or has more than {} nodes", fmt::join(named.dims, "x"),
           kMostNodes);
    }
    if (named.kind == "tree" && !claim_.worms) {
      fail("network.kind: hops are from node to node, and a tree has switches");
    }
    for (const auto& [from, to] : links_of(named)) {
      claim_.links.push_back({from, to, named.carries});
    }
  }

  void check_nodes() const {
    const std::uint64_t nodes = claim_.nodes;
    const std::uint64_t origins = claim_.operation.substr(0, 3) == "all" ? nodes : 1;
    const std::uint64_t groups = claim_.apart() ? nodes : 1;
    if (origins * groups * claim_.chunks * nodes > kMostPlaces) {
      fail("the instance is too large to check");
    }
    std::vector<std::uint32_t> named = claim_.destinations;
    named.push_back(claim_.root);
    named.insert(named.end(), claim_.reason.nodes.begin(), claim_.reason.nodes.end());
    for (const std::uint32_t node : named) {
      if (node >= nodes) {
        fail("there is no node {}", node);
      }
    }
    if (!claim_.destinations.empty() && claim_.operation != "multicast") {
      fail("destinations: those of {} are all others", claim_.operation);
    }
  }

  /// One at most leads from one to another. What goes over it one way leaves no room with half
  /// duplex for what goes the other way: both are one.
  void check_links() const {
    std::set<Ends> ends;
    std::map<Ends, std::uint32_t> carries;
    for (const Link& link : claim_.links) {
      const bool inside = link.from < claim_.nodes && link.to < claim_.nodes;
      const bool has_switches = claim_.joined() || claim_.network.kind == "tree";
      if ((!inside && !has_switches) || link.from == link.to ||
          !ends.emplace(link.from, link.to).second) {
        fail("network.links: {} to {} is no link, or is there twice", link.from, link.to);
      }
      const Ends both = claim_.link(link.from, link.to);
      const std::uint32_t chunks = carries.emplace(both, link.chunks).first->second;
      if (chunks != link.chunks) {
        fail("network.links: {} to {} carries {} in a round, and {} the other way", link.from,
             link.to, link.chunks, chunks);
      }
    }
  }

  /// Of a multicast nobody but its destinations passes anything on.
  void complete_ways() {
    if (claim_.worms == (claim_.routes.empty() && claim_.ways.empty()) ||
        (!claim_.routes.empty() && !claim_.ways.empty())) {
      fail("routes: worms go along routes or ways, one of them, and hops along links");
    }
    if (claim_.joined()) {
      for (const Link& link : claim_.links) {
        claim_.ways.push_back({link.from, link.to});
      }
    } else if (!claim_.routes.empty()) {
      if (claim_.network.kind.empty()) {
        fail("routes: {} are those of a network with a name", claim_.routes);
      }
      claim_.ways = ways_of(claim_.network, claim_.routes == "shortest");
      if (claim_.routes == "base backwards") {
        for (Way& way : claim_.ways) {
          std::reverse(way.begin(), way.end());
        }
        std::sort(claim_.ways.begin(), claim_.ways.end(), [](const Way& a, const Way& b) {
          return Ends(a.front(), a.back()) < Ends(b.front(), b.back());
        });
      }
    }
    if (claim_.operation == "multicast" && !claim_.routes.empty()) {
      std::set<std::uint32_t> members(claim_.destinations.begin(), claim_.destinations.end());
      members.insert(claim_.root);
      const auto others =
          std::remove_if(claim_.ways.begin(), claim_.ways.end(), [&members](const Way& way) {
            return members.count(way.front()) == 0 || members.count(way.back()) == 0;
          });
      claim_.ways.erase(others, claim_.ways.end());
    }
  }

  void check_ways() const {
    std::set<Way> ways;
    for (const Way& way : claim_.ways) {
      const bool ends = way.front() < claim_.nodes && way.back() < claim_.nodes;
      if (std::set<std::uint32_t>(way.begin(), way.end()).size() != way.size() ||
          (!ends && !claim_.joined()) || !ways.insert(way).second) {
        fail("ways: {} is no way, or is there twice", fmt::join(way, ">"));
      }
    }
    if (claim_.worms && (claim_.chunks > 1 || claim_.operation == "all-reduce")) {
      fail("worms carry a chunk of each node, and no sums");
    }
    if (claim_.absorbs && (claim_.operation == "all-gather" || claim_.joined() || !claim_.worms)) {
      fail("reception: of an all-gather, along any ways, or of hops, end");
    }
  }

  /// A formula of hops has steps, and knows nothing of ports and sums; a count needs neither.
  void check_reason() {
    const Reason& by = claim_.reason;
    const auto is = [&by](const char* kind) { return by.kind == kind; };
    const bool formulas = is("formulas");
    const bool counted = claim_.worms
                             ? is("growth") || is("ports") || is("links")
                             : is("cut") || is("distance") || is("growth") || is("carriage");
    if (!formulas && !counted) {
      fail("by.kind: {} is not counted in this model", by.kind);
    }
    if (claim_.worms && claim_.steps == 0 && formulas) {
      claim_.steps = 1;
    }
    if (formulas != (claim_.steps > 0)) {
      fail("steps: a formula has them, and a count has none");
    }
    if (formulas && !claim_.worms &&
        (claim_.ports > 0 || claim_.half_duplex || claim_.operation == "all-reduce")) {
      fail("there are no formulas of ports, half duplex or all-reduce, only counts");
    }
    if (claim_.joined() && !is("growth")) {
      fail("by.kind: what worms do along any ways is known by growth only");
    }
    if (claim_.worms && (is("growth") || is("ports")) && by.nodes.size() != 1) {
      fail("by.nodes: give one");
    }
  }

  Claim& claim_;
  const std::string& file_;
};

}  // namespace

void complete_and_check(Claim& claim, const std::string& file) {
  ClaimCheck(claim, file).complete_and_check();
}

}  // namespace flitcast::proof
