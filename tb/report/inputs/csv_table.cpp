#include "tb/report/inputs/csv_table.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "tb/config/config.h"

namespace flitcast {
namespace {

/// Takes the values of one line off the text, the line break too.
std::vector<std::string> take_record(std::string_view& text) {
  std::vector<std::string> values(1);
  bool quoted = false;
  std::size_t i = 0;
  for (; i < text.size() && (quoted || text[i] != '\n'); ++i) {
    if (text[i] == '"' && quoted && i + 1 < text.size() && text[i + 1] == '"') {
      values.back() += text[++i];
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (text[i] == ',' && !quoted) {
      values.emplace_back();
    } else if (text[i] != '\r' || quoted) {
      values.back() += text[i];
    }
  }
  text.remove_prefix(std::min(i + 1, text.size()));
  return values;
}

}  // namespace

CsvTable::CsvTable(std::string_view text, std::string file)
    : rest_(text), file_(std::move(file)), names_(take_record(rest_)) {}

std::size_t CsvTable::column(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) {
    throw ConfigError(
        fmt::format("{}:1: has no column {}; give a table of flitcast sweep", file_, name));
  }
  return static_cast<std::size_t>(found - names_.begin());
}

bool CsvTable::next(std::vector<std::string>& values) {
  if (rest_.empty()) {
    return false;
  }
  ++row_;
  values = take_record(rest_);
  if (values.size() != names_.size()) {
    throw ConfigError(
        fmt::format("{}: row {} has {} values, not {}", file_, row_, values.size(), names_.size()));
  }
  return true;
}

std::vector<std::string> csv_column(std::string_view text, std::string_view column,
                                    const std::string& file) {
  CsvTable table(text, file);
  const std::size_t index = table.column(column);
  std::vector<std::string> values;
  for (std::vector<std::string> record; table.next(record);) {
    values.push_back(std::move(record[index]));
  }
  return values;
}

}  // namespace flitcast
