#pragma once

#include <map>
#include <string>

#include "tb/raw_config.h"

namespace flitcast {

/// Names configurations by what they are.
class PointNamer {
 public:
  struct Name {
    std::string hash;     ///< 16 hexadecimal digits (tb/content_hash.h)
    std::string refusal;  ///< why the configuration cannot be played, or empty
  };
  /// Hash of every key with an effect on the run, defaults included, and of the content of its data
  /// files. Of a configuration that cannot be resolved: of the keys it gives. No schedule is built,
  /// so that a configuration without refusal may still be refused when it is run.
  Name name(const RawConfig& raw);

 private:
  std::string effective_text(const RawConfig& raw);
  const std::string& hash_of_file(const std::string& file);

  std::map<std::string, std::string> file_hashes_;
};

}  // namespace flitcast
