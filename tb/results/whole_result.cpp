#include "tb/results/whole_result.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/config/resolve.h"
#include "tb/results/load_json.h"
#include "tb/results/measures_json.h"
#include "tb/results/result_file.h"
#include "tb/results/result_json.h"
#include "tb/system/content_hash.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

/// What can be wrong with a result; what() does not name the file.
class Flaw : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

std::string text_of(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// What runs with routers in SystemVerilog have besides.
struct Compared {
  std::optional<RtlEquality> rtl;
  std::optional<ModelDifferences> deviation;

  void add_to(RunMeasures& measures) const {
    measures.rtl = rtl;
    measures.deviation = deviation;
  }
};

/// Results of load in all the forms that their members have.
std::vector<Json> load_specimens(const Config& config, const Compared& compared) {
  LoadRun finished;
  compared.add_to(finished);
  if (config.topology->network_ports() > 0) {
    finished.forecast.bounds.gamma_node = 0;
    finished.forecast.bounds.gamma_port = 0;
  }
  finished.load.packets = 1;
  finished.load.classes.resize(1);
  finished.load.nodes.resize(1);
  finished.load.batches.resize(1);
  finished.channels.resize(1);
  finished.histogram[0] = finished.network_histogram[0] = 1;
  LoadRun stuck = finished;
  stuck.stuck.emplace();
  LoadRun late = stuck;
  late.stuck->reason = StuckReport::Reason::kMaxCycles;
  LoadRun local = finished;
  local.forecast.bounds.gamma_node = kNoNode;
  std::vector<Json> all;
  LoadRun limited = finished;
  limited.load.limit = LoadLimit::kPackets;
  for (LoadRun one : {finished, stuck, late, local, limited}) {
    all.push_back(load_json(config, one));
    one.load.packets = 0;
    all.push_back(load_json(config, one));
  }
  return all;
}

/// The same of schedules under load, which may have come to a stop before they or their traffic
/// began, or a packet arrived.
std::vector<RunResult> under_load(const RunResult& plain) {
  std::vector<RunResult> all;
  for (const bool has_split : {false, true}) {
    for (const auto& [traffic_from, schedule_from, packets] :
         {std::tuple(-1, -1, 0U), {0, -1, 0U}, {0, 0, 0U}, {0, 0, 1U}}) {
      RunResult one = plain;
      BackgroundResult& background = one.background.emplace();
      background.quiet_cycles = 1;
      background.traffic_from = traffic_from;
      background.schedule_from = schedule_from;
      background.load.packets = packets;
      if (has_split) {
        one.excess_split.emplace();
        background.quiet_split.emplace();
      }
      all.push_back(one);
    }
  }
  return all;
}

/// Results of this program in all the forms that their members have; the numbers mean nothing.
std::vector<Json> specimens(const Config& config, const Compared& compared) {
  if (config.plays_load()) {
    return load_specimens(config, compared);
  }
  RunResult finished;
  compared.add_to(finished);
  Coefficients& terms = finished.predicted_terms.emplace();
  terms.mu_t_m = terms.mu_t_r = terms.mu_t_op = {1, 2};
  finished.per_round.resize(1);
  RunResult split = finished;
  split.excess_split.emplace();
  split.messages_hash = content_hash("");
  split.predicted_terms.reset();
  RunResult stuck = finished;
  stuck.stuck.emplace();
  RunResult late = stuck;
  late.stuck->reason = StuckReport::Reason::kMaxCycles;
  std::vector<Json> all;
  for (const RunResult& one : {finished, split, stuck, late}) {
    for (const RunResult& each : config.background ? under_load(one) : std::vector{one}) {
      all.push_back(Json::parse(result_json(config, each)));
    }
  }
  return all;
}

/// Those that may be like `result`, by the members that it has.
std::vector<Json> specimens_for(const Json& result, const Config& config) {
  Compared compared;
  if (result.contains("rtl")) {
    compared.rtl.emplace();
  }
  if (!result.contains("deviation")) {
    return specimens(config, compared);
  }
  ModelDifferences equal, of_flit, of_credit;
  of_flit.first = of_credit.first = of_credit.first_flit = PinDeviation();
  std::vector<Json> all;
  for (const ModelDifferences& one : {equal, of_flit, of_credit}) {
    compared.deviation = one;
    const std::vector<Json> more = specimens(config, compared);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

bool is_like(const Json& value, const Json& specimen, bool may_be_unknown);

bool has_members_of(const Json& value, const Json& specimen, bool may_be_unknown) {
  return value.size() == specimen.size() &&
         std::equal(value.items().begin(), value.items().end(), specimen.items().begin(),
                    [&](const auto& one, const auto& other) {
                      return one.key() == other.key() &&
                             is_like(one.value(), other.value(), may_be_unknown);
                    });
}

/// Of one type; lists are if their elements are like the first of the specimen, objects if they
/// have the same members. A fraction may be a whole number, and null where it may be unknown.
bool is_like(const Json& value, const Json& specimen, bool may_be_unknown) {
  if (specimen.is_number()) {
    if (value.is_null()) {
      return may_be_unknown && specimen.is_number_float();
    }
    return specimen.is_number_integer() ? value.is_number_integer() : value.is_number();
  }
  if (specimen.is_object()) {
    return value.is_object() && has_members_of(value, specimen, may_be_unknown);
  }
  if (specimen.is_array()) {
    return value.is_array() &&
           (specimen.empty() || std::all_of(value.begin(), value.end(), [&](const Json& element) {
              return is_like(element, specimen.front(), may_be_unknown);
            }));
  }
  return value.type() == specimen.type();
}

/// They list the same keys with the same expected texts. What was measured may be anything.
bool are_judgements(const Json& value, const Json& specimen) {
  const auto is_of = [](const Json& one, const Json& other) {
    return one.is_object() && one.contains("met") && one["met"].is_boolean() &&
           one.value("key", Json()) == other["key"] &&
           one.value("expected", Json()) == other["expected"];
  };
  return value.is_array() &&
         std::equal(value.begin(), value.end(), specimen.begin(), specimen.end(), is_of);
}

void require_config(const Json& config, const Config& resolved) {
  const Json right = config_json(resolved);
  for (const auto& [key, value] : right.items()) {
    if (!config.contains(key)) {
      throw Flaw(fmt::format("config lacks {}", key));
    }
    if (config[key] != value) {
      throw Flaw(fmt::format("config: {} is not as a run writes it", key));
    }
  }
  if (config != right) {
    throw Flaw("config is not as a run writes it");
  }
}

void require_members(const Json& result, const Config& config) {
  const std::vector<Json> all = specimens_for(result, config);
  auto next = all.front().items().begin();
  for (const auto& [name, value] : result.items()) {
    if (next == all.front().items().end() || next.key() != name) {
      throw Flaw(fmt::format("{} is not where a run writes it", in_quotes(name)));
    }
    const bool good =
        name == "config" ||
        (name == "expectations" ? are_judgements(value, next.value())
                                : std::any_of(all.begin(), all.end(),
                                              [&, &name = name, &value = value](const Json& one) {
                                                return is_like(value, one[name], config.has_load());
                                              }));
    if (!good) {
      throw Flaw(fmt::format("{} is not as a run writes it", name));
    }
    ++next;
  }
  // Last of all; a run may be told to leave it out.
  if (next != all.front().items().end() && next.key() != "host") {
    throw Flaw(fmt::format("{} is missing", next.key()));
  }
}

}  // namespace

std::string result_checksum(const Json& result) {
  constexpr std::string_view kLeftOut[] = {"version", "checksum", "rtl", "deviation", "host"};
  ContentHash hash;
  for (const auto& [name, value] : result.items()) {
    if (std::find(std::begin(kLeftOut), std::end(kLeftOut), name) == std::end(kLeftOut)) {
      hash.add(text_of(name));
      hash.add(text_of(value));
    }
  }
  return hash.digest();
}

void require_whole(const Json& result, const std::string& file) {
  try {
    const Config config = resolve(config_of_result(result, file));
    require_config(result["config"], config);
    require_members(result, config);
    if (result["checksum"] != result_checksum(result)) {
      throw Flaw("its checksum is wrong: it is damaged, or was changed by hand");
    }
  } catch (const Flaw& flaw) {
    throw ConfigError(fmt::format("{}: {}", file, flaw.what()));
  }
}

}  // namespace flitcast
