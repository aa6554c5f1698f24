#pragma once

#include <string>
#include <string_view>

#include "tb/certificates/certificate_folder.h"
#include "traffic/optimal/counting_bounds.h"
#include "traffic/satisfiability/hop_search.h"
#include "traffic/worms/worm_search.h"

namespace flitcast {

inline constexpr std::string_view kCertificateSchema = "flitcast.certificate/1";
/// In the model of worms.
inline constexpr std::string_view kWormsSchema = "flitcast.worms/1";

/// Why there is no such schedule, for `flitcast verify-proof`: certificate.json with instance,
/// claim and splits, and for each split, as rounds-1-3, clauses of its HopFormula (.cnf) that
/// cannot all hold, and why (.lrat), packed by bzip2 where they are long. Throws ProofError for a
/// proof that is none.
Certificate certificate_of(const HopRefutation& refutation);

/// The same of all schedules with less rounds than the bound says, for nodes with so many ports.
Certificate certificate_of(const HopInstance& instance, const CountingBound& bound, int ports,
                           Duplex duplex);

/// What is known of the fewest rounds of worms.
struct WormProof {
  const WormInstance& instance;
  const FewestRounds& fewest;
  std::uint64_t milliseconds;  ///< that the search took
  std::string schedule;        ///< the file with the schedule, schedule.json; empty for none
};

/// The same of worms: worms.json, with the formula (rounds-2.cnf) and why its clauses cannot all
/// hold (rounds-2.lrat) where nothing can be counted.
Certificate certificate_of(const WormProof& proof);

}  // namespace flitcast
