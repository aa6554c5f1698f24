#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tb/config/ini/raw_config.h"
#include "tb/config/keys/config_keys.h"

namespace flitcast::explore {

/// A key that is swept, with its values: checked one by one, names of several algorithms replaced
/// by these, names of data files as every process finds them.
struct SweepList {
  const ConfigKey* key;
  std::vector<std::string> values;
  SourceLocation place;
};

/// A [sweep] section: its lists, and which of them run together.
class SweepLists {
 public:
  /// Throws ConfigError naming the place.
  explicit SweepLists(const std::vector<SweepEntry>& entries);

  const std::vector<SweepList>& lists() const { return lists_; }
  /// Of combinations. Throws ConfigError where there are more than kMostPoints.
  std::size_t count() const;
  /// Those of the combination with that number, one per list: the last list varies fastest, zipped
  /// lists stand where the first of them does.
  std::vector<std::string> values_of(std::size_t number) const;
  /// How many different values each list has; of lists that run together, those with fewer than
  /// another, or that come later, have 0: their values follow from its.
  std::vector<std::size_t> different_values() const;
  /// skip = unfit: points that cannot be run are left out.
  bool skips_unfit() const { return skips_unfit_; }

 private:
  /// Lists that run together: one, or those of a zip.
  using Axis = std::vector<std::size_t>;

  void add_list(const SweepEntry& entry);
  std::vector<Axis> read_zip(const SweepEntry& entry) const;
  Axis read_group(std::string_view text) const;
  void set_axes(const std::vector<Axis>& groups);

  std::vector<SweepList> lists_;
  std::vector<Axis> axes_;
  bool skips_unfit_ = false;
};

/// A data file as every process finds it; `folder` is where a relative name counts from. Throws
/// ValueError for a name that no result can hold.
std::string lasting_name(const std::string& folder, const std::string& file);

/// The most points that a sweep may have.
inline constexpr std::size_t kMostPoints = 1'000'000;

/// The values of a list in a [sweep] section, in its order: items separated by commas, each a
/// value, a range of numbers ("4..10"; "0..100 +10" or "0.1..0.4 +0.05" in steps; "1..1024 x2" by
/// factors; its end belongs to it if it is hit), or a value that has commas itself, in parentheses.
/// What the values mean is not looked at. Throws ValueError (config_value.h).
std::vector<std::string> parse_sweep_values(std::string_view text);

}  // namespace flitcast::explore
