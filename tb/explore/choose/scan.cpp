#include "tb/explore/choose/scan.h"

namespace flitcast {

std::vector<std::size_t> scan_of(const std::vector<std::size_t>& places,
                                 const std::vector<std::uint32_t>& sizes) {
  constexpr std::uint64_t kFactor = 4;
  std::vector<std::size_t> scan;
  for (const std::size_t at : places) {
    if (scan.empty() || sizes[at] >= kFactor * sizes[scan.back()]) {
      scan.push_back(at);
    }
  }
  if (!scan.empty() && scan.back() != places.back()) {
    scan.push_back(places.back());
  }
  return scan;
}

}  // namespace flitcast
