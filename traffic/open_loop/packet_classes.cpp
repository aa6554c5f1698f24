#include "traffic/open_loop/packet_classes.h"

#include <algorithm>
#include <set>

namespace flitcast {
namespace {

constexpr unsigned kDrawBits = 53;

}  // namespace

PacketClasses::PacketClasses(const LoadSettings& settings, const std::vector<TracePacket>* trace) {
  if (trace != nullptr) {
    std::set<std::uint32_t> sizes;
    for (const TracePacket& packet : *trace) {
      sizes.insert(packet.flits);
    }
    for (const std::uint32_t flits : sizes) {
      all_.push_back({LoadClass::Kind::kPacket, flits});
    }
    return;
  }
  const std::vector<Weighted> one = {{1, 1}};
  const bool multicasts = !settings.destinations.empty();
  std::vector<double> weights;
  for (const Weighted& size : request_sizes(settings)) {
    for (const Weighted& copies : multicasts ? settings.destinations : one) {
      all_.push_back({multicasts                 ? LoadClass::Kind::kMulticast
                      : settings.reply_flits > 0 ? LoadClass::Kind::kRequest
                                                 : LoadClass::Kind::kPacket,
                      size.value, copies.value});
      weights.push_back(size.weight * copies.weight + (weights.empty() ? 0 : weights.back()));
    }
  }
  const auto draws = static_cast<double>(std::uint64_t{1} << kDrawBits);
  for (const double weight : weights) {
    below_.push_back(static_cast<std::uint64_t>(weight / weights.back() * draws));
  }
  first_reply_ = static_cast<std::uint32_t>(all_.size());
  writes_from_ = settings.writes > 0 ? 1 : first_reply_;
  for (const Weighted& size : reply_sizes(settings)) {
    all_.push_back({LoadClass::Kind::kReply, size.value});
  }
}

std::uint32_t PacketClasses::of_size(std::uint32_t flits) const {
  const auto found = std::lower_bound(
      all_.begin(), all_.end(), flits,
      [](const LoadClass& packets, std::uint32_t wanted) { return packets.flits < wanted; });
  return static_cast<std::uint32_t>(found - all_.begin());
}

std::uint32_t PacketClasses::drawn(std::uint64_t number) const {
  std::uint32_t place = 0;
  while (below_[place] <= number >> (64 - kDrawBits)) {
    ++place;
  }
  return place;
}

}  // namespace flitcast
