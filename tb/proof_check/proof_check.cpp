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
  const Rounds missing = left_out(splits, claim.steps, claim.rounds);
  if (!missing.empty()) {
    throw FileError("{}: splits: {} is left out", file, fmt::join(missing, "+"));
  }
}

/// The rules of a schedule; one of steps, each with several rounds, has none.
ReplayRules rules_of(const Claim& claim) {
  ReplayRules rules;
  const bool apart = claim.operation == "scatter" || claim.operation == "all-to-all";
  std::map<Datum, std::int64_t> parts;
  for (const Chunk& chunk : chunks_of(claim)) {
    Datum datum{chunk.origin, apart ? std::int64_t{chunk.destinations.front()} : -1};
    datum.push_back(parts[datum]++);
    rules.data[datum] = {chunk.origin, {chunk.destinations.begin(), chunk.destinations.end()}};
  }
  for (const Link& link : claim.links) {
    rules.ways.insert({link.from, link.to});
    const auto ends = std::minmax(link.from, link.to);
    rules.carries[claim.half_duplex ? Ends(ends) : Ends(link.from, link.to)] = link.chunks;
  }
  rules.by_data = true;
  rules.ports = claim.ports;
  rules.half_duplex = claim.half_duplex;
  return rules;
}

ReplayRules rules_of(const WormClaim& claim) {
  ReplayRules rules;
  rules.members = true;
  rules.straight = !spreads(claim);
  if (rules.straight) {
    for (const auto& [from, to] : pairs(claim)) {
      rules.data[{from, to, 0}] = {from, {to}};
    }
  } else {
    for (const std::uint32_t origin : tellers(claim)) {
      ReplayRules::Demand& demand = rules.data[{origin, -1, 0}];
      demand.origin = origin;
      for (std::uint32_t node = 0; node < claim.nodes; ++node) {
        if (node != origin && wants(claim, node)) {
          demand.destinations.insert(node);
        }
      }
    }
  }
  rules.ways.insert(claim.ways.begin(), claim.ways.end());
  for (const Way& way : claim.ways) {
    for (std::size_t step = 1; step < way.size(); ++step) {
      rules.carries[link_of(claim, way[step - 1], way[step])] = 1;
    }
  }
  rules.ports = claim.ports;
  rules.half_duplex = claim.half_duplex;
  rules.absorbs = claim.absorbs;
  rules.joined = claim.joined;
  return rules;
}

/// Plays the schedule beside a certificate that there is none with so many rounds.
void check_schedule(const std::string& folder, const ReplayRules& rules, std::uint32_t rounds,
                    Proved& proved) {
  const std::string file = folder + "/schedule.json";
  std::error_code error;
  if (!std::filesystem::exists(file, error)) {
    return;
  }
  proved.schedule = replay(file, rules);
  if (*proved.schedule <= rounds) {
    throw FileError("{}: has {} rounds, which are proved to be too few", file, *proved.schedule);
  }
  proved.optimal = *proved.schedule == std::uint64_t{rounds} + 1;
}

std::string refutation_of(const CnfFile& cnf, const std::string& path) {
  const std::size_t lines = check_lrat(path + ".lrat", cnf);
  return fmt::format("{}, refuted in {}", count_of(cnf.clauses.size(), "clause"),
                     count_of(lines, "line"));
}

std::string refutations_of(const Claim& claim, const std::string& folder) {
  std::string text;
  for (const Split& split : claim.splits) {
    const std::string path = folder + "/" + split.files;
    const CnfFile cnf = read_cnf(path + ".cnf");
    check_rules(cnf, claim, split);
    text +=
        fmt::format("\n  {} rounds: {}", fmt::join(split.rounds, "+"), refutation_of(cnf, path));
  }
  return text;
}

Proved check_hops(const std::string& folder, const std::string& file) {
  const Claim claim = read_claim(file);
  Proved proved;
  proved.instance = in_words(claim);
  if (claim.count) {
    proved.refuted = count_of(claim.rounds, "round");
    proved.reason = check_count(claim, file);
  } else {
    check_splits(claim, file);
    proved.refuted =
        fmt::format("{} and {}", count_of(claim.steps, "step"), count_of(claim.rounds, "round"));
    proved.reason = "by all rounds of steps:" + refutations_of(claim, folder);
  }
  if ((claim.count || claim.steps == claim.rounds) && claim.operation != "all-reduce") {
    check_schedule(folder, rules_of(claim), claim.rounds, proved);
  }
  return proved;
}

Proved check_worms(const std::string& folder, const std::string& file) {
  const WormClaim claim = read_worm_claim(file);
  Proved proved;
  proved.instance = in_words(claim);
  proved.refuted = count_of(claim.rounds, "round");
  proved.milliseconds = claim.milliseconds;
  if (claim.reason == WormReason::kFormula) {
    const std::string path = folder + "/" + claim.files;
    const CnfFile cnf = read_cnf(path + ".cnf");
    check_rules(cnf, claim);
    proved.reason = "by " + refutation_of(cnf, path);
  } else {
    proved.reason = "as " + check_count(claim, file);
  }
  check_schedule(folder, rules_of(claim), claim.rounds, proved);
  return proved;
}

}  // namespace

Proved check_certificate(const std::string& folder) {
  const std::string hops = folder + "/certificate.json";
  const std::string worms = folder + "/worms.json";
  std::error_code error;
  if (!std::filesystem::exists(worms, error)) {
    return check_hops(folder, hops);
  }
  if (std::filesystem::exists(hops, error)) {
    throw FileError("{}: it has certificate.json and worms.json; one of them is another's", folder);
  }
  return check_worms(folder, worms);
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
