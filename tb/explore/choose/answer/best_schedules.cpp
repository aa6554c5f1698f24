#include "tb/explore/choose/answer/best_schedules.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <stdexcept>

#include <fmt/format.h>

#include "hw/topology/link_times.h"
#include "tb/config/resolve/resolve.h"
#include "tb/plan/plan.h"
#include "tb/show/synthesis_json.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/files/content_hash.h"
#include "tb/system/terminal_line.h"
#include "traffic/row/row.h"

namespace flitcast::explore {
namespace {

/// A schedule for one scenario, or a file that was given for all.
struct Known {
  BestSchedule schedule;
  std::uint32_t parts = 1;  ///< that blocks are divided into
  std::string unfit = {};   ///< why it was not played last
  bool played = false;
};

/// Schedules of a scenario, which end with the time.
class ScenarioSynthesis {
 public:
  ScenarioSynthesis(const ScheduleSearch& search, const ChooseRequest& request,
                    const Scenario& scenario)
      : search_(search),
        config_(resolve_hardware(scenario.config, request.rows.front()->operation)) {
    sought_.operation = request.rows.front()->operation;
    sought_.root = config_.root;
    sought_.destinations = config_.parameters.destinations;
    sought_.seed = config_.seed;
    sought_.watch = [this](const SynthesisState& /*state*/) { return Clock::now() < end_; };
  }

  /// Where the operation or the network has no such schedules, there are none.
  std::vector<Known> find(const std::vector<std::uint32_t>& sizes) {
    constexpr std::uint32_t kMostChunks = 16;
    constexpr int kNumbers = 5;  // of chunks
    std::vector<Known> found;
    for (std::uint32_t chunks = 1; chunks <= kMostChunks; chunks *= 2) {
      end_ = Clock::now() + std::chrono::milliseconds(1000 * search_.seconds / kNumbers);
      sought_.chunks = chunks;
      try {
        add(sizes, found);
      } catch (const std::invalid_argument&) {
        return found;
      } catch (const SearchEnded&) {
        continue;
      }
    }
    return found;
  }

 private:
  using Clock = std::chrono::steady_clock;

  void add(const std::vector<std::uint32_t>& sizes, std::vector<Known>& found) {
    const LinkTimes links(*config_.topology, config_.network);
    const auto network = [&](ChunkTime round) {
      return ChunkNetwork(*config_.topology, links, config_.network.ports, config_.network.duplex,
                          round);
    };
    const Synthesis synthesis = synthesize(network(network(0).longest_time()), sought_);
    const std::uint32_t parts = synthesis.operation.parts;
    if (std::none_of(sizes.begin(), sizes.end(),
                     [parts](std::uint32_t size) { return size % parts == 0; })) {
      return;
    }
    std::string text;
    show::write_synthesis_json(synthesis, config_, show::claim_of(synthesis),
                               [&text](const std::string& piece) { text += piece; });
    const std::string file = fmt::format("{}/{}.json", search_.folder, content_hash(text));
    write_in_place_of_links(file, text);
    found.push_back({{0, file, sought_.chunks, synthesis.time, synthesis.least}, parts});
  }

  const ScheduleSearch& search_;
  Config config_;
  SynthesisRequest sought_;
  Clock::time_point end_;
};

RawConfig config_with(const Scenario& scenario, const std::string& file, std::uint32_t size) {
  RawConfig config = scenario.config;
  give(config, "traffic.schedule", file, SourceLocation{"", 0, "schedules"});
  give(config, "traffic.message_flits", std::to_string(size));
  return config;
}

/// Why it is not for this network, hardware and size; empty where it is.
std::string misfit_of(const RawConfig& config) {
  try {
    const Plan plan(config);
    return "";
  } catch (const ConfigError& error) {
    return error.what();
  }
}

/// Where regions begin and end.
std::vector<Ranking*> ends_of(ScenarioDecision& scenario) {
  std::vector<Ranking*> ends;
  for (DecisionRegion& region : scenario.regions) {
    ends.push_back(&region.first);
    ends.push_back(&region.last);
  }
  return ends;
}

/// All at once.
void play(const Scenario& scenario, std::vector<Known>& known, const std::vector<Ranking*>& ends,
          ChooseRuns& runs) {
  std::vector<RawConfig> configs;
  std::vector<std::pair<Ranking*, const Known*>> asked;
  for (Ranking* const end : ends) {
    for (Known& each : known) {
      RawConfig config = config_with(scenario, each.schedule.file, end->size);
      if (end->size % each.parts != 0) {
        continue;
      }
      each.unfit = misfit_of(config);
      if (each.unfit.empty()) {
        each.played = true;
        configs.push_back(std::move(config));
        asked.emplace_back(end, &each);
      }
    }
  }
  const std::vector<std::optional<Cycle>> cycles = runs.run(configs);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    auto& [end, each] = asked[i];
    if (cycles[i] && (!end->schedule || *cycles[i] < end->schedule->cycles)) {
      end->schedule = each->schedule;
      end->schedule->cycles = *cycles[i];
    }
  }
}

}  // namespace

void add_best_schedules(const ScheduleSearch& search, ChooseRuns& runs, DecisionMap& answer) {
  if (search.seconds > 0 && !demand_of(*answer.request->rows.front()->operation)) {
    throw ConfigError("--optimal: there is no synthesis of {}; leave it out",
                      answer.request->operation);
  }
  answer.schedules = true;
  std::vector<Known> given;
  given.reserve(search.files.size());
  for (const std::string& file : search.files) {
    given.push_back({{0, std::filesystem::absolute(file).string(), 0, 0, 0}});
  }
  TerminalLine line(stderr, TerminalLine::kEveryHalfMinute);
  for (ScenarioDecision& decision : answer.scenarios) {
    const Scenario& scenario = decision.comparison->scenario();
    const std::vector<Ranking*> ends = ends_of(decision);
    play(scenario, given, ends, runs);
    if (search.seconds > 0 && !ends.empty()) {
      if (line.due()) {
        line.show(fmt::format("schedules on {}, {}", scenario.network, scenario.hardware));
      }
      std::vector<std::uint32_t> sizes;
      sizes.reserve(ends.size());
      for (const Ranking* const end : ends) {
        sizes.push_back(end->size);
      }
      std::vector<Known> found = ScenarioSynthesis(search, *answer.request, scenario).find(sizes);
      play(scenario, found, ends, runs);
    }
  }
  for (const Known& file : given) {
    if (!file.played && !file.unfit.empty()) {
      throw ConfigError(file.unfit);
    }
  }
}

}  // namespace flitcast::explore
