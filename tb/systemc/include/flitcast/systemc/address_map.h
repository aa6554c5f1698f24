#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace flitcast::systemc {

/// Which addresses are of which memory.
class AddressMap {
 public:
  struct Range {
    std::uint64_t first;
    std::uint64_t size;  ///< bytes
    std::uint32_t node;  ///< where the memory is
  };

  /// Ranges in any order. Throws std::invalid_argument that names the ranges where two overlap, or
  /// one is empty or goes on after the last address.
  explicit AddressMap(std::vector<Range> ranges);

  /// By address.
  const std::vector<Range>& ranges() const { return ranges_; }
  /// Number of the range that an address is in; nothing where it is in none.
  std::optional<std::size_t> find(std::uint64_t address) const;

 private:
  std::vector<Range> ranges_;
};

}  // namespace flitcast::systemc
