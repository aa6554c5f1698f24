#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace flitcast::proof {

using Way = std::vector<std::uint32_t>;
using Ends = std::pair<std::uint32_t, std::uint32_t>;

/// Why there is no schedule.
enum class WormReason {
  kFormula,  ///< clauses that cannot all hold
  kGrowth,   ///< too few nodes can know what a node has to tell
  kPorts,    ///< a node sends or receives more worms than its ports let through
  kLinks,    ///< worms go over some links more often than these let them
};

/// What a certificate in the model of worms says: there is no schedule with so many rounds.
struct WormClaim {
  std::string operation;
  std::uint32_t nodes = 0;  ///< that take part; ways may pass others
  std::uint32_t root = 0;
  std::vector<std::uint32_t> destinations;  ///< of multicast
  std::uint32_t ports = 0;                  ///< 0: any number of worms leave or reach a node
  bool half_duplex = false;
  bool absorbs = false;  ///< nodes that a worm passes may receive it
  bool joined = false;   ///< ways are links; worms go along any of them, one after the other
  std::vector<Way> ways;
  std::uint32_t rounds = 0;
  WormReason reason = WormReason::kFormula;
  std::string files;               ///< kFormula
  std::uint32_t node = 0;          ///< kGrowth, kPorts
  std::vector<Ends> links;         ///< kLinks
  std::uint64_t milliseconds = 0;  ///< of the search, which is of no use to a proof
};

/// Reads worms.json. Throws FileError with the place of what does not fit.
WormClaim read_worm_claim(const std::string& file);

/// Nodes tell others what they know; else worms go straight from each that has something to whom
/// it is for.
bool spreads(const WormClaim& claim);
/// Whose data others want, where data spread, and who wants them.
std::vector<std::uint32_t> tellers(const WormClaim& claim);
bool wants(const WormClaim& claim, std::uint32_t node);
/// Who has something for whom, where data do not spread.
std::vector<Ends> pairs(const WormClaim& claim);
/// Of two neighbours, as what can carry a worm in a round: with half duplex both ways are one.
Ends link_of(const WormClaim& claim, std::uint32_t from, std::uint32_t to);

/// "broadcast at node 0 on 16 nodes, 1 port, by worms along 240 ways", or "over any of 64 links";
/// "a worm for each block" where worms go straight.
std::string in_words(const WormClaim& claim);

}  // namespace flitcast::proof
