#include "tb/proof_check/worm_count.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include <fmt/format.h>

#include "tb/system/file_error.h"
#include "tb/text/text_columns.h"

namespace flitcast::proof {
namespace {

class WormCount {
 public:
  WormCount(const Claim& claim, const std::string& file)
      : claim_(claim), file_(file), chunks_(chunks_of(claim)) {}

  std::string check() const {
    return claim_.reason.kind == "growth"  ? check_growth()
           : claim_.reason.kind == "ports" ? check_ports()
                                           : check_links();
  }

 private:
  /// In a round a node that knows sends a worm over each link that its worms may begin with, and no
  /// more than it has ports. A worm tells one node, or all on the longest way. So those that send
  /// most come first, after the origin.
  std::string check_growth() const {
    const std::uint32_t origin = node();
    const auto told = std::find_if(chunks_.begin(), chunks_.end(),
                                   [origin](const Chunk& chunk) { return chunk.origin == origin; });
    if (claim_.apart() || told == chunks_.end()) {
      fail("it says nothing of data that do not spread from this node");
    }
    std::vector<std::set<std::uint32_t>> nexts(claim_.nodes);
    std::size_t longest = 1;
    for (const Way& way : claim_.ways) {
      if (way.front() < claim_.nodes) {  // no switch
        nexts[way.front()].insert(way[1]);
      }
      longest = claim_.absorbs ? std::max(longest, way.size() - 1) : longest;
    }
    std::vector<std::size_t> others;
    for (const std::uint32_t node : told->destinations) {
      others.push_back(sent(nexts[node].size()));
    }
    std::sort(others.begin(), others.end(), std::greater<>());
    const std::size_t goal = others.size() + 1;
    others.insert(others.begin(), sent(nexts[origin].size()));
    std::vector<std::size_t> known{1};
    for (std::uint32_t round = 0; round < claim_.rounds && known.back() < goal; ++round) {
      std::size_t next = known.back();
      for (std::size_t node = 0; node < known.back(); ++node) {
        next += others[node] * longest;
      }
      known.push_back(next);
    }
    if (known.back() >= goal) {
      fail(fmt::format("{} nodes may know it by then", known.back()));
    }
    return fmt::format("data of node {} are known to {} of {} nodes at most", origin,
                       fmt::join(known, ", "), goal);
  }

  std::size_t sent(std::size_t links) const {
    return claim_.ports == 0 ? links : std::min<std::size_t>(links, claim_.ports);
  }

  std::string check_ports() const {
    std::size_t leaves = 0;
    std::size_t reaches = 0;
    for (const Chunk& chunk : worms()) {
      leaves += chunk.origin == node() ? 1U : 0U;
      reaches += chunk.destinations.front() == node() ? 1U : 0U;
    }
    const std::size_t worms = std::max(leaves, reaches);
    if (claim_.ports == 0 || worms <= std::size_t{claim_.ports} * claim_.rounds) {
      fail(fmt::format("{} worms leave node {}, and {} reach it", leaves, node(), reaches));
    }
    return fmt::format("{} worms {} node {}, {} in a round", worms,
                       leaves == worms ? "leave" : "reach", node(), claim_.ports);
  }

  /// Each pair takes the way that goes over these links least.
  std::string check_links() const {
    std::set<Ends> links;
    for (const auto& [from, to] : claim_.reason.links) {
      links.insert(claim_.link(from, to));
    }
    std::map<Ends, std::size_t> least;
    for (const Way& way : claim_.ways) {
      std::size_t uses = 0;
      for (std::size_t step = 1; step < way.size(); ++step) {
        uses += links.count(claim_.link(way[step - 1], way[step]));
      }
      const auto known = least.emplace(Ends(way.front(), way.back()), uses).first;
      known->second = std::min(known->second, uses);
    }
    std::size_t sum = 0;
    for (const Chunk& chunk : worms()) {
      const auto found = least.find({chunk.origin, chunk.destinations.front()});
      sum += found == least.end() ? 0 : found->second;
    }
    if (sum <= links.size() * claim_.rounds) {
      fail(fmt::format("worms go {} times over {}", sum, count_of(links.size(), "link")));
    }
    return fmt::format("worms go {} times over {}, once in a round", sum,
                       links.size() == 1
                           ? fmt::format("link {}>{}", links.begin()->first, links.begin()->second)
                           : "each of " + count_of(links.size(), "link"));
  }

  /// Each chunk has one of its own.
  const std::vector<Chunk>& worms() const {
    if (!claim_.apart()) {
      fail("it says nothing of data that spread");
    }
    return chunks_;
  }

  std::uint32_t node() const { return claim_.reason.nodes.front(); }

  [[noreturn]] void fail(const std::string& why) const {
    throw FileError("{}: by {}: {}; that does not forbid {} rounds", file_, claim_.reason.kind, why,
                    claim_.rounds);
  }

  const Claim& claim_;
  const std::string& file_;
  std::vector<Chunk> chunks_;
};

}  // namespace

std::string check_worm_count(const Claim& claim, const std::string& file) {
  return WormCount(claim, file).check();
}

}  // namespace flitcast::proof
