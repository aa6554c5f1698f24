#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string_view>

#include "hw/types.h"

namespace flitcast {

/// Why flits stand still although they are ready to go on.
enum class WaitCause : std::uint8_t {
  kContention,     ///< another worm holds the channel (half duplex: or its opposite)
  kCredit,         ///< the buffer behind the channel has no room
  kPort,           ///< another worm holds the node's port
  kSerialisation,  ///< other worms' flits have their turn on a shared channel or crossbar input
};
inline constexpr std::size_t kWaitCauses = 4;
/// Their names in results, by value. Columns, members and texts by cause are made from this list;
/// to add a cause, touch this file, where a router counts it, and what configs/schema says of it.
inline constexpr std::array<std::string_view, kWaitCauses> kWaitCauseNames{"contention", "credit",
                                                                           "port", "serialisation"};

/// Cycles waited, by cause.
class Waits {
 public:
  Cycle& operator[](WaitCause cause) { return cycles_[static_cast<std::size_t>(cause)]; }
  Cycle operator[](WaitCause cause) const { return cycles_[static_cast<std::size_t>(cause)]; }
  Waits& operator+=(const Waits& other) {
    for (std::size_t i = 0; i < kWaitCauses; ++i) {
      cycles_[i] += other.cycles_[i];
    }
    return *this;
  }
  /// By the value of the cause.
  const std::array<Cycle, kWaitCauses>& cycles() const { return cycles_; }
  Cycle total() const { return std::accumulate(cycles_.begin(), cycles_.end(), Cycle{0}); }

 private:
  std::array<Cycle, kWaitCauses> cycles_{};
};

}  // namespace flitcast
