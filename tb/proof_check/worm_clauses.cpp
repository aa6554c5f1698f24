#include "tb/proof_check/worm_clauses.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "tb/proof_check/rule_clauses.h"
#include "tb/system/file_error.h"

namespace flitcast::proof {
namespace {

class WormRules {
 public:
  WormRules(const CnfFile& cnf, const Claim& claim)
      : clauses_(cnf), claim_(claim), chunks_(chunks_of(claim)) {
    if ((claim.nodes + claim.ways.size()) * (chunks_.size() + 1) * (claim.rounds + 1) >
        kMostVariables) {
      throw FileError("{}: the instance is too large to check", cnf.file);
    }
  }

  void make() {
    if (claim_.apart()) {
      make_pairs();
    } else {
      for (const Chunk& chunk : chunks_) {
        make_ends(chunk);
        for (std::size_t round = 1; round <= claim_.rounds; ++round) {
          make_arrivals(chunk, round);
          make_departures(chunk, round);
        }
      }
    }
    make_limits();
  }

  void compare() const { clauses_.compare(); }

 private:
  int at(const Chunk& chunk, std::uint32_t node, std::size_t round) const {
    return clauses_.variable(
        fmt::format("chunk {} at {} after round {}", chunk.origin, node, round));
  }
  int worm(const Way& way, std::size_t round) const {
    return clauses_.variable(fmt::format("worm {} in round {}", fmt::join(way, ">"), round));
  }
  /// Of a single chunk that is the worm.
  int brings(const Way& way, const Chunk& chunk, std::size_t round) const {
    return chunks_.size() == 1
               ? worm(way, round)
               : clauses_.variable(fmt::format("worm {} brings chunk {} in round {}",
                                               fmt::join(way, ">"), chunk.origin, round));
  }

  /// Rules 1 and 2.
  void make_ends(const Chunk& chunk) {
    for (std::uint32_t node = 0; node < claim_.nodes; ++node) {
      clauses_.add({node == chunk.origin ? at(chunk, node, 0) : -at(chunk, node, 0)});
      if (node == chunk.origin) {
        continue;
      }
      if (std::count(chunk.destinations.begin(), chunk.destinations.end(), node) > 0) {
        clauses_.add({at(chunk, node, claim_.rounds)});
        continue;
      }
      for (std::size_t round = 1; round <= claim_.rounds; ++round) {
        clauses_.add({-at(chunk, node, round)});
      }
    }
  }

  /// Rule 3.
  void make_arrivals(const Chunk& chunk, std::size_t round) {
    for (std::uint32_t node = 0; node < claim_.nodes; ++node) {
      Clause clause{-at(chunk, node, round), at(chunk, node, round - 1)};
      for (const Way& way : claim_.ways) {
        const bool passed = claim_.absorbs && std::count(way.begin() + 1, way.end(), node) > 0;
        if (passed || way.back() == node) {
          clause.push_back(brings(way, chunk, round));
        }
      }
      clauses_.add(clause);
    }
  }

  /// Rule 4.
  void make_departures(const Chunk& chunk, std::size_t round) {
    for (const Way& way : claim_.ways) {
      const int brought = brings(way, chunk, round);
      clauses_.add({-brought, at(chunk, way.front(), round - 1)});
      if (chunks_.size() > 1) {
        clauses_.add({-brought, worm(way, round)});
      }
    }
  }

  /// Rule 5.
  void make_pairs() {
    std::map<Ends, Clause> between;
    for (const Way& way : claim_.ways) {
      for (std::size_t round = 1; round <= claim_.rounds; ++round) {
        between[{way.front(), way.back()}].push_back(worm(way, round));
      }
    }
    for (const Chunk& chunk : chunks_) {
      clauses_.add(between[{chunk.origin, chunk.destinations.front()}]);
    }
  }

  /// Rules 6 and 7: by what is used, the ways that do.
  void make_limits() {
    std::map<std::string, std::vector<const Way*>> links;
    std::map<std::string, std::vector<const Way*>> ports;
    for (const Way& way : claim_.ways) {
      for (std::size_t step = 1; step < way.size(); ++step) {
        const Ends ends = claim_.link(way[step - 1], way[step]);
        links[fmt::format("over {}{}{}", ends.first, claim_.half_duplex ? '-' : '>', ends.second)]
            .push_back(&way);
      }
      ports[fmt::format("from {}", way.front())].push_back(&way);
      ports[fmt::format("to {}", way.back())].push_back(&way);
    }
    for (std::size_t round = 1; round <= claim_.rounds; ++round) {
      for (const auto& [name, ways] : links) {
        limit(name, ways, round, 1);
      }
      for (const auto& [name, ways] : ports) {
        if (claim_.ports > 0) {
          limit(name, ways, round, claim_.ports);
        }
      }
    }
  }

  void limit(const std::string& name, const std::vector<const Way*>& ways, std::size_t round,
             std::size_t most) {
    std::vector<int> inputs;
    inputs.reserve(ways.size());
    for (const Way* way : ways) {
      inputs.push_back(worm(*way, round));
    }
    clauses_.add_at_most(inputs, most, [&](std::size_t least, std::size_t begin, std::size_t end) {
      return fmt::format("{} or more of worms {} to {} {} in round {}", least,
                         fmt::join(*ways[begin], ">"), fmt::join(*ways[end - 1], ">"), name, round);
    });
  }

  RuleClauses clauses_;
  const Claim& claim_;
  std::vector<Chunk> chunks_;
};

}  // namespace

void check_worm_rules(const CnfFile& cnf, const Claim& claim) {
  WormRules rules(cnf, claim);
  rules.make();
  rules.compare();
}

}  // namespace flitcast::proof
