#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "tb/explore/choose/choose_request.h"

namespace flitcast::explore {

/// Cycles of what cannot be played.
inline constexpr Cycle kNever = std::numeric_limits<Cycle>::max();

/// One form of a row in one scenario, with what theory says of it.
struct Candidate {
  const Row* row;
  KeyValues keys;            ///< traffic.algorithm and the parameters that are looked for
  std::string name;          ///< "aas-hc-multiphase, partition 2,4"
  std::string outside = {};  ///< "ports, switching": what of its hardware it is not written for
  int vcs = 1;               ///< that it is played with
  int vc_classes = 1;        ///< that routing divides them into, as datelines do
  Cycle buffer_flits = 0;    ///< likewise; 0: as many as its packets need
  bool closed_form =
      false;  ///< otherwise the sum over the rounds, at some sizes, and lines between
  /// By the place of the size in ChooseRequest::sizes; kNever where it cannot be played.
  std::vector<Cycle> predicted = {};

  /// The smallest size that it can be played with; sizes.size() for none.
  std::size_t first_playable() const;
};

/// The configuration of a candidate at a size.
RawConfig config_of(const Scenario& scenario, const Candidate& candidate, std::uint32_t size);

/// Whether a row refuses the network itself, whatever the size, by what it says or by the key.
bool refuses_network(const std::string& refusal);

/// A row's form in a scenario. Where there is no closed form the rounds of schedules are added up
/// at a scan of the sizes that it can be played with. Throws ConfigError where it is no candidate,
/// which says why; RowError.
Candidate candidate_of(const Row& row, const KeyValues& choice, const Scenario& scenario,
                       const std::vector<std::uint32_t>& sizes);

/// Whether the row takes that size, which may be none of the request's.
bool can_be_played(const Scenario& scenario, const Candidate& candidate, std::uint32_t size);

/// Cycles that the operation takes at least, whatever the algorithm.
Cycle lower_bound_of(const Scenario& scenario, const Candidate& candidate, std::uint32_t size);

/// Whether in its schedule no message waits for another, and none chooses its way. Throws
/// ConfigError where it cannot be played after all.
bool is_link_disjoint(const Scenario& scenario, const Candidate& candidate, std::uint32_t size);

}  // namespace flitcast::explore
