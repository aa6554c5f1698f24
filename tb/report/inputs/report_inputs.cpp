#include "tb/report/inputs/report_inputs.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "tb/config/config.h"
#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"
#include "tb/explore/points/sweep_folder.h"
#include "tb/system/file_error.h"
#include "tb/system/files/content_hash.h"
#include "tb/system/files/input_file.h"

namespace flitcast::report {
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

namespace fs = std::filesystem;

constexpr std::size_t kMaxTableBytes = std::size_t{1} << 30;

std::string read_table(const std::string& file) {
  try {
    return read_regular_file(file, kMaxTableBytes);
  } catch (const FileError& error) {
    throw ConfigError(error.what());
  }
}

std::vector<std::string> json_files(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code ignored;
    if (entry->path().extension() == ".json" && entry->is_regular_file(ignored)) {
      files.push_back(entry->path().string());
    }
  }
  if (error) {
    throw cannot("read", folder.string(), error.value());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string table_of(const std::string& operand) {
  return (fs::path(operand) / "sweep.csv").string();
}

bool is_area(std::string_view column) {
  return column.rfind("area.", 0) == 0;
}

bool is_beyond_results(std::string_view column) {
  return is_area(column) || column == "nodes" || column == "completion_ns";
}

/// What is not of the table alone.
bool tells_of_run(std::string_view column) {
  constexpr const char* kOwn[] = {"point", "status", "version", "ports_given"};
  return std::find(std::begin(kOwn), std::end(kOwn), column) == std::end(kOwn);
}

/// Where a table of a sweep says that there are files.
void add_table(const std::string& operand, const std::string& file, ReportInputs& inputs) {
  const explore::SweepFolder folder(operand);
  const std::string text = read_table(file);
  SweepCsv table(text, file);
  const bool areas = std::any_of(table.names().begin(), table.names().end(), is_area);
  while (table.next()) {
    const std::string& point = table.point();
    if (!is_content_hash(point)) {
      throw ConfigError("{}: {} is no name of a point", table.place(), in_quotes(point));
    }
    if (areas) {
      inputs.areas.try_emplace(point, table.columns(is_beyond_results));
    }
    if (folder.has_result(point)) {
      inputs.files.push_back(folder.result_file(point));
    } else if (table.status() == "predicted") {
      ++inputs.predicted;
    } else {
      ++inputs.without_result;
    }
  }
}

void add_sweep(const std::string& operand, ReportInputs& inputs) {
  const fs::path results = fs::path(operand) / "results";
  const std::string table = table_of(operand);
  const std::size_t before = inputs.files.size() + inputs.predicted;
  std::error_code unknown;
  if (fs::exists(table, unknown)) {
    add_table(operand, table, inputs);
  } else if (unknown || fs::is_directory(results, unknown)) {
    const std::vector<std::string> files = json_files(results);
    inputs.files.insert(inputs.files.end(), files.begin(), files.end());
  } else {
    throw ConfigError(
        "{}: is no folder of a sweep; give one that flitcast sweep wrote, or files with results",
        operand);
  }
  if (inputs.files.size() + inputs.predicted == before) {
    throw ConfigError("{}: has no results yet; flitcast sweep makes them", operand);
  }
}

/// Of folders without a result, every so manyth of each.
void read_predictions(const std::vector<std::string>& operands, ReportInputs& inputs) {
  inputs.step = (inputs.predicted + kMaxPoints - 1) / kMaxPoints;
  for (const std::string& operand : operands) {
    const std::string text = read_table(table_of(operand));
    SweepCsv table(text, table_of(operand));
    for (std::uint64_t seen = 0; table.next();) {
      if (table.status() == "predicted" && seen++ % inputs.step == 0) {
        inputs.predictions.push_back({table.point(), table.columns(tells_of_run)});
      }
    }
  }
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
    throw ConfigError("{}:1: has no column {}; give a table of flitcast sweep", file_, name);
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
    throw ConfigError("{} has {} values, not {}", place(), values_.size(), names_.size());
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

ReportInputs gather_results(const std::vector<std::string>& operands) {
  ReportInputs inputs;
  for (const std::string& operand : operands) {
    std::error_code unknown;
    if (fs::is_directory(operand, unknown)) {
      inputs.sweep = true;
      add_sweep(operand, inputs);
    } else {
      inputs.files.push_back(operand);
    }
  }
  inputs.sweep = inputs.sweep || inputs.files.size() > 1;
  if (inputs.files.empty()) {
    read_predictions(operands, inputs);
    return inputs;
  }
  inputs.step = (inputs.files.size() + kMaxPoints - 1) / kMaxPoints;
  if (inputs.step > 1) {
    std::vector<std::string> some;
    for (std::size_t i = 0; i < inputs.files.size(); i += inputs.step) {
      some.push_back(std::move(inputs.files[i]));
    }
    inputs.files = std::move(some);
  }
  return inputs;
}

}  // namespace flitcast::report
