#include "tb/report/choose/choose_answer.h"

#include <filesystem>

#include <fmt/format.h>

#include "tb/config/config.h"
#include "tb/system/text_file.h"

namespace flitcast {
namespace {

constexpr const char* kFile = "/choose.json";

}  // namespace

bool is_answer_folder(const std::string& folder) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(folder + kFile, ignored);
}

nlohmann::ordered_json read_answer(const std::string& folder) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 28U;
  auto answer =
      nlohmann::ordered_json::parse(read_regular_file(folder + kFile, kMaxBytes), nullptr, false);
  if (!answer.is_object() || answer.value("schema", "") != "flitcast.choose/1") {
    throw ConfigError(fmt::format(
        "{}{}: is no answer of flitcast choose; run it again in this folder", folder, kFile));
  }
  return answer;
}

}  // namespace flitcast
