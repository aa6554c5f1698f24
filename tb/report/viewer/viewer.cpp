#include "tb/report/viewer/viewer.h"

#include <map>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include "tb/report/assets/assets.h"

namespace flitcast::report {
namespace {

/// JSON that cannot end the script element it stands in.
std::string script_json(const std::string& json) {
  std::string text;
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

/// A template with every @name@ replaced by its part.
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

}  // namespace

std::string viewer_data(const std::string& inputs) {
  return fmt::format("{{\"theme\":{},\"inputs\":{}}}", asset("theme.json"), inputs);
}

std::string viewer_html(const std::string& inputs) {
  std::string library;
  std::string licences;
  for (const char* const package : {"vega", "vega-lite", "vega-embed"}) {
    library += fmt::format("{}\n", asset(fmt::format("{}.min.js", package)));
    licences += fmt::format("{}\n\n{}\n", package, asset(fmt::format("{}.licence.txt", package)));
  }
  return assemble(asset("page.html"), {{"style", std::string(asset("page.css"))},
                                       {"data", script_json(viewer_data(inputs))},
                                       {"licences", licences},
                                       {"library", library},
                                       {"script", std::string(asset("viewer.js"))}});
}

}  // namespace flitcast::report
