#include "tb/cli/explore/sweep_areas.h"

#include <fmt/format.h>

#include "tb/cli/cosim/area_options.h"
#include "tb/text/text_columns.h"

namespace flitcast::explore {
namespace {

/// "2 points, link.duplex = half: why" of "2 points, link.duplex = half" and "link.duplex = half:
/// why".
std::string joined(const std::string& points, const std::string& reason) {
  const std::string key = reason.substr(0, reason.find(": "));
  const bool twice = points.size() >= key.size() &&
                     points.compare(points.size() - key.size(), key.size(), key) == 0;
  return twice ? points + reason.substr(key.size()) : fmt::format("{}: {}", points, reason);
}

}  // namespace

PointAreas areas_of(const Sweep& sweep, const SweepFolder& folder, area::RouterSynthesis& synthesis,
                    int word_bits) {
  PointAreas areas(sweep, synthesis, word_bits);
  PointReader reader(folder);
  for (const SweepPoint& point : sweep.points) {
    if (!point.refusal.empty()) {
      continue;
    }
    if (const auto result = reader.read(point.name, sweep.expectations)) {
      areas.add(point, result->columns);
    }
  }
  cli::find_on_terminal(
      [&](const area::RouterSynthesis::Watcher& watcher) { areas.find(watcher); });
  return areas;
}

std::string area_lines(const Sweep& sweep, const PointAreas& areas,
                       const area::RouterSynthesis& synthesis) {
  Facts facts;
  facts.words("area", fmt::format("{} router{}, {} synthesized now: {}", areas.routers(),
                                  areas.routers() == 1 ? "" : "s", synthesis.synthesized(),
                                  synthesis.tools().describe()));
  facts.words("note", area::kAreaCaveat);
  for (const std::string& missing : synthesis.tools().missing) {
    facts.words("note", missing);
  }
  for (const PointGroup& group : areas.left_out().largest_first()) {
    facts.words("no area", joined(describe(group, sweep.keys, sweep.list_sizes), group.reason));
  }
  return facts.text();
}

}  // namespace flitcast::explore
