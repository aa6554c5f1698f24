#include "tb/area/router_synthesis.h"

#include <cerrno>
#include <cmath>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "tb/area/router_modules.h"
#include "tb/area/synthesis_tools.h"
#include "tb/system/file_error.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/files/content_hash.h"
#include "tb/system/files/input_file.h"
#include "tb/system/files/temporary_folder.h"
#include "tb/system/process_pool.h"

namespace flitcast::area {
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
    throw FileError("{}: {}: {}", program, end.describe(), last_words(end.out, end.err));
  }
}

/// What an inverter is mapped to.
std::string only_cell(const CellCounts& inverter) {
  if (inverter.types.size() != 1) {
    throw FileError("there is no inverter");
  }
  return inverter.types.front();
}

/// Routers on their way through the programs, in a folder that goes with them. All errors are
/// FileErrors.
class SynthesisWork {
 public:
  /// Maps the units of area. All builds have the same wrapper, or none, and are made of `sources`.
  /// The others must outlive it.
  SynthesisWork(const AreaTools& tools, const std::vector<RouterBuild>& builds,
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

  /// What is to be run next for a router.
  std::vector<std::string> command(std::size_t router) const {
    const SynthesisFiles made = files(router);
    if (to_be_timed_[router]) {
      write_whole_file(made.own + kStaScript, timing_script(made));
      return {tools_.sta, "-no_init", "-no_splash", "-exit", made.own + kStaScript};
    }
    write_whole_file(made.own + kYosysScript,
                     router_script(builds_[router], read_first(sources_, wrapper_), made, maps_));
    return {tools_.yosys, "-q", "-e", kOtherWidth, made.own + kYosysScript};
  }

  /// Takes how that ended: the area of the router when it was the last one for it.
  std::optional<RouterArea> take(std::size_t router, const ProcessEnd& end) {
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

 private:
  SynthesisFiles files(std::size_t router = 0) const {
    return {folder_->path(""), folder_->path(fmt::format("{}-", router))};
  }

  void map_units() {
    constexpr ProcessPool::Seconds kPatience{600};
    const std::string script = files().shared + kYosysScript;
    write_whole_file(files().units(), kUnits);
    write_whole_file(script, unit_script(files()));
    std::string inverter;
    try {
      expect_success("yosys", run_program({tools_.yosys, "-q", script}, kPatience));
      nand_area_ = parse_chip_area(text_of(files().nand()));
      inverter = only_cell(parse_cell_counts(text_of(files().inverter())));
    } catch (const FileError& error) {
      throw FileError("cannot take the cells of {}: {}", tools_.liberty, error.what());
    }
    write_whole_file(files().constraints(), abc_constraints(inverter));
  }

  /// What is wrong with a user's router is told in the words of its files.
  void expect_yosys(const ProcessEnd& end) const {
    if (!wrapper_.empty() && !end.exited_with(0)) {
      throw FileError("rtl.user: yosys does not take {}: {}", wrapper_,
                      in_users_words(last_words(end.out, end.err), files().shared, sources_));
    }
    expect_success("yosys", end);
  }

  RouterArea synthesized(std::size_t router) const {
    const SynthesisFiles made = files(router);
    RouterArea area;
    const CellCounts gates = parse_cell_counts(text_of(made.gates()));
    area.cells = gates.cells;
    area.flip_flops = gates.flip_flops;
    area.lut4 = parse_cell_counts(text_of(made.luts())).luts;
    if (maps_) {
      const CellCounts cells = parse_cell_counts(text_of(made.cells()));
      if (!cells.unmapped.empty()) {
        throw FileError("{}: has no cell that yosys takes for its {}", tools_.liberty,
                        cells.unmapped.front());
      }
      area.cells = cells.cells;
      area.gates = tenths(parse_chip_area(text_of(made.area())) / nand_area_);
    }
    return area;
  }

  /// Of many routers, netlists would fill the disk.
  void clear(std::size_t router) const {
    const SynthesisFiles made = files(router);
    for (const std::string& file :
         {made.gates(), made.luts(), made.cells(), made.area(), made.netlist(),
          made.own + kYosysScript, made.own + kStaScript}) {
      std::error_code missing;
      std::filesystem::remove(file, missing);
    }
  }

  const AreaTools& tools_;
  const std::vector<RouterBuild>& builds_;
  bool maps_;
  const std::vector<cosim::RtlSource>& sources_;
  const std::string& wrapper_;
  std::unique_ptr<TemporaryFolder> folder_;
  double nand_area_ = 0;
  std::vector<std::optional<RouterArea>> to_be_timed_;  // of every router that yosys is done with
};

}  // namespace

RouterSynthesis::RouterSynthesis(AreaTools tools, const SynthesisOptions& options)
    : tools_(std::move(tools)), options_(options), cache_(options.cache) {}

std::string RouterSynthesis::hash(const RouterBuild& build) const {
  const SynthesisFiles nowhere;
  const std::vector<cosim::RtlSource>& sources = modules(build.wrapper);
  ContentHash hash;
  for (const std::string& text :
       {router_script(build, read_first(sources, build.wrapper), nowhere, !tools_.liberty.empty()),
        std::string(kUnits), unit_script(nowhere), abc_constraints(""), timing_script(nowhere),
        tools_.yosys_version, tools_.sta_version, tools_.cells}) {
    hash.add(text + "\n\n");
  }
  for (const cosim::RtlSource& source : sources) {
    hash.add(source.name + "\n" + source.text);
  }
  return hash.digest();
}

const std::vector<cosim::RtlSource>& RouterSynthesis::modules(const std::string& wrapper) const {
  const auto known = modules_.find(wrapper);
  return known != modules_.end() ? known->second
                                 : modules_.emplace(wrapper, router_modules(wrapper)).first->second;
}

void RouterSynthesis::find(const std::vector<RouterBuild>& builds, const Watcher& watcher) {
  std::map<std::string, std::vector<RouterBuild>> missing;  // by wrapper
  std::size_t all = 0;
  for (const RouterBuild& build : std::set<RouterBuild>(builds.begin(), builds.end())) {
    if (areas_.count(build) != 0) {
      continue;
    }
    if (const auto kept = cache_.find(hash(build))) {
      areas_.emplace(build, *kept);
    } else {
      missing[build.wrapper].push_back(build);
      ++all;
    }
  }
  std::size_t before = 0;
  for (const auto& [wrapper, own] : missing) {
    synthesize(own, [&](std::size_t done, std::size_t) { watcher(before + done, all); });
    before += own.size();
  }
}

void RouterSynthesis::synthesize(const std::vector<RouterBuild>& builds, const Watcher& watcher) {
  constexpr ProcessPool::Seconds kPatience{0.2};
  SynthesisWork work(tools_, builds, modules(builds.front().wrapper));
  ProcessPool pool(options_.jobs, ProcessPool::Seconds(options_.time_limit_seconds));
  std::deque<std::size_t> ready;
  for (std::size_t router = 0; router < builds.size(); ++router) {
    ready.push_back(router);
  }
  for (std::size_t done = 0; done < builds.size();) {
    for (; !pool.full() && !ready.empty(); ready.pop_front()) {
      pool.start(ready.front(), work.command(ready.front()));
    }
    watcher(done, builds.size());
    const auto ended = pool.wait(kPatience);
    if (!ended) {
      continue;
    }
    if (const auto area = work.take(ended->id, ended->end)) {
      cache_.keep(hash(builds[ended->id]), *area);
      areas_.emplace(builds[ended->id], *area);
      ++synthesized_;
      ++done;
    } else {
      ready.push_front(ended->id);
    }
  }
}

}  // namespace flitcast::area
