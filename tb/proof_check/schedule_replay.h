#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace flitcast::proof {

/// A piece of data as a schedule names it: origin, who it is for (−1: everybody), part.
using Datum = std::vector<std::int64_t>;

/// What a schedule may do, and has to, by a claim.
struct ReplayRules {
  struct Demand {
    std::uint32_t origin;
    std::set<std::uint32_t> destinations;
  };

  std::map<Datum, Demand> data;
  /// What a message may go along, with what may go over each of it in a round.
  std::set<std::vector<std::uint32_t>> ways;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> carries;
  bool by_data = false;  ///< what a link carries is counted by data, not by messages
  std::uint32_t ports = 0;
  bool half_duplex = false;
  bool absorbs = false;
  bool joined = false;    ///< messages go along any of the ways, one after the other
  bool members = false;   ///< none receives what is for others, to pass it on
  bool straight = false;  ///< data go from their origin to where they are for, at once
};

/// Plays a schedule as a file has it (flitcast.schedule/1), each message with its path, and returns
/// the number of its rounds: it keeps the rules, and all data arrive. Throws FileError with round
/// and message of what does not.
std::uint64_t replay(const std::string& file, const ReplayRules& rules);

}  // namespace flitcast::proof
