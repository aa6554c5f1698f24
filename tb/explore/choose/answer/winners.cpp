#include <filesystem>

#include <fmt/format.h>

#include "tb/explore/choose/answer/decision_map.h"
#include "tb/explore/sweep/sweep_points.h"
#include "tb/system/file_error.h"
#include "tb/system/files/atomic_file.h"
#include "tb/text/text_columns.h"

namespace flitcast::explore {
namespace {

void clear(const std::string& folder) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".ini") {
      std::filesystem::remove(entry.path(), error);
    }
  }
  if (error) {
    throw cannot("clear", folder, error.value());
  }
}

std::string config_text(const DecisionMap& answer, const ScenarioComparison& comparison,
                        const DecisionRegion& region, const Candidate& winner) {
  RawConfig config = config_of(comparison.scenario(), winner, region.last.size);
  if (region.last.simulated) {
    give(config, "expect.completion_cycles", std::to_string(region.last.cycles));
  }
  return fmt::format(
      "# {} on {}, {}: the fastest for {} to {} flits{}{}.\n{}", answer.request->operation,
      comparison.scenario().network, comparison.scenario().hardware, region.first.size,
      region.last.size, region.sizes.empty() ? "" : ", " + region.sizes,
      region.winners.size() > 1 ? ", with others that take as long" : "", given_ini(config));
}

}  // namespace

std::vector<std::string> write_winners(const DecisionMap& answer, const SweepFolder& folder) {
  const std::string path = folder.path() + "/winners";
  make_folder(path);
  clear(path);
  std::vector<std::string> files;
  for (const ScenarioDecision& scenario : answer.scenarios) {
    const ScenarioComparison& comparison = *scenario.comparison;
    for (const DecisionRegion& region : scenario.regions) {
      for (const std::size_t winner : region.winners) {
        const Candidate& candidate = comparison.candidates()[winner];
        const std::string name = slug(fmt::format("{}-{}-{}-{}-{}", comparison.scenario().network,
                                                  comparison.scenario().hardware, region.first.size,
                                                  region.last.size, candidate.name));
        files.push_back(fmt::format("{}/{}.ini", path, name));
        write_in_place_of_links(files.back(), config_text(answer, comparison, region, candidate));
      }
    }
  }
  return files;
}

}  // namespace flitcast::explore
