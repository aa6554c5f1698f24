#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/config/config.h"
#include "tb/config/ini/raw_config.h"
#include "tb/explore/points/sweep_folder.h"
#include "tb/results/plain_result.h"

namespace flitcast::explore {

/// Names configurations by what they are.
class PointNamer {
 public:
  struct Name {
    std::string hash;     ///< 16 hexadecimal digits (tb/system/files/content_hash.h)
    std::string refusal;  ///< why the configuration cannot be played, or empty
    /// As resolve() makes it; nothing where it is refused.
    std::optional<Config> config = {};
  };
  /// Hash of every key with an effect on the run, defaults included, and of the content of its data
  /// files. What would follow from the schedule or the data (derived_keys) counts where it is
  /// given, and is "auto" where not: names are known before either. Of a configuration that cannot
  /// be resolved: of the keys it gives. A configuration without refusal may still be refused when
  /// it is run.
  Name name(const RawConfig& raw);

  /// True when a run of a configuration of that name may have come to the configuration `ran`, in
  /// which everything is given. False for one that cannot be played.
  bool may_have_become(const std::string& hash, const RawConfig& ran);

  /// The first key by which `ran` differs from what runs of `asked` come to, and how:
  /// "router.delay = 2, not 0". Empty when there is none. Throws ConfigError for what cannot be
  /// played.
  std::string difference(const RawConfig& asked, const RawConfig& ran);

 private:
  struct Setting {
    std::string_view key;
    std::string value;
  };
  std::vector<Setting> effective(const RawConfig& raw, const Config& config);
  const std::string& hash_of_file(const std::string& file);

  std::map<std::string, std::string> file_hashes_;
};

/// How a point stands.
enum class PointStatus {
  kMissing,  ///< not run yet
  kDone,
  kUnmet,      ///< it has a result, but an expectation is not met or the data is wrong
  kStuck,      ///< it has a result, of a run that gave up
  kFailed,     ///< it was run and has no result
  kUnfit,      ///< it cannot be run (SweepPoint::refusal)
  kPredicted,  ///< not run, but theory says what it would take
};

/// "missing", "done", "unmet", "stuck", "failed", "unfit", "predicted".
std::string_view to_string(PointStatus status);

/// True for a point that is to be run, now or again.
inline bool lacks_result(PointStatus status) {
  return status == PointStatus::kMissing || status == PointStatus::kFailed;
}

/// What is left of a result in a table.
struct PointResult {
  PointStatus status;
  /// Parameters by their keys, then measures (result_columns), without expectations.
  std::vector<ResultColumn> columns;
};

/// Reads the results of points. One counts only when its checksum is right, and its configuration
/// is one that a run of the point may have come to.
class PointReader {
 public:
  /// The folder must outlive it.
  explicit PointReader(const SweepFolder& folder) : folder_(folder) {}

  /// Nothing when there is no result that counts, or it was run with expectations other than
  /// `expectations` (Sweep::expectations).
  std::optional<PointResult> read(const std::string& point, const std::string& expectations);
  /// There is a result that counts, whatever its expectations.
  bool has(const std::string& point);
  /// Why read() returns nothing although there is something in the place of the result: the file
  /// and what is wrong with it. Empty when there is nothing, or when it counts. `asked` is the
  /// configuration of the point.
  std::string objection(const std::string& point, const std::string& expectations,
                        const RawConfig& asked);

 private:
  std::optional<PlainResult> result_of(const std::string& point);

  const SweepFolder& folder_;
  PointNamer namer_;
};

}  // namespace flitcast::explore
