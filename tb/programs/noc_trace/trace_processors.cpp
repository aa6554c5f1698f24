#include "tb/programs/noc_trace/trace_processors.h"

#include <algorithm>

#include <fmt/format.h>

#include "tb/text/shown_text.h"

namespace flitcast {

std::uint32_t tile_at(const ChipLayout& chip, const NocCoordinates& at, std::uint64_t number) {
  if (at.x < 0 || at.y < 0) {
    throw NocFault(number, "has no {}", at.x < 0 ? at.x_name : at.y_name);
  }
  if (at.x >= chip.columns || at.y >= chip.rows) {
    throw NocFault(number, "{}, {} are {}, {}, which is no tile of {} x {}", at.x_name, at.y_name,
                   at.x, at.y, chip.columns, chip.rows);
  }
  return static_cast<std::uint32_t>(at.x + chip.columns * at.y);
}

TraceProcessors::Own& TraceProcessors::of(const NocEvent& event, std::uint64_t number) {
  const std::uint32_t tile = tile_at(chip_, {"sx", event.sx, "sy", event.sy}, number);
  check_device(event, number);
  const auto next = static_cast<std::uint32_t>(all_.size());
  const auto [found, is_new] = by_name_.try_emplace({tile, event.processor}, next);
  if (is_new) {
    const auto place = std::count_if(all_.begin(), all_.end(), [&](const Own& each) {
      return each.processor.actor().tile == tile;
    });
    all_.push_back({TraceProcessor(
        fmt::format("{}-{} {}", event.sx, event.sy, printable_line(event.processor)), tile,
        static_cast<std::uint16_t>(place), beginning_)});
  }
  Own& own = all_[found->second];
  if (event.noc >= 0) {
    own.processor.use(static_cast<std::uint32_t>(event.noc));
  } else if (event.deed != NocDeed::kSoftware) {
    throw NocFault(number, "has no noc");
  }
  return own;
}

void TraceProcessors::check_device(const NocEvent& event, std::uint64_t number) {
  device_ = device_ < 0 ? event.device : device_;
  for (const std::int64_t device : {event.device, event.to_device}) {
    if (device >= 0 && device != device_) {
      throw NocFault(number, "is of chip {}, and the first of {}; there is one chip", device,
                     device_);
    }
  }
}

}  // namespace flitcast
