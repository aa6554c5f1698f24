#pragma once

#include <cstdint>
#include <vector>

#include "traffic/load/load_settings.h"
#include "traffic/pattern/traffic_pattern.h"
#include "traffic/schedule/random.h"
#include "traffic/steady_state/load_result.h"

namespace flitcast {

/// The packets that a load has: by size, and by what they are for. Which of them a source creates
/// is drawn.
class PacketClasses {
 public:
  /// `trace`: the packets, where they are given; else null.
  PacketClasses(const LoadSettings& settings, const std::vector<TracePacket>* trace);

  const std::vector<LoadClass>& all() const { return all_; }
  std::uint32_t draw(SplitMix64& random) const {
    return below_.size() == 1 ? 0 : drawn(random.next());
  }
  /// The class of what answers requests of class `request`.
  std::uint32_t reply(std::uint32_t request) const {
    return request < writes_from_ ? first_reply_ : first_reply_ + 1;
  }
  /// The class of a trace's packet.
  std::uint32_t of_size(std::uint32_t flits) const;

 private:
  std::uint32_t drawn(std::uint64_t number) const;

  std::vector<LoadClass> all_;
  std::uint32_t first_reply_ = 0;
  std::uint32_t writes_from_ = 0;     // among the requests
  std::vector<std::uint64_t> below_;  // per class that is drawn, 2^53 in all
};

}  // namespace flitcast
