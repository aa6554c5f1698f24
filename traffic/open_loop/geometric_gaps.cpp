#include "traffic/open_loop/geometric_gaps.h"

#include <stdexcept>

namespace flitcast {
namespace {

constexpr std::size_t kMostGaps = 4096;
constexpr double kTwoTo64 = 18446744073709551616.0;

/// The upper half of the product.
std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kLow = 0xFFFFFFFFU;
  const std::uint64_t low = (a & kLow) * (b & kLow) >> 32U;
  const std::uint64_t left = (a >> 32U) * (b & kLow) + low;
  const std::uint64_t right = (a & kLow) * (b >> 32U) + (left & kLow);
  return (a >> 32U) * (b >> 32U) + (left >> 32U) + (right >> 32U);
}

}  // namespace

GeometricGaps::GeometricGaps(double probability) {
  if (!(probability > 0 && probability <= 1)) {
    throw std::invalid_argument("a trial succeeds with a probability above 0, at most 1");
  }
  const double failing = (1 - probability) * kTwoTo64;
  const std::uint64_t factor =
      failing >= kTwoTo64 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(failing);
  beyond_.push_back(factor);
  while (beyond_.back() > 0 && beyond_.size() < kMostGaps) {
    beyond_.push_back(product(beyond_.back(), factor));
  }
  std::size_t gap = 0;
  for (std::size_t byte = first_.size(); byte-- > 0;) {
    const std::uint64_t largest = static_cast<std::uint64_t>(byte) << 56U | ((1ULL << 56U) - 1);
    while (gap + 1 < beyond_.size() && beyond_[gap] > largest) {
      ++gap;
    }
    first_[byte] = static_cast<std::uint16_t>(gap);
  }
}

}  // namespace flitcast
