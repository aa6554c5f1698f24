#include "tb/explore/choose/candidate.h"

#include <algorithm>

#include <fmt/format.h>

#include "hw/topology/link_times.h"
#include "tb/config/resolve/resolve.h"
#include "tb/explore/choose/regions.h"
#include "tb/plan/plan.h"
#include "tb/plan/row_schedule.h"
#include "traffic/row/lower_bound.h"

namespace flitcast::explore {
namespace {

constexpr const char* kSize = "traffic.message_flits";

/// "radix 4", "8 segments"; nothing for what is usual: the first variant, node 0 as root.
std::string choice_text(const Row& row, const std::string& key, const std::string& value) {
  if (key == "traffic.segments") {
    return value + (value == "1" ? " segment" : " segments");
  }
  if (key == "traffic.variant") {
    return value == row.variants.front() ? "" : value;
  }
  return key == "traffic.root" && value == "0"
             ? ""
             : fmt::format("{} {}", key.substr(key.find('.') + 1), value);
}

std::string name_of(const Row& row, const KeyValues& choice) {
  std::string name(row.id);
  for (const auto& [key, value] : choice) {
    const std::string text = choice_text(row, key, value);
    name += text.empty() ? "" : ", " + text;
  }
  return name;
}

/// What of the hardware is not what the row is written for.
std::string outside_model(const Config& config) {
  const RowModel own = config.row->model_of(config.variant);
  const int ports = own.ports == RowModel::kAllPorts ? config.topology->degree() : own.ports;
  std::string text;
  const auto add = [&text](bool differs, const char* what) {
    text += differs ? (text.empty() ? "" : ", ") + std::string(what) : "";
  };
  add(config.network.ports != ports, "ports");
  add(config.network.switching != own.switching, "switching");
  add(config.irc != own.irc, "IRC");
  add(config.network.duplex != own.duplex, "duplex");
  return text;
}

Cycle buffer_flits(const Config& config) {
  if (config.network.buffer_flits != Config::kAutoBuffer) {
    return config.network.buffer_flits;
  }
  return config.network.switching == Switching::kWormhole
             ? LinkTimes(*config.topology, config.network).full_rate_buffer()
             : 0;
}

/// Places of the sizes that the row takes.
std::vector<std::size_t> playable_sizes(const Row& row, RowRequest request,
                                        const std::vector<std::uint32_t>& sizes) {
  const std::uint32_t pieces = row.takes("traffic.segments") ? request.parameters.segments : 1;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] % pieces != 0) {
      continue;  // check_request would say so, at length
    }
    request.message_flits = sizes[i];
    try {
      check_request(row, request);
      places.push_back(i);
    } catch (const ParameterError& error) {
      if (refuses_network(error.key())) {
        return {};
      }
    }
  }
  return places;
}

/// As it is played: of blocks that differ the row has only what there is.
Config config_as_played(const RawConfig& raw) {
  Config config = resolve(raw);
  return config.sizes_file.empty() ? config : Draft(raw).config();
}

/// Fills in what the closed form says of these sizes; false where there is none.
bool predict_by_closed_form(const Row& row, RowRequest request,
                            const std::vector<std::uint32_t>& sizes,
                            const std::vector<std::size_t>& places, std::vector<Cycle>& predicted) {
  for (const std::size_t at : places) {
    request.message_flits = sizes[at];
    const auto closed_form = closed_form_of(row, request);
    if (!closed_form) {
      return false;
    }
    predicted[at] = closed_form->cycles;
  }
  return true;
}

/// Adds up the rounds of schedules at some of these sizes, and draws lines between them.
void predict_by_rounds(const Scenario& scenario, Candidate& candidate,
                       const std::vector<std::uint32_t>& sizes,
                       const std::vector<std::size_t>& places) {
  std::optional<std::size_t> before;
  for (const std::size_t at : scan_of(places, sizes)) {
    try {
      candidate.predicted[at] = Plan(config_of(scenario, candidate, sizes[at])).prediction().cycles;
    } catch (const ConfigError&) {
      continue;
    }
    if (before) {
      const Cycle low = candidate.predicted[*before];
      const double slope =
          static_cast<double>(candidate.predicted[at] - low) / (sizes[at] - sizes[*before]);
      const auto next = std::upper_bound(places.begin(), places.end(), *before);
      for (auto i = next; *i < at; ++i) {
        candidate.predicted[*i] = low + static_cast<Cycle>(slope * (sizes[*i] - sizes[*before]));
      }
    }
    before = at;
  }
}

}  // namespace

std::size_t Candidate::first_playable() const {
  const auto found = std::find_if(predicted.begin(), predicted.end(),
                                  [](Cycle cycles) { return cycles != kNever; });
  return static_cast<std::size_t>(found - predicted.begin());
}

RawConfig config_of(const Scenario& scenario, const Candidate& candidate, std::uint32_t size) {
  RawConfig config = with_keys(scenario.config, candidate.keys);
  give(config, kSize, std::to_string(size));
  return config;
}

bool refuses_network(const std::string& refusal) {
  return refusal.find("topology.") != std::string::npos;
}

Candidate candidate_of(const Row& row, const KeyValues& choice, const Scenario& scenario,
                       const std::vector<std::uint32_t>& sizes) {
  Candidate candidate{&row, {{"traffic.algorithm", std::string(row.id)}}, name_of(row, choice)};
  candidate.predicted.assign(sizes.size(), kNever);
  candidate.keys.insert(candidate.keys.end(), choice.begin(), choice.end());
  const Config config = config_as_played(config_of(scenario, candidate, sizes.front()));
  // Those that it is compared with would have simpler routers.
  if (row.model.forks != Forks::kNone && !config.places.given("router.forks")) {
    throw ConfigError("router.forks: needs worms that fork; give router.forks = reserved");
  }
  const RowRequest request = request_of(config);
  candidate.outside = outside_model(config);
  candidate.vcs = config.network.vcs;
  candidate.vc_classes = config.routing->classes_of(config.network.vcs);
  candidate.buffer_flits = buffer_flits(config);
  const std::vector<std::size_t> playable = playable_sizes(*config.row, request, sizes);
  candidate.closed_form =
      predict_by_closed_form(*config.row, request, sizes, playable, candidate.predicted);
  if (!candidate.closed_form) {
    std::fill(candidate.predicted.begin(), candidate.predicted.end(), kNever);
    predict_by_rounds(scenario, candidate, sizes, playable);
  }
  if (candidate.first_playable() == sizes.size()) {
    is_link_disjoint(scenario, candidate, sizes.back());
    throw ConfigError("no size can be predicted");
  }
  return candidate;
}

bool can_be_played(const Scenario& scenario, const Candidate& candidate, std::uint32_t size) {
  try {
    check_request(*candidate.row, request_of(resolve(config_of(scenario, candidate, size))));
    return true;
  } catch (const ConfigError&) {
    return false;
  } catch (const ParameterError&) {
    return false;
  }
}

Cycle lower_bound_of(const Scenario& scenario, const Candidate& candidate, std::uint32_t size) {
  const Config config = config_as_played(config_of(scenario, candidate, size));
  const LinkTimes links(*config.topology, config.network);
  return lower_bound(*config.row->operation, request_of(config), links.fastest_model());
}

bool is_link_disjoint(const Scenario& scenario, const Candidate& candidate, std::uint32_t size) {
  const Plan plan(config_of(scenario, candidate, size));
  const bool lockstep = plan.config().sync == Sync::kBarrier && !plan.config().background;
  return lockstep && plan.report().link_contention <= 1 && !plan.report().headers_choose;
}

}  // namespace flitcast::explore
