#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tb/config/source_locations.h"

namespace flitcast {

struct JobPlace;

/// One list of a [sweep] section, as it was written.
struct SweepEntry {
  std::string key;       ///< "message_flits", "traffic.message_flits", "zip" or "skip"
  std::string value;     ///< "1, 2, 4..10"
  SourceLocation place;  ///< of sweep.message_flits
  /// That relative names of data files count from; empty: the working folder.
  std::string folder;
};

/// What the user wrote: the first of the two configuration layers. Every value has been checked on
/// its own, by its syntax and range, but not against the others; resolve() makes a Config of it.
struct RawConfig {
  SourceLocations places;
  /// The value of each given key as text; the names of files to be read as they are found from
  /// here.
  std::map<std::string, std::string, std::less<>> texts;
  /// What is to be swept, each key once; a run takes no notice of it.
  std::vector<SweepEntry> sweep;
  /// Of a job that is planned as a run of its own.
  std::shared_ptr<const JobPlace> job_place = nullptr;
};

/// Reads INI text (ini.h) up to where the first case of flitcast regress begins. Throws ConfigError
/// with file and line for anything that is not a known key, of which the nearest is named, with a
/// valid value, given once.
RawConfig parse_config(const std::string& text, const std::string& file);

/// The configuration as it would be if these keys had not been given. Lists of a sweep are left
/// out.
RawConfig without(const RawConfig& config, const std::vector<std::string_view>& keys);

/// Throws ConfigError where there are lists of a sweep, for a command that takes none.
void refuse_sweep(const RawConfig& config, const std::string& command);

/// Gives a key, as `--key=value` on the command line does: over what a file says; `sweep.KEY` goes
/// over the entry of a [sweep] section. Throws ConfigError naming "--key".
void give(RawConfig& config, std::string_view key, const std::string& value);
/// The same for a key that stands at `place`, which errors name.
void give(RawConfig& config, std::string_view key, const std::string& value,
          const SourceLocation& place);

}  // namespace flitcast
