#include <algorithm>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>

#include <flitcast/systemc/address_map.h>

namespace flitcast::systemc {
namespace {

using Range = AddressMap::Range;

std::uint64_t last(const Range& range) {
  return range.first + (range.size - 1);
}

std::string text(const Range& range) {
  std::ostringstream out;
  out << std::hex << "0x" << range.first << " to 0x" << last(range) << std::dec << " of node "
      << range.node;
  return out.str();
}

}  // namespace

AddressMap::AddressMap(std::vector<Range> ranges) : ranges_(std::move(ranges)) {
  if (ranges_.empty()) {
    throw std::invalid_argument("address map: there is no range");
  }
  for (const Range& range : ranges_) {
    if (range.size == 0) {
      throw std::invalid_argument("address map: the range of node " + std::to_string(range.node) +
                                  " is empty");
    }
    if (range.size - 1 > std::numeric_limits<std::uint64_t>::max() - range.first) {
      throw std::invalid_argument("address map: the range of node " + std::to_string(range.node) +
                                  " goes on after the last address");
    }
  }
  std::sort(ranges_.begin(), ranges_.end(),
            [](const Range& a, const Range& b) { return a.first < b.first; });
  for (std::size_t i = 1; i < ranges_.size(); ++i) {
    const Range& before = ranges_[i - 1];
    const Range& range = ranges_[i];
    if (range.first <= last(before)) {
      throw std::invalid_argument("address map: " + text(before) + " and " + text(range) +
                                  " overlap");
    }
  }
}

std::optional<std::size_t> AddressMap::find(std::uint64_t address) const {
  const auto after =
      std::upper_bound(ranges_.begin(), ranges_.end(), address,
                       [](std::uint64_t value, const Range& range) { return value < range.first; });
  if (after == ranges_.begin() || address > last(*(after - 1))) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(after - ranges_.begin()) - 1;
}

}  // namespace flitcast::systemc
