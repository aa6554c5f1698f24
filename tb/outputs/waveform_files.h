#pragma once

#include <string>

#include "tb/config/config.h"

namespace flitcast {

// What the files of waveforms have in common.

/// The name of a waveform ends in what it is; that of a device or a pipe may be any. Throws
/// ConfigError that names the key.
void check_waveform_suffix(const Config& config, const char* key, const std::string& file,
                           const char* suffix);

/// What the files say of when they were made: SOURCE_DATE_EPOCH, in seconds since 1970, as tools
/// that build reproducibly take it, or nothing that changes. Throws ConfigError where it is no
/// time.
std::string date_of_waveforms();

/// What becomes of GTKWave's save file for a waveform.
enum class SaveFile {
  kWritten,
  kNone,  ///< beside a device there is none
  kKept   ///< the user has arranged one in the viewer
};
SaveFile save_file_for(const std::string& dump_file);

}  // namespace flitcast
