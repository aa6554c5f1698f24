#include "tb/area/synthesis_work.h"

#include <cerrno>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "tb/area/router_modules.h"
#include "tb/area/tool_output.h"
#include "tb/system/file_error.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/files/text_file.h"

namespace flitcast {
namespace {

constexpr std::size_t kMostTextBytes = std::size_t{1} << 20;
/// Where yosys has its own temporary files, too; its name has no blanks.
constexpr const char* kPlace = "/tmp";
constexpr const char* kYosysScript = "yosys.ys";
constexpr const char* kStaScript = "sta.tcl";

std::string text_of(const std::string& file) {
  return read_regular_file(file, kMostTextBytes);
}

void expect_success(const std::string& program, const ProcessEnd& end) {
  if (!end.exited_with(0)) {
    throw FileError(
        fmt::format("{}: {}: {}", program, end.describe(), last_words(end.out, end.err)));
  }
}

/// What an inverter is mapped to.
std::string only_cell(const CellCounts& inverter) {
  if (inverter.types.size() != 1) {
    throw FileError("there is no inverter");
  }
  return inverter.types.front();
}

}  // namespace

SynthesisWork::SynthesisWork(const AreaTools& tools, const std::vector<RouterBuild>& builds,
                             const std::vector<cosim::RtlSource>& sources)
    : tools_(tools),
      builds_(builds),
      maps_(!tools.liberty.empty()),
      sources_(sources),
      wrapper_(builds.front().wrapper),
      folder_(TemporaryFolder::make(kPlace)),
      to_be_timed_(builds.size()) {
  if (folder_ == nullptr) {
    throw cannot("make a folder in", kPlace, errno);
  }
  for (const cosim::RtlSource& source : sources_) {
    write_whole_file(files().source(source.name), source.text);
  }
  if (maps_) {
    write_whole_file(files().liberty(), tools_.cells);
    map_units();
  }
}

SynthesisFiles SynthesisWork::files(std::size_t router) const {
  return {folder_->path(""), folder_->path(fmt::format("{}-", router))};
}

void SynthesisWork::map_units() {
  constexpr ProcessPool::Seconds kPatience{600};
  const std::string script = files().shared + kYosysScript;
  write_whole_file(files().units(), kUnits);
  write_whole_file(script, unit_script(files()));
  ProcessPool pool(1, kPatience);
  pool.start(0, {tools_.yosys, "-q", script});
  std::string inverter;
  try {
    expect_success("yosys", pool.wait()->end);
    nand_area_ = parse_chip_area(text_of(files().nand()));
    inverter = only_cell(parse_cell_counts(text_of(files().inverter())));
  } catch (const FileError& error) {
    throw FileError(fmt::format("cannot take the cells of {}: {}", tools_.liberty, error.what()));
  }
  write_whole_file(files().constraints(), abc_constraints(inverter));
}

std::vector<std::string> SynthesisWork::command(std::size_t router) const {
  const SynthesisFiles made = files(router);
  if (to_be_timed_[router]) {
    write_whole_file(made.own + kStaScript, timing_script(made));
    return {tools_.sta, "-no_init", "-no_splash", "-exit", made.own + kStaScript};
  }
  write_whole_file(made.own + kYosysScript,
                   router_script(builds_[router], read_first(sources_, wrapper_), made, maps_));
  return {tools_.yosys, "-q", "-e", kOtherWidth, made.own + kYosysScript};
}

/// What is wrong with a user's router is told in the words of its files.
void SynthesisWork::expect_yosys(const ProcessEnd& end) const {
  if (!wrapper_.empty() && !end.exited_with(0)) {
    throw FileError(
        fmt::format("rtl.user: yosys does not take {}: {}", wrapper_,
                    in_users_words(last_words(end.out, end.err), files().shared, sources_)));
  }
  expect_success("yosys", end);
}

std::optional<RouterArea> SynthesisWork::take(std::size_t router, const ProcessEnd& end) {
  constexpr double kPicoseconds = 1000;
  std::optional<RouterArea>& area = to_be_timed_[router];
  if (area) {
    expect_success("sta", end);
    area->period_ns = std::round((kClockNs - parse_slack(end.out)) * kPicoseconds) / kPicoseconds;
  } else {
    expect_yosys(end);
    area = synthesized(router);
    if (!tools_.sta.empty()) {
      return std::nullopt;
    }
  }
  clear(router);
  return area;
}

RouterArea SynthesisWork::synthesized(std::size_t router) const {
  const SynthesisFiles made = files(router);
  RouterArea area;
  const CellCounts gates = parse_cell_counts(text_of(made.gates()));
  area.cells = gates.cells;
  area.flip_flops = gates.flip_flops;
  area.lut4 = parse_cell_counts(text_of(made.luts())).luts;
  if (maps_) {
    const CellCounts cells = parse_cell_counts(text_of(made.cells()));
    if (!cells.unmapped.empty()) {
      throw FileError(fmt::format("{}: has no cell that yosys takes for its {}", tools_.liberty,
                                  cells.unmapped.front()));
    }
    area.cells = cells.cells;
    area.gates = tenths(parse_chip_area(text_of(made.area())) / nand_area_);
  }
  return area;
}

/// Of many routers, netlists would fill the disk.
void SynthesisWork::clear(std::size_t router) const {
  const SynthesisFiles made = files(router);
  for (const std::string& file : {made.gates(), made.luts(), made.cells(), made.area(),
                                  made.netlist(), made.own + kYosysScript, made.own + kStaScript}) {
    std::error_code missing;
    std::filesystem::remove(file, missing);
  }
}

}  // namespace flitcast
