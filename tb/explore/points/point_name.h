#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/config/config.h"
#include "tb/config/ini/raw_config.h"

namespace flitcast {

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

}  // namespace flitcast
