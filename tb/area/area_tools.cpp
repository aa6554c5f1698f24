#include "tb/area/area_tools.h"

#include <filesystem>

#include <fmt/format.h>

#include "tb/config/places.h"
#include "tb/system/process_pool.h"
#include "tb/system/program.h"
#include "tb/system/shown_text.h"
#include "tb/system/text_file.h"

namespace flitcast {
namespace {

constexpr std::size_t kMostLibertyBytes = std::size_t{1} << 28;

/// Of Debian's qflow-tech-osu018, -osu035 and -osu050.
constexpr const char* kUsualFiles[] = {"/usr/share/qflow/tech/osu018/osu018_stdcells.lib",
                                       "/usr/share/qflow/tech/osu035/osu035_stdcells.lib",
                                       "/usr/share/qflow/tech/osu050/osu05_stdcells.lib"};

/// The first line that a program prints.
std::string version_of(const std::vector<std::string>& command) {
  constexpr ProcessPool::Seconds kPatience{60};
  ProcessPool pool(1, kPatience);
  pool.start(0, command);
  const ProcessEnd end = pool.wait()->end;
  const std::string text = end.out.empty() ? end.err : end.out;
  if (!end.exited_with(0)) {
    throw ConfigError(fmt::format("{}: {}", shell_line(command), end.describe()));
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
    throw ConfigError(fmt::format("--liberty: {}", error.what()));
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

}  // namespace flitcast
