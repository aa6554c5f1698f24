#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <vector>

namespace flitcast {

/// Matches links to what each could carry, the best first: as many links as possible, none of them
/// to the same. Those with the fewest wishes choose first.
class LinkMatching {
 public:
  using Wishes = std::vector<std::vector<std::uint32_t>>;
  using Matched = std::vector<std::optional<std::uint32_t>>;

  explicit LinkMatching(const Wishes& wishes) : wishes_(wishes), matched_(wishes.size()) {}

  /// Of at most `most` links.
  Matched match(std::size_t most) {
    std::vector<std::size_t> order(wishes_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
      return wishes_[a].size() < wishes_[b].size();
    });
    for (const std::size_t link : order) {
      std::set<std::uint32_t> asked;
      if (owners_.size() < most) {
        settle(link, asked);
      }
    }
    return matched_;
  }

 private:
  /// Finds something for a link, for which others may have to change.
  bool settle(std::size_t link, std::set<std::uint32_t>& asked) {
    for (const std::uint32_t wish : wishes_[link]) {
      if (!asked.insert(wish).second) {
        continue;
      }
      const auto owner = owners_.find(wish);
      if (owner == owners_.end() || settle(owner->second, asked)) {
        owners_[wish] = link;
        matched_[link] = wish;
        return true;
      }
    }
    return false;
  }

  const Wishes& wishes_;
  std::map<std::uint32_t, std::size_t> owners_;
  Matched matched_;
};

}  // namespace flitcast
