#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace flitcast::explore {

/// How much longer the first of two algorithms takes than the second, in cycles, at a value;
/// nothing at values that one of them cannot be played with.
using Difference = std::function<std::optional<std::int64_t>(std::int64_t value)>;

/// Where the faster of two becomes the slower one.
struct Crossing {
  std::int64_t last = 0;       ///< largest value at which the one is still faster
  std::int64_t first = 0;      ///< smallest value at which the other is faster
  bool first_leads = false;    ///< the first of the two is the one that is faster up to `last`
  bool equal_between = false;  ///< at values between the two they take as long
};

/// Crossings within a range, in ascending order.
struct Crossings {
  std::vector<std::int64_t> scanned;  ///< values that both can be played with, ascending
  std::vector<Crossing> found;
  /// Who is faster at the lowest scanned value where they differ: true = the first; nothing when
  /// they do not differ at any.
  std::optional<bool> first_leads;
  bool equal_somewhere = false;  ///< at a scanned value they take as long
};

/// Values to look at before bisecting: the ends of the range, and powers of 4 times the lower one
/// in between. 0 <= from <= to.
std::vector<std::int64_t> scan_values(std::int64_t from, std::int64_t to);

/// Of every value to scan that cannot be played, the nearest one that can, if any is near; the
/// others. Ascending, without repetition.
std::vector<std::int64_t> playable(const std::vector<std::int64_t>& scan,
                                   const std::function<bool(std::int64_t)>& can_play);

/// Looks at the scanned values, all playable, and bisects wherever the sign of the difference
/// changes from one to the next. Between two scanned values one crossing is assumed; of three, one
/// is found, and of two none.
Crossings find_crossings(const std::vector<std::int64_t>& scanned, const Difference& difference);

}  // namespace flitcast::explore
