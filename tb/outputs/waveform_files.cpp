#include "tb/outputs/waveform_files.h"

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <system_error>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/config/gtkwave_save_name.h"
#include "tb/trace/gtkwave_save.h"

namespace flitcast {

void check_waveform_suffix(const Config& config, const char* key, const std::string& file,
                           const char* suffix) {
  std::error_code error;
  const bool special =
      std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error);
  const std::string own = std::filesystem::path(file).extension().string();
  if (file.empty() || special || own == suffix) {
    return;
  }
  const bool has_other = std::string_view(key).rfind("trace.", 0) == 0;
  const bool is_other = has_other && (own == ".vcd" || own == ".fst");
  throw config.places.error(key, "{} does not end in {}; give a name that does{}", in_quotes(file),
                            suffix, is_other ? " or trace" + own : "");
}

std::string date_of_waveforms() {
  constexpr std::int64_t kLast = 253'402'300'799;  // of the year 9999
  const char* const seconds = std::getenv("SOURCE_DATE_EPOCH");
  if (seconds == nullptr) {
    return "not recorded";
  }
  try {
    const std::time_t time = parse_integer(seconds, kNoUnit, 0, kLast);
    return fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(time));
  } catch (const ValueError& error) {
    throw ConfigError("SOURCE_DATE_EPOCH: {}", error.what());
  }
}

SaveFile save_file_for(const std::string& dump_file) {
  std::error_code error;
  if (std::filesystem::exists(dump_file, error) &&
      !std::filesystem::is_regular_file(dump_file, error)) {
    return SaveFile::kNone;
  }
  const std::string name = gtkwave_save_name(dump_file);
  return std::filesystem::exists(name, error) && !trace::is_our_gtkwave_save(name)
             ? SaveFile::kKept
             : SaveFile::kWritten;
}

}  // namespace flitcast
