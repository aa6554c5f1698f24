#include "tb/report/viewer/html.h"

#include <stdexcept>

namespace flitcast {

std::string script_json(const nlohmann::ordered_json& json) {
  std::string text;
  for (const char c : json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

std::string assemble(std::string_view page, const std::map<std::string_view, std::string>& parts) {
  std::string out;
  while (!page.empty()) {
    const std::size_t open = page.find('@');
    out += page.substr(0, open);
    if (open == std::string_view::npos) {
      break;
    }
    const std::size_t close = page.find('@', open + 1);
    const auto part = parts.find(page.substr(open + 1, close - open - 1));
    if (close == std::string_view::npos || part == parts.end()) {
      throw std::logic_error("the page has a place that nothing goes to");
    }
    out += part->second;
    page.remove_prefix(close + 1);
  }
  return out;
}

}  // namespace flitcast
