#pragma once

#include <string>
#include <string_view>

#include "hw/topology/topology.h"
#include "tb/certificates/certificate_folder.h"
#include "traffic/optimal/counting_bounds.h"
#include "traffic/satisfiability/hop_search.h"
#include "traffic/worms/worm_search.h"

namespace flitcast {

inline constexpr std::string_view kCertificateSchema = "flitcast.certificate/2";

// Why there is no such schedule, for `flitcast verify-proof`: certificate.json with machine, claim
// and reason. Where `network` has a name that the checker knows, and the links, and ways of worms,
// are those of it, certificates say the name, and the checker makes them of it.

/// With each split of the rounds, as rounds-1-3, clauses of its HopFormula (.cnf) that cannot all
/// hold, and why (.lrat), packed by bzip2 where they are long. Throws ProofError for a proof that
/// is none.
Certificate certificate_of(const HopRefutation& refutation, const Topology* network = nullptr);

/// The same of all schedules with less rounds than the bound says, for nodes with so many ports.
Certificate certificate_of(const HopInstance& instance, const CountingBound& bound, int ports,
                           Duplex duplex, const Topology* network = nullptr);

/// What is known of the fewest rounds of worms.
struct WormProof {
  const WormInstance& instance;
  const FewestRounds& fewest;
  std::uint64_t milliseconds;  ///< that the search took
  std::string schedule;        ///< the file with the schedule, schedule.json; empty for none
  const Topology* network = nullptr;
};

/// The same of worms, with a formula (rounds-2.cnf) and why its clauses cannot all hold
/// (rounds-2.lrat) where nothing can be counted.
Certificate certificate_of(const WormProof& proof);

}  // namespace flitcast
