#include "tb/results/config_file.h"

#include <filesystem>

#include "tb/config/keys/config_keys.h"
#include "tb/results/result_file.h"
#include "tb/system/files/text_file.h"

namespace flitcast {

RawConfig read_config(const std::string& file) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 28;
  std::string text;
  try {
    text = read_text_file(file, kMaxBytes);
  } catch (const FileError& error) {
    throw ConfigError(error.what());
  }
  if (looks_like_json(text, file)) {
    return config_of_result(parse_result(text, file), file);
  }
  RawConfig config = parse_config(text, file);
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  for (auto& [key, text] : config.texts) {
    if (find_key(key)->file == ConfigKey::File::kRead) {
      text = (folder / text).lexically_normal().string();
    }
  }
  return config;
}

}  // namespace flitcast
