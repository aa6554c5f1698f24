#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace flitcast::proof {

/// What a certificate proves, and a schedule beside it.
struct Proved {
  std::string instance;  ///< "broadcast at node 0 on 16 nodes, 1 port, by worms along 240 ways"
  std::string refuted;   ///< within which there is none: "2 rounds"
  std::string reason;    ///< "as 18 worms go over link 0>1, once in a round"
  std::optional<std::uint64_t> schedule;  ///< the rounds of schedule.json, if that is there
  bool optimal = false;                   ///< it has one round more than is refuted
  std::uint64_t milliseconds = 0;         ///< that the search took, as the certificate says
};

/// Checks a certificate, a folder with certificate.json: that each formula has nothing but what the
/// rules of the operation make of the instance (bare_rules.h, worm_clauses.h), that it is refuted
/// (lrat_check.h), and that no way to split the rounds over the steps is left out; or that there is
/// as much to count as it says (worm_count.h). A schedule.json beside it is played by the same
/// rules. Throws FileError with the place of what is wrong.
Proved check_certificate(const std::string& folder);

/// "proved: no broadcast … ends within 2 rounds; as …", and what is known of the schedule.
std::string in_words(const Proved& proved);

}  // namespace flitcast::proof
