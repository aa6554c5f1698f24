#include "tb/text/shown_text.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace flitcast {
namespace {

/// C1 control characters are U+0080 to U+009F, two bytes each.
bool begins_c1(std::string_view text) {
  return text.size() > 1 && text[0] == '\xC2' && static_cast<unsigned char>(text[1]) < 0xA0;
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7F;
}

std::string without_controls(std::string_view text, std::string_view allowed) {
  const std::string valid = valid_utf8(text);
  std::string out;
  for (std::size_t at = 0; at < valid.size(); ++at) {
    const char c = valid[at];
    if (begins_c1(std::string_view(valid).substr(at))) {
      out += '?';
      ++at;
    } else {
      out += is_control(c) && allowed.find(c) == std::string_view::npos ? '?' : c;
    }
  }
  return out;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  using Json = nlohmann::json;
  return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace))
      .get<std::string>();
}

std::string printable(std::string_view text) {
  return without_controls(text, "\n\t");
}

std::string printable_line(std::string_view text) {
  return without_controls(text, "");
}

std::string brief(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::size_t end = std::min(text.size(), kLongest);
  const auto splits_letter = [&](std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
  };
  for (int back = 0; back < 3 && end > 0 && splits_letter(end); ++back) {
    --end;
  }
  return printable_line(text.substr(0, end)) + (end < text.size() ? "…" : "");
}

std::string in_quotes(std::string_view text) {
  return fmt::format("\"{}\"", brief(text));
}

}  // namespace flitcast
