#include "tb/proof_check/proof_check.h"

#include <numeric>
#include <set>

#include <fmt/format.h>

#include "tb/proof_check/bare_rules.h"
#include "tb/proof_check/claim.h"
#include "tb/proof_check/count_check.h"
#include "tb/proof_check/lrat_check.h"
#include "tb/system/file_error.h"
#include "tb/text/text_columns.h"

namespace flitcast::proof {
namespace {

using Rounds = std::vector<std::uint32_t>;

/// A way to have so many rounds in so many steps, one or more in each, that is not among these;
/// empty when all are.
Rounds left_out(const std::set<Rounds>& splits, Rounds begin, std::uint32_t steps,
                std::uint32_t rounds) {
  const std::uint32_t first = steps == 1 ? rounds : 1;
  for (std::uint32_t next = first; next + steps - 1 <= rounds; ++next) {
    begin.push_back(next);
    if (steps == 1) {
      return splits.count(begin) > 0 ? Rounds() : begin;
    }
    Rounds found = left_out(splits, begin, steps - 1, rounds - next);
    if (!found.empty()) {
      return found;
    }
    begin.pop_back();
  }
  return {};
}

void check_splits(const Claim& claim, const std::string& file) {
  std::set<Rounds> splits;
  for (const Split& split : claim.splits) {
    if (split.rounds.size() != claim.steps ||
        std::accumulate(split.rounds.begin(), split.rounds.end(), 0U) != claim.rounds) {
      throw FileError("{}: splits: {} are not {} rounds in {} steps", file,
                      fmt::join(split.rounds, "+"), claim.rounds, claim.steps);
    }
    if (!splits.insert(split.rounds).second) {
      throw FileError("{}: splits: {} is there twice", file, fmt::join(split.rounds, "+"));
    }
  }
  if (claim.rounds < claim.steps) {
    throw FileError("{}: {} rounds in {} steps; each has one or more", file, claim.rounds,
                    claim.steps);
  }
  const Rounds missing = left_out(splits, {}, claim.steps, claim.rounds);
  if (!missing.empty()) {
    throw FileError("{}: splits: {} is left out", file, fmt::join(missing, "+"));
  }
}

}  // namespace

std::string check_certificate(const std::string& folder) {
  const std::string file = folder + "/certificate.json";
  const Claim claim = read_claim(file);
  if (claim.count) {
    return fmt::format("proved: no {} ends within {}; {}\n", in_words(claim),
                       count_of(claim.rounds, "round"), check_count(claim, file));
  }
  check_splits(claim, file);
  std::string splits;
  for (const Split& split : claim.splits) {
    const std::string path = folder + "/" + split.files;
    const CnfFile cnf = read_cnf(path + ".cnf");
    check_rules(cnf, claim, split);
    const std::size_t lines = check_lrat(path + ".lrat", cnf);
    splits += fmt::format("  {} rounds: {}, refuted in {}\n", fmt::join(split.rounds, "+"),
                          count_of(cnf.clauses.size(), "clause"), count_of(lines, "line"));
  }
  return fmt::format("proved: no {} ends within {} and {}; by all rounds of steps:\n{}",
                     in_words(claim), count_of(claim.steps, "step"),
                     count_of(claim.rounds, "round"), splits);
}

}  // namespace flitcast::proof
