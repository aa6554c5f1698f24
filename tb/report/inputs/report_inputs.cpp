#include "tb/report/inputs/report_inputs.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "tb/config/config.h"
#include "tb/config/config_value.h"
#include "tb/explore/points/sweep_folder.h"
#include "tb/system/content_hash.h"
#include "tb/system/file_error.h"
#include "tb/system/text_file.h"

namespace flitcast {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxTableBytes = std::size_t{1} << 30;

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

/// The names in a table of a sweep, which lead to files.
std::vector<std::string> points_of(const std::string& table) {
  std::vector<std::string> points = csv_column(read_table(table), "point", table);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!is_content_hash(points[i])) {
      throw ConfigError(
          fmt::format("{}: row {}: {} is no name of a point", table, i + 1, in_quotes(points[i])));
    }
  }
  return points;
}

void add_sweep(const std::string& operand, ReportInputs& inputs) {
  const SweepFolder folder(operand);
  const fs::path results = fs::path(operand) / "results";
  const std::string table = (fs::path(operand) / "sweep.csv").string();
  const std::size_t before = inputs.files.size();
  std::error_code unknown;
  if (fs::exists(table, unknown)) {
    for (const std::string& point : points_of(table)) {
      if (folder.has_result(point)) {
        inputs.files.push_back(folder.result_file(point));
      } else {
        ++inputs.without_result;
      }
    }
  } else if (unknown || fs::is_directory(results, unknown)) {
    const std::vector<std::string> files = json_files(results);
    inputs.files.insert(inputs.files.end(), files.begin(), files.end());
  } else {
    throw ConfigError(fmt::format(
        "{}: is no folder of a sweep; give one that flitcast sweep wrote, or files with results",
        operand));
  }
  if (inputs.files.size() == before) {
    throw ConfigError(fmt::format("{}: has no results yet", operand));
  }
}

}  // namespace

std::vector<std::string> csv_column(std::string_view text, std::string_view column,
                                    const std::string& file) {
  const std::vector<std::string> names = take_record(text);
  const auto found = std::find(names.begin(), names.end(), column);
  if (found == names.end()) {
    throw ConfigError(
        fmt::format("{}:1: has no column {}; give a table of flitcast sweep", file, column));
  }
  const auto index = static_cast<std::size_t>(found - names.begin());
  std::vector<std::string> values;
  while (!text.empty()) {
    std::vector<std::string> record = take_record(text);
    if (record.size() != names.size()) {
      throw ConfigError(fmt::format("{}: row {} has {} values, not {}", file, values.size() + 1,
                                    record.size(), names.size()));
    }
    values.push_back(std::move(record[index]));
  }
  return values;
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

}  // namespace flitcast
