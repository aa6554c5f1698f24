#include "tb/area/area_tools.h"

#include <filesystem>
#include <string_view>

#include <fmt/format.h>

#include "tb/config/source_locations.h"
#include "tb/system/files/input_file.h"
#include "tb/system/process_pool.h"
#include "tb/system/program.h"
#include "tb/text/shown_text.h"

namespace flitcast::area {
namespace {

constexpr std::size_t kMostLibertyBytes = std::size_t{1} << 28;

/// Of Debian's qflow-tech-osu018, -osu035 and -osu050.
constexpr const char* kUsualFiles[] = {"/usr/share/qflow/tech/osu018/osu018_stdcells.lib",
                                       "/usr/share/qflow/tech/osu035/osu035_stdcells.lib",
                                       "/usr/share/qflow/tech/osu050/osu05_stdcells.lib"};

/// The first line that a program prints.
std::string version_of(const std::vector<std::string>& command) {
  constexpr ProcessPool::Seconds kPatience{60};
  const ProcessEnd end = run_program(command, kPatience);
  const std::string text = end.out.empty() ? end.err : end.out;
  if (!end.exited_with(0)) {
    throw ConfigError("{}: {}", shell_line(command), end.describe());
  }
  return printable_line(text.substr(0, text.find('\n')));
}

std::string usual_liberty() {
  for (const char* const file : kUsualFiles) {
    std::error_code unknown;
    if (std::filesystem::is_regular_file(file, unknown)) {
      return file;
    }
  }
  return "";
}

/// "cell (INVX1) {" stands somewhere.
bool has_cells(std::string_view liberty) {
  constexpr std::string_view kCell = "cell";
  constexpr std::string_view kBlanks = " \t\r\n";
  for (std::size_t at = liberty.find(kCell); at != std::string_view::npos;
       at = liberty.find(kCell, at + 1)) {
    const std::size_t next = liberty.find_first_not_of(kBlanks, at + kCell.size());
    const bool starts = at == 0 || kBlanks.find(liberty[at - 1]) != std::string_view::npos;
    if (starts && next != std::string_view::npos && liberty[next] == '(') {
      return true;
    }
  }
  return false;
}

void find_liberty(const std::string& given, AreaTools& tools) {
  tools.liberty = given.empty() ? usual_liberty() : given;
  if (tools.liberty.empty()) {
    tools.missing.emplace_back(
        "no gate equivalents and no period without cells: install the Debian package "
        "qflow-tech-osu018, or give --liberty=FILE");
    return;
  }
  try {
    tools.cells = read_text_file(tools.liberty, kMostLibertyBytes);
  } catch (const FileError& error) {
    throw ConfigError("--liberty: {}", error.what());
  }
  if (!has_cells(tools.cells)) {
    throw ConfigError("--liberty: {} has no cells; give a liberty file of standard cells",
                      tools.liberty);
  }
}

}  // namespace

std::string AreaTools::describe() const {
  std::string text = yosys_version.substr(0, yosys_version.find(" ("));
  if (!sta.empty()) {
    text += fmt::format(", OpenSTA {}", sta_version);
  }
  if (!liberty.empty()) {
    text += ", " + printable_line(std::filesystem::path(liberty).filename().string());
  }
  return text;
}

AreaTools find_area_tools(const std::string& liberty) {
  AreaTools tools;
  tools.yosys = find_program("yosys");
  if (tools.yosys.empty()) {
    throw ConfigError("area needs yosys: install the Debian package yosys");
  }
  tools.yosys_version = version_of({tools.yosys, "-V"});
  find_liberty(liberty, tools);
  if (tools.liberty.empty()) {
    return tools;
  }
  tools.sta = find_program("sta");
  if (tools.sta.empty()) {
    tools.missing.emplace_back("no period without OpenSTA: install the Debian package opensta");
  } else {
    tools.sta_version = version_of({tools.sta, "-version"});
  }
  return tools;
}

}  // namespace flitcast::area
