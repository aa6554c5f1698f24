#include "tb/report/viewer/viewer.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include "tb/report/assets/assets.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

bool same_members(const Json& one, const Json& other) {
  return one.is_object() && other.is_object() &&
         std::equal(one.items().begin(), one.items().end(), other.items().begin(),
                    other.items().end(),
                    [](const auto& a, const auto& b) { return a.key() == b.key(); });
}

bool is_table(const Json& list) {
  return list.is_array() && list.size() > 1 && !list.front().empty() &&
         std::all_of(list.begin(), list.end(),
                     [&](const Json& each) { return same_members(each, list.front()); });
}

/// JSON that cannot end the script element it stands in.
std::string script_json(const Json& json) {
  std::string text;
  for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
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

void need(const Json& object, std::initializer_list<const char*> members) {
  for (const char* const member : members) {
    object.at(member);
  }
}

Json packed(const Json& json) {
  if (is_table(json)) {
    Json columns = Json::object();
    for (const auto& [member, ignored] : json.front().items()) {
      for (const Json& each : json) {
        columns[member].push_back(packed(each.at(member)));
      }
    }
    return {{"columns", std::move(columns)}};
  }
  Json all = json;
  if (json.is_structured()) {
    for (Json& each : all) {
      each = packed(each);
    }
  }
  return all;
}

Json viewer_data(const Json& inputs) {
  return {{"theme", Json::parse(asset("theme.json"))}, {"inputs", inputs}};
}

std::string viewer_html(const Json& inputs) {
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

}  // namespace flitcast
