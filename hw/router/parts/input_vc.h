#pragma once

#include <cstdint>

#include "hw/cache_line.h"
#include "hw/link/link.h"
#include "hw/types.h"
#include "hw/waits.h"

namespace flitcast {

/// An output virtual channel of a router.
struct alignas(32) OutputVc {
  VirtualChannel* channel = nullptr;
  Link* link = nullptr;
  Cycle free_at = 0;  ///< from here on the next worm may take it, unless held
  PortId port = 0;
  bool held = true;  ///< by a worm; unattached ones for ever
  std::uint16_t vc = 0;
  std::uint16_t unit = 0;

  bool is_free(Cycle now) const { return !held && free_at <= now; }
};
static_assert(sizeof(OutputVc) == 32, "within a cache line");

/// An input virtual channel of a router, and how far the worm in front of it has come.
struct alignas(kCacheLine) InputVc {
  static constexpr Cycle kNotBlocked = -1;

  VirtualChannel* channel = nullptr;
  Link* link = nullptr;
  OutputVc* out = nullptr;            ///< held by the worm in passage
  OutputVc* absorb_out = nullptr;     ///< local output that takes a copy (IRC)
  Cycle eligible = 0;                 ///< the header in front may not leave before
  Cycle blocked_since = kNotBlocked;  ///< the flit in front has been ready since then
  std::uint32_t more_units = 0;       ///< see CandidateUnits
  std::uint16_t unit = 0;             ///< output unit that the header in front prefers
  std::uint16_t candidates = 0;       ///< units that it may take; 0 = it has not been routed
  std::uint32_t absorbed = 0;         ///< flits from the front of the channel that were copied
  std::uint16_t hops = 0;             ///< of the worm, up to the address that was stripped
  PortId port = 0;
  WaitCause blocked_by = WaitCause::kContention;

  bool routed() const { return candidates != 0; }
  bool blocked() const { return blocked_since != kNotBlocked; }
  /// A copy of the worm is being taken, or has been.
  bool copied() const { return absorb_out != nullptr || absorbed > 0; }
};
static_assert(sizeof(InputVc) == 64, "a cache line");

}  // namespace flitcast
