#include "tb/report/inputs/sweep_csv.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "tb/config/config.h"
#include "tb/config/keys/config_keys.h"

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

ResultValue value_of(const std::string& text, bool is_key) {
  const ResultValue value = number_or_text(text);
  return is_key && value.kind == ResultValue::Kind::kWhole ? ResultValue(text) : value;
}

}  // namespace

SweepCsv::SweepCsv(std::string_view text, std::string file)
    : rest_(text),
      file_(std::move(file)),
      names_(take_record(rest_)),
      point_(find("point")),
      status_(find("status")) {
  for (const std::string& name : names_) {
    is_key_.push_back(find_key(name) != nullptr);
  }
}

std::size_t SweepCsv::find(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) {
    throw ConfigError(
        fmt::format("{}:1: has no column {}; give a table of flitcast sweep", file_, name));
  }
  return static_cast<std::size_t>(found - names_.begin());
}

bool SweepCsv::next() {
  if (rest_.empty()) {
    return false;
  }
  ++row_;
  values_ = take_record(rest_);
  if (values_.size() != names_.size()) {
    throw ConfigError(
        fmt::format("{} has {} values, not {}", place(), values_.size(), names_.size()));
  }
  return true;
}

std::vector<ResultColumn> SweepCsv::columns(bool (*wanted)(std::string_view name)) const {
  std::vector<ResultColumn> columns;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (wanted(names_[i])) {
      columns.push_back({names_[i], value_of(values_[i], is_key_[i])});
    }
  }
  return columns;
}

std::string SweepCsv::place() const {
  return fmt::format("{}: row {}", file_, row_);
}

}  // namespace flitcast
