#include "tb/proof_check/bare_rules.h"

#include <fmt/format.h>

#include "tb/proof_check/rule_clauses.h"
#include "tb/system/file_error.h"

namespace flitcast::proof {
namespace {

class Rules {
 public:
  Rules(const CnfFile& cnf, const Claim& claim, const Split& split)
      : clauses_(cnf), claim_(claim), split_(split), chunks_(chunks_of(claim)) {
    const std::size_t steps = split.rounds.size();
    if (chunks_.size() * (claim.nodes + claim.links.size()) * (steps + 1) > kMostVariables) {
      throw FileError("{}: the instance is too large to check", cnf.file);
    }
  }

  void make() {
    for (const Chunk& chunk : chunks_) {
      make_ends(chunk);
      for (std::size_t step = 1; step <= split_.rounds.size(); ++step) {
        make_arrivals(chunk, step);
        for (const Link& link : claim_.links) {  // rule 4
          clauses_.add({-over(chunk, link, step), at(chunk, link.from, step - 1)});
        }
      }
    }
    for (std::size_t step = 1; step <= split_.rounds.size(); ++step) {
      for (const Link& link : claim_.links) {
        make_capacity(link, step);
      }
    }
  }

  void compare() const { clauses_.compare(); }

 private:
  int at(const Chunk& chunk, std::uint32_t node, std::size_t step) const {
    return clauses_.variable(fmt::format("chunk {} at {} by step {}", chunk.name, node, step));
  }
  int over(const Chunk& chunk, const Link& link, std::size_t step) const {
    return clauses_.variable(
        fmt::format("chunk {} over {}>{} in step {}", chunk.name, link.from, link.to, step));
  }

  /// Rules 1 and 2.
  void make_ends(const Chunk& chunk) {
    for (std::uint32_t node = 0; node < claim_.nodes; ++node) {
      const int sign = node == chunk.origin ? 1 : -1;
      clauses_.add({sign * at(chunk, node, 0)});
    }
    for (const std::uint32_t node : chunk.destinations) {
      clauses_.add({at(chunk, node, split_.rounds.size())});
    }
  }

  /// Rule 3.
  void make_arrivals(const Chunk& chunk, std::size_t step) {
    for (std::uint32_t node = 0; node < claim_.nodes; ++node) {
      Clause clause{-at(chunk, node, step), at(chunk, node, step - 1)};
      for (const Link& link : claim_.links) {
        if (link.to == node) {
          clause.push_back(over(chunk, link, step));
        }
      }
      clauses_.add(clause);
    }
  }

  /// Rule 5.
  void make_capacity(const Link& link, std::size_t step) {
    std::vector<int> inputs;
    for (const Chunk& chunk : chunks_) {
      inputs.push_back(over(chunk, link, step));
    }
    clauses_.add_at_most(inputs, std::size_t{link.chunks} * split_.rounds[step - 1],
                         [&](std::size_t least, std::size_t begin, std::size_t end) {
                           return fmt::format("{} or more of chunks {} to {} over {}>{} in step {}",
                                              least, chunks_[begin].name, chunks_[end - 1].name,
                                              link.from, link.to, step);
                         });
  }

  RuleClauses clauses_;
  const Claim& claim_;
  const Split& split_;
  std::vector<Chunk> chunks_;
};

}  // namespace

void check_rules(const CnfFile& cnf, const Claim& claim, const Split& split) {
  Rules rules(cnf, claim, split);
  rules.make();
  rules.compare();
}

}  // namespace flitcast::proof
