#include "tests/program/file_values.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <vector>

namespace flitcast {

namespace {

using Json = nlohmann::json;

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) {
    parts.push_back(part);
  }
  return parts;
}

std::string plain(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

Json element(const Json& list, const std::string& step) {
  const std::size_t equal = step.find('=');
  if (equal != std::string::npos) {
    const std::string name = step.substr(0, equal);
    const auto found = std::find_if(list.begin(), list.end(), [&](const Json& each) {
      return each.contains(name) && plain(each[name]) == step.substr(equal + 1);
    });
    return found == list.end() ? Json() : *found;
  }
  const int at = std::stoi(step);
  return list.at(static_cast<std::size_t>(at < 0 ? at + static_cast<int>(list.size()) : at));
}

Json columns_of(const std::string& csv) {
  const std::vector<std::string> lines = split(csv, '\n');
  const std::vector<std::string> names = split(lines.at(0), ',');
  Json columns;
  for (std::size_t row = 1; row < lines.size(); ++row) {
    std::vector<std::string> fields = split(lines[row], ',');
    fields.resize(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      columns[names[i]].push_back(fields[i]);
    }
  }
  return columns;
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

Json value_at(const Json& value, const std::string& place) {
  if (place.empty()) {
    return value;
  }
  const std::size_t end = std::min(place.find('/', 1), place.size());
  const std::string step = place.substr(1, end - 1);
  const std::string rest = place.substr(end);
  if (step == "*") {
    Json all = Json::array();
    for (const Json& each : value) {
      all.push_back(value_at(each, rest));
    }
    return all;
  }
  if (step == "#") {
    return value.size();
  }
  if (value.is_array()) {
    return value_at(element(value, step), rest);
  }
  return value.is_object() && value.contains(step) ? value_at(value[step], rest) : Json();
}

Json content_of(const std::string& name, const std::string& text) {
  if (ends_with(name, ".csv")) {
    return columns_of(text);
  }
  if (ends_with(name, ".html")) {
    const std::string open = "id=\"page-data\">";
    const std::size_t begin = text.find(open) + open.size();
    return Json::parse(text.substr(begin, text.find("</script>", begin) - begin))["inputs"];
  }
  return Json::parse(text);
}

bool is_as_said(const Json& value, const std::string& said) {
  std::istringstream words(said);
  std::string sign;
  words >> sign;
  if (sign.find_first_not_of("<>=!") == std::string::npos) {
    const Json other = Json::parse(said.substr(sign.size()));
    return sign == "<"    ? value < other
           : sign == "<=" ? value <= other
           : sign == ">"  ? value > other
           : sign == ">=" ? value >= other
                          : value != other;
  }
  const Json whole = Json::parse(said, nullptr, false);
  if (!whole.is_discarded() && whole == value) {
    return true;
  }
  std::string listed;
  for (const Json& each : value) {
    listed += (listed.empty() ? "" : " ") + plain(each);
  }
  return value.is_array() && listed == said;
}

}  // namespace flitcast
