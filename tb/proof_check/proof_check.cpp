#include "tb/proof_check/proof_check.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "tb/proof_check/bare_rules.h"
#include "tb/proof_check/claim.h"
#include "tb/proof_check/count_check.h"
#include "tb/proof_check/lrat_check.h"
#include "tb/proof_check/schedule_replay.h"
#include "tb/proof_check/worm_clauses.h"
#include "tb/proof_check/worm_count.h"
#include "tb/system/file_error.h"
#include "tb/text/text_columns.h"

namespace flitcast::proof {
namespace {

using Rounds = std::vector<std::uint32_t>;

/// The first way to have so many rounds in so many steps, one or more in each, that is not among
/// these; empty when all are.
Rounds left_out(const std::set<Rounds>& splits, std::uint32_t steps, std::uint32_t rounds) {
  Rounds split(steps, 1);
  split.back() += rounds - steps;
  while (splits.count(split) > 0) {
    // The last step with several rounds leaves one to the step before, and the others to the end.
    const auto several =
        std::find_if(split.rbegin(), split.rend(), [](std::uint32_t number) { return number > 1; });
    if (several == split.rend() || several + 1 == split.rend()) {
      return {};
    }
    ++*(several + 1);
    const std::uint32_t others = std::exchange(*several, 1) - 1;
    split.back() = others;
  }
  return split;
}

void check_splits(const Claim& claim, const std::string& file) {
  std::set<Rounds> splits;
  for (const Split& split : claim.reason.splits) {
    if (split.rounds.size() != claim.steps ||
        std::accumulate(split.rounds.begin(), split.rounds.end(), 0U) != claim.rounds) {
      throw FileError("{}: splits: {} are not {} in {}", file, fmt::join(split.rounds, "+"),
                      count_of(claim.rounds, "round"), count_of(claim.steps, "step"));
    }
    if (!splits.insert(split.rounds).second) {
      throw FileError("{}: splits: {} is there twice", file, fmt::join(split.rounds, "+"));
    }
  }
  if (claim.rounds < claim.steps) {
    throw FileError("{}: {} rounds in {} steps; each has one or more", file, claim.rounds,
                    claim.steps);
  }
  const Rounds missing = left_out(splits, claim.steps, claim.rounds);
  if (!missing.empty()) {
    throw FileError("{}: splits: {} is left out", file, fmt::join(missing, "+"));
  }
}

/// Plays the schedule beside the certificate. One of steps, each with several rounds, has none, and
/// sums are not played.
void check_schedule(const Claim& claim, const std::string& folder, Proved& proved) {
  const std::string file = folder + "/schedule.json";
  std::error_code error;
  if (!std::filesystem::exists(file, error) || claim.operation == "all-reduce" ||
      (!claim.worms && claim.steps > 0 && claim.steps != claim.rounds)) {
    return;
  }
  proved.schedule = replay(file, claim);
  if (*proved.schedule <= claim.rounds) {
    throw FileError("{}: has {} rounds, which are proved to be too few", file, *proved.schedule);
  }
  proved.optimal = *proved.schedule == std::uint64_t{claim.rounds} + 1;
}

std::string refutation_of(const Claim& claim, const Split& split, const std::string& folder) {
  const std::string path = folder + "/" + split.files;
  const CnfFile cnf = read_cnf(path + ".cnf");
  claim.worms ? check_worm_rules(cnf, claim) : check_rules(cnf, claim, split);
  const std::size_t lines = check_lrat(path + ".lrat", cnf);
  return fmt::format("{}, refuted in {}", count_of(cnf.clauses.size(), "clause"),
                     count_of(lines, "line"));
}

std::string check_refutations(const Claim& claim, const std::string& folder,
                              const std::string& file) {
  check_splits(claim, file);
  std::string text = claim.worms ? "by " : "by all rounds of steps:";
  for (const Split& split : claim.reason.splits) {
    text += claim.worms ? "" : fmt::format("\n  {} rounds: ", fmt::join(split.rounds, "+"));
    text += refutation_of(claim, split, folder);
  }
  return text;
}

}  // namespace

Proved check_certificate(const std::string& folder) {
  const std::string file = folder + "/certificate.json";
  const Claim claim = read_claim(file);
  Proved proved;
  proved.instance = in_words(claim);
  proved.refuted = count_of(claim.rounds, "round");
  proved.milliseconds = claim.milliseconds;
  if (claim.reason.kind == "formulas") {
    proved.reason = check_refutations(claim, folder, file);
    if (!claim.worms) {
      proved.refuted = fmt::format("{} and {}", count_of(claim.steps, "step"), proved.refuted);
    }
  } else {
    proved.reason = claim.worms ? "as " + check_worm_count(claim, file) : check_count(claim, file);
  }
  check_schedule(claim, folder, proved);
  return proved;
}

std::string in_words(const Proved& proved) {
  std::string text = fmt::format("proved: no {} ends within {}; {}\n", proved.instance,
                                 proved.refuted, proved.reason);
  if (proved.schedule) {
    text += fmt::format("schedule.json ends after {}{}\n", count_of(*proved.schedule, "round"),
                        proved.optimal ? ": optimal" : "");
  }
  return text;
}

}  // namespace flitcast::proof
