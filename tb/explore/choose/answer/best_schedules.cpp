#include "tb/explore/choose/answer/best_schedules.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

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

constexpr const char* kSizesFile = "traffic.block_sizes";

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
  std::vector<PlayableSchedule> find(const std::set<std::uint32_t>& sizes) {
    constexpr std::uint32_t kMostChunks = 16;
    constexpr int kNumbers = 5;  // of chunks
    std::vector<PlayableSchedule> found;
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

  void add(const std::set<std::uint32_t>& sizes, std::vector<PlayableSchedule>& found) {
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

RawConfig config_with(const Scenario& scenario, const std::string& file) {
  RawConfig config = scenario.config;
  give(config, "traffic.schedule", file, SourceLocation{"", 0, "schedules"});
  return config;
}

bool blocks_differ(const RawConfig& config) {
  return config.texts.count(kSizesFile) > 0;
}

/// What a schedule does, once it is known to fit. Blocks that differ are those of an operation of
/// their own, which ends with the plan.
Operation played_operation(const RawConfig& config) {
  if (blocks_differ(config)) {
    const Plan fits(config);
  }
  return Plan(without(config, {kSizesFile})).schedule().operation;
}

bool is_permutation_of(const std::vector<NodeId>& some, const std::vector<NodeId>& others) {
  return std::is_permutation(some.begin(), some.end(), others.begin(), others.end());
}

/// Throws ConfigError for a schedule that does something else than is asked.
void check_same(const std::string& file, const Operation& own, const ChooseRequest& request,
                const Scenario& scenario) {
  const OperationKind* const wanted = request.rows.front()->operation;
  if (own.kind != wanted) {
    throw ConfigError("--schedules: {}: does {}, and choose looks for {}", file, own.kind->name(),
                      wanted->name());
  }
  const Config config = resolve_hardware(scenario.config, wanted);
  if (request.root_given && own.root != config.root) {
    throw ConfigError("--schedules: {}: its root is node {}, not {}", file, own.root, config.root);
  }
  if (!is_permutation_of(own.destinations, config.parameters.destinations)) {
    throw ConfigError("--schedules: {}: it is for other destinations", file);
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

std::set<std::uint32_t> sizes_of(const std::vector<Ranking*>& ends) {
  std::set<std::uint32_t> sizes;
  for (const Ranking* const end : ends) {
    sizes.insert(end->size);
  }
  return sizes;
}

/// All at once, each once for a size. Parts of blocks that differ have no size.
void play(const Scenario& scenario, const std::vector<PlayableSchedule>& known,
          const std::vector<Ranking*>& ends, ChooseRuns& runs) {
  std::vector<RawConfig> configs;
  std::vector<std::pair<std::uint32_t, const BestSchedule*>> asked;
  for (const std::uint32_t size : sizes_of(ends)) {
    for (const auto& [schedule, parts] : known) {
      if (blocks_differ(scenario.config) ? parts == 1 : size % parts == 0) {
        configs.push_back(config_with(scenario, schedule.file));
        give(configs.back(), "traffic.message_flits", std::to_string(size));
        asked.emplace_back(size, &schedule);
      }
    }
  }
  const std::vector<std::optional<Cycle>> cycles = runs.run(configs);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const auto& [size, schedule] = asked[i];
    for (Ranking* const end : ends) {
      if (end->size == size && cycles[i] &&
          (!end->schedule || *cycles[i] < end->schedule->cycles)) {
        end->schedule = *schedule;
        end->schedule->cycles = *cycles[i];
      }
    }
  }
}

}  // namespace

BestSchedules::BestSchedules(ScheduleSearch search, const ChooseRequest& request)
    : search_(std::move(search)), request_(request), given_(request.scenarios.size()) {
  if (search_.seconds > 0 && !demand_of(*request.rows.front()->operation)) {
    throw ConfigError("--optimal: there is no synthesis of {}; leave it out", request.operation);
  }
  for (const std::string& file : search_.files) {
    enter_file(std::filesystem::absolute(file).string());
  }
}

/// It is planned once for each scenario, with the blocks that it has itself.
void BestSchedules::enter_file(const std::string& file) {
  std::optional<ConfigError> misfit;
  bool fits = false;
  for (std::size_t each = 0; each < request_.scenarios.size(); ++each) {
    const Scenario& scenario = request_.scenarios[each];
    std::optional<Operation> operation;
    try {
      operation = played_operation(config_with(scenario, file));
    } catch (const ConfigError& error) {
      misfit = error;
      continue;
    }
    check_same(file, *operation, request_, scenario);
    given_[each].push_back({{0, file, 0, 0, 0}, operation->parts});
    fits = true;
  }
  if (!fits && misfit) {
    throw ConfigError(*misfit);
  }
}

void BestSchedules::add(ChooseRuns& runs, DecisionMap& answer) const {
  answer.schedules = true;
  if (search_.seconds > 0) {
    make_folder(search_.folder);
  }
  TerminalLine line(stderr, TerminalLine::kEveryHalfMinute);
  for (std::size_t each = 0; each < answer.scenarios.size(); ++each) {
    const Scenario& scenario = request_.scenarios[each];
    const std::vector<Ranking*> ends = ends_of(answer.scenarios[each]);
    play(scenario, given_[each], ends, runs);
    if (search_.seconds > 0 && !ends.empty()) {
      if (line.due()) {
        line.show(fmt::format("schedules on {}, {}", scenario.network, scenario.hardware));
      }
      ScenarioSynthesis synthesis(search_, request_, scenario);
      play(scenario, synthesis.find(sizes_of(ends)), ends, runs);
    }
  }
}

}  // namespace flitcast::explore
