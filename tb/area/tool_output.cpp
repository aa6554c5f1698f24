#include "tb/area/tool_output.h"

#include <cmath>
#include <regex>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/system/file_error.h"
#include "tb/text/shown_text.h"

namespace flitcast {
namespace {

bool is_own_gate(const std::string& type) {
  return type.rfind("$_", 0) == 0;
}

/// The last number that the text has where the pattern says.
std::optional<double> last_number(const std::string& text, const std::regex& pattern) {
  std::optional<double> number;
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
    number = std::stod((*match)[1]);
  }
  return number;
}

}  // namespace

CellCounts parse_cell_counts(const std::string& text) {
  CellCounts counts;
  try {
    const auto design = nlohmann::json::parse(text).at("design");
    counts.cells = design.at("num_cells").get<std::uint64_t>();
    for (const auto& [type, number] : design.at("num_cells_by_type").items()) {
      const auto count = number.get<std::uint64_t>();
      counts.types.push_back(type);
      if (type == "$lut") {
        counts.luts += count;
      } else if (is_own_gate(type)) {
        counts.unmapped.push_back(type);
        counts.flip_flops += type.find("FF") != std::string::npos ? count : 0;
      }
    }
  } catch (const nlohmann::json::exception& error) {
    throw FileError(
        fmt::format("yosys: cannot read its count of cells: {}", printable_line(error.what())));
  }
  return counts;
}

double parse_chip_area(const std::string& text) {
  static const std::regex of_chip(R"(Chip area for (?:top )?module '[^']*': +([0-9.eE+-]+))");
  const auto area = last_number(text, of_chip);
  if (!area || !(*area > 0)) {
    throw FileError("yosys: tells no area; are there areas in the liberty file?");
  }
  return *area;
}

double parse_slack(const std::string& text) {
  static const std::regex of_slack(R"((?:^|\n)slack (-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?))");
  const auto slack = last_number(text, of_slack);
  if (!slack) {
    throw FileError(fmt::format("sta: tells no slack: {}", last_words(text, "")));
  }
  return *slack;
}

std::string last_words(const std::string& out, const std::string& err) {
  std::string last = "it said nothing";
  std::istringstream lines(out + "\n" + err);
  bool is_error = false;
  for (std::string line; std::getline(lines, line);) {
    const bool error =
        line.find("ERROR") != std::string::npos || line.find("Error") != std::string::npos;
    if (line.find_first_not_of(" \t\r") != std::string::npos && (error || !is_error)) {
      last = line;
      is_error = error;
    }
  }
  constexpr std::size_t kLongest = 300;
  return printable_line(last.substr(0, kLongest));
}

}  // namespace flitcast
