#include "tb/proof_check/bare_rules.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "tb/system/file_error.h"

namespace flitcast::proof {
namespace {

constexpr std::size_t kMostVariables = 20'000'000;

class Rules {
 public:
  Rules(const CnfFile& cnf, const Claim& claim, const Split& split)
      : cnf_(cnf), claim_(claim), split_(split), chunks_(chunks_of(claim)) {
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
          add({-over(chunk, link, step), at(chunk, link.from, step - 1)});
        }
      }
    }
    for (std::size_t step = 1; step <= split_.rounds.size(); ++step) {
      for (const Link& link : claim_.links) {
        make_capacity(link, step);
      }
    }
  }

  void compare() const {
    for (std::size_t each = 0; each < cnf_.clauses.size(); ++each) {
      if (made_.count(cnf_.clauses[each]) == 0) {
        throw FileError("{}:{}: no rule makes this clause", cnf_.file, cnf_.lines[each]);
      }
    }
  }

 private:
  /// 0 for what no variable of the file means.
  int variable(const std::string& meaning) const {
    const auto found = cnf_.variables.find(meaning);
    return found == cnf_.variables.end() ? 0 : found->second;
  }
  int at(const Chunk& chunk, std::uint32_t node, std::size_t step) const {
    return variable(fmt::format("chunk {} at {} by step {}", chunk.name, node, step));
  }
  int over(const Chunk& chunk, const Link& link, std::size_t step) const {
    return variable(
        fmt::format("chunk {} over {}>{} in step {}", chunk.name, link.from, link.to, step));
  }

  /// Where the file has all its variables.
  void add(Clause clause) {
    std::sort(clause.begin(), clause.end());
    if (std::count(clause.begin(), clause.end(), 0) == 0) {
      made_.insert(std::move(clause));
    }
  }

  /// Rules 1 and 2.
  void make_ends(const Chunk& chunk) {
    for (std::uint32_t node = 0; node < claim_.nodes; ++node) {
      const int sign = node == chunk.origin ? 1 : -1;
      add({sign * at(chunk, node, 0)});
    }
    for (const std::uint32_t node : chunk.destinations) {
      add({at(chunk, node, split_.rounds.size())});
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
      add(clause);
    }
  }

  /// Rule 5.
  void make_capacity(const Link& link, std::size_t step) {
    const std::size_t most = std::size_t{link.chunks} * split_.rounds[step - 1];
    if (chunks_.size() > most) {
      count(link, step, 0, chunks_.size(), most + 1);
    }
  }

  /// "`least` or more of the chunks from `begin` to before `end` go over the link in the step."
  int counted(const Link& link, std::size_t step, std::size_t begin, std::size_t end,
              std::size_t least) const {
    if (end - begin == 1) {
      return over(chunks_[begin], link, step);
    }
    return variable(fmt::format("{} or more of chunks {} to {} over {}>{} in step {}", least,
                                chunks_[begin].name, chunks_[end - 1].name, link.from, link.to,
                                step));
  }

  /// If i of the first half and j of the second go over the link, then i + j of all do: so many are
  /// `beyond` what it carries for all chunks, and are counted elsewhere.
  void count(const Link& link, std::size_t step, std::size_t begin, std::size_t end,
             std::size_t beyond) {
    if (end - begin < 2) {
      return;
    }
    const std::size_t middle = begin + (end - begin) / 2;
    count(link, step, begin, middle, beyond);
    count(link, step, middle, end, beyond);
    const bool all = end - begin == chunks_.size();
    for (std::size_t i = 0; i <= std::min(middle - begin, beyond); ++i) {
      for (std::size_t j = 0; j <= std::min(end - middle, beyond - i); ++j) {
        if (i + j == 0 || (all && i + j < beyond)) {
          continue;
        }
        Clause clause;
        if (i > 0) {
          clause.push_back(-counted(link, step, begin, middle, i));
        }
        if (j > 0) {
          clause.push_back(-counted(link, step, middle, end, j));
        }
        if (!all) {
          clause.push_back(counted(link, step, begin, end, i + j));
        }
        add(clause);
      }
    }
  }

  const CnfFile& cnf_;
  const Claim& claim_;
  const Split& split_;
  std::vector<Chunk> chunks_;
  std::set<Clause> made_;
};

}  // namespace

void check_rules(const CnfFile& cnf, const Claim& claim, const Split& split) {
  Rules rules(cnf, claim, split);
  rules.make();
  rules.compare();
}

}  // namespace flitcast::proof
