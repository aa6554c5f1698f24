#include "tb/explore/sweep/point_groups.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/text/text_columns.h"

namespace flitcast::explore {
namespace {

constexpr std::size_t kMostValues = 5;

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// The text with a sign in place of every number, of several numbers in a row ("4x4", "1,2") one.
std::string outline(std::string_view text) {
  std::string outline;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_digit(text[i])) {
      outline += text[i];
      continue;
    }
    const auto goes_on = [&](std::size_t at) {
      const bool joins = text[at] == 'x' || text[at] == ',' || text[at] == '.';
      return is_digit(text[at]) || (joins && at + 1 < text.size() && is_digit(text[at + 1]));
    };
    while (i + 1 < text.size() && goes_on(i + 1)) {
      ++i;
    }
    outline += '#';
  }
  return outline;
}

std::string list_text(const std::vector<std::string>& values) {
  const std::size_t shown = values.size() <= kMostValues + 1 ? values.size() : kMostValues;
  const auto end = values.begin() + static_cast<std::ptrdiff_t>(shown);
  const std::string more =
      shown < values.size() ? fmt::format(" and {} more", values.size() - shown) : "";
  return fmt::format("{}{}", fmt::join(values.begin(), end, ", "), more);
}

}  // namespace

void PointGroups::add(const std::string& reason, const std::string& point,
                      const std::vector<std::string>& values) {
  std::string without_name = reason;
  for (std::size_t at = without_name.find(point); at != std::string::npos && !point.empty();
       at = without_name.find(point, at)) {
    without_name.erase(at, point.size());
  }
  const auto [place, is_new] = places_.emplace(outline(without_name), groups_.size());
  if (is_new) {
    groups_.push_back({{reason, point, 0, false, {}}, {}});
  }
  auto& [group, known] = groups_[place->second];
  ++group.count;
  group.alike = group.alike || reason != group.reason;
  group.values.resize(values.size());
  known.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (known[i].insert(values[i]).second) {
      group.values[i].push_back(values[i]);
    }
  }
}

std::size_t PointGroups::count() const {
  std::size_t count = 0;
  for (const Entry& entry : groups_) {
    count += entry.group.count;
  }
  return count;
}

std::vector<PointGroup> PointGroups::largest_first() const {
  std::vector<PointGroup> groups;
  groups.reserve(groups_.size());
  for (const Entry& entry : groups_) {
    groups.push_back(entry.group);
  }
  std::stable_sort(
      groups.begin(), groups.end(),
      [](const PointGroup& one, const PointGroup& other) { return one.count > other.count; });
  return groups;
}

std::string describe(const PointGroup& group, const std::vector<std::string>& keys,
                     const std::vector<std::size_t>& sizes) {
  std::string text = count_of(group.count, "point");
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (group.values[i].size() < sizes[i]) {
      text += fmt::format(", {} = {}", keys[i], list_text(group.values[i]));
    }
  }
  return text;
}

}  // namespace flitcast::explore
