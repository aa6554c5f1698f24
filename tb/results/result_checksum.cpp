#include "tb/results/result_checksum.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/system/files/content_hash.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string result_checksum(const Json& result) {
  constexpr std::string_view kLeftOut[] = {"version", "checksum", "rtl", "lockstep", "host"};
  ContentHash hash;
  for (const auto& [name, value] : result.items()) {
    if (std::find(std::begin(kLeftOut), std::end(kLeftOut), name) == std::end(kLeftOut)) {
      hash.add(text_of(name));
      hash.add(text_of(value));
    }
  }
  return hash.digest();
}

void require_checksum(const Json& result, const std::string& file) {
  if (result.value("checksum", Json()) != result_checksum(result)) {
    throw ConfigError(
        fmt::format("{}: its checksum is wrong: it is damaged, or was changed by hand", file));
  }
}

}  // namespace flitcast
