#pragma once

#include <cstddef>
#include <cstdint>

#include "hw/mixed.h"
#include "hw/routing_relation.h"
#include "hw/types.h"

namespace flitcast {

/// Which of several ways a header tries first. Ways into escape classes come after the others in
/// any case.
enum class Selection {
  kFixed,   ///< in the order of preference of the relation
  kRandom,  ///< in an order that is drawn for every header at every router
  /// The way with most credits: free buffer slots behind it, of all the virtual channels there that
  /// the header may take and no worm holds, as it asks for one; of several the preferred one. It is
  /// MAX-CREDIT of Vaidya, Sivasubramaniam and Das, "LAPSES: a recipe for high performance adaptive
  /// router design", HPCA 1999.
  kCredits,
};

/// Takes small numbers one by one out of 64 even bits: they are the digits of a fraction. As long
/// as the product of the bounds is up to 2^16, no number comes more than 2^-48 too often.
class EvenBits {
 public:
  explicit EvenBits(std::uint64_t bits) : fraction_(bits) {}

  /// Uniform in 0 … bound − 1; 1 <= bound <= 2^32.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t low = (fraction_ & 0xFFFFFFFFU) * bound;
    const std::uint64_t high = (fraction_ >> 32U) * bound + (low >> 32U);
    fraction_ = high << 32U | (low & 0xFFFFFFFFU);
    return high >> 32U;
  }

 private:
  std::uint64_t fraction_;
};

/// Puts the ways out of classes below `escapes` into an order that `bits` draw, the others after
/// them in the order that they have.
inline void shuffle(RouteCandidates& ways, int escapes, std::uint64_t bits) {
  RouteCandidates drawn;
  for (const RouteCandidate& way : ways) {
    if (way.vc_class >= escapes) {
      drawn.add(way);
    }
  }
  for (std::size_t left = drawn.size(); left > 1; --left) {
    drawn.swap(left - 1, EvenBits(bits).below(left));
    bits = mixed(bits, left, 0);
  }
  for (const RouteCandidate& way : ways) {
    if (way.vc_class < escapes) {
      drawn.add(way);
    }
  }
  ways = drawn;
}

}  // namespace flitcast
