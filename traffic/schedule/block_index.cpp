#include "traffic/schedule/block_index.h"

#include <algorithm>

namespace flitcast {

BlockIndex::BlockIndex(std::vector<Pair> pairs, std::uint32_t parts)
    : parts_(parts), pairs_(std::move(pairs)) {
  sorted_.reserve(pairs_.size());
  for (const Pair& pair : pairs_) {
    sorted_.emplace_back(pair, static_cast<std::uint32_t>(sorted_.size()));
  }
  std::sort(sorted_.begin(), sorted_.end());
}

std::size_t BlockIndex::find_pair(const Block& block) const {
  const Pair pair(static_cast<std::uint32_t>(block.origin),
                  static_cast<std::uint32_t>(block.final));
  const auto part = static_cast<std::uint32_t>(block.part);
  const auto found =
      std::lower_bound(sorted_.begin(), sorted_.end(), std::make_pair(pair, std::uint32_t{0}));
  if (found == sorted_.end() || found->first != pair || part >= parts_) {
    return kUnknown;
  }
  return std::size_t{found->second} * parts_ + part;
}

Block BlockIndex::operator[](std::size_t i) const {
  const auto pair = static_cast<NodeId>(i / parts_);
  const auto part = static_cast<std::uint32_t>(i % parts_);
  if (!pairs_.empty()) {
    return make_block(pairs_[pair].first, pairs_[pair].second, part);
  }
  return make_block(origins_.first + pair / finals_.count, finals_.first + pair % finals_.count,
                    part);
}

}  // namespace flitcast
