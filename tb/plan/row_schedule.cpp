#include "tb/plan/row_schedule.h"

#include <new>
#include <utility>

#include <fmt/format.h>

#include "hw/topology/link_times.h"
#include "traffic/theory/packet_flight.h"
#include "traffic/verify/verifier.h"

namespace flitcast {
namespace {

RowError row_error(const Row& row, const char* part, const std::string& fault) {
  return RowError(
      fmt::format("the {} of {} is wrong: {}; the row is at fault, not the configuration", part,
                  row.id, fault));
}

/// Calls act(); whatever it throws but for want of memory is told as a fault of the row, after
/// `where`.
template <typename Act>
decltype(auto) as_of_row(const Row& row, const char* part, const std::string& where, Act&& act) {
  try {
    return act();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const RowError&) {
    throw;
  } catch (const ConfigError&) {
    throw;
  } catch (const std::exception& error) {
    throw row_error(row, part, where + error.what());
  }
}

/// What helps where a run would take `cycles` or more, which is too long.
const char* shorten(const Config& config, Cycle cycles) {
  return cycles <= kMostPicoseconds && period_in_picoseconds(config) > 1
             ? "give a shorter period"
             : "give smaller messages or a smaller network";
}

/// A given key that a schedule that cannot be played may be blamed on, as it differs from the row.
const char* suspect(const Config& config, const Routing& routing) {
  const RowModel own = config.row->model_of(config.variant);
  const int own_ports = own.ports == RowModel::kAllPorts ? routing.topology().degree() : own.ports;
  if (config.places.given("router.ports") && config.network.ports < own_ports) {
    return "router.ports";
  }
  const bool other_ways = config.network.order != own.order || !routing.keeps_base_order();
  return config.places.given("router.routing") && other_ways ? "router.routing" : nullptr;
}

VerifyOptions options_of(const Config& config, const LinkTimes& links) {
  const NetworkConfig& network = config.network;
  const RowModel& own = config.row->model;
  const bool disjoint_links = config.row->contention.empty() && network.order == own.order &&
                              (network.duplex == own.duplex || network.duplex == Duplex::kFull);
  return {timing_model(network),
          network.switching,
          network.ports,
          config.irc,
          network.vcs,
          network.duplex,
          disjoint_links,
          kMostPacketFlits,
          last_possible_cycle(config),
          &links,
          &network,
          meets_others(config),
          !config.load.destinations.empty()};
}

/// The file is at fault, and the error names the round in it.
ConfigError schedule_file_error(const Config& config, const ScheduleError& error) {
  const std::string round = error.round() ? fmt::format("rounds[{}]: ", *error.round()) : "";
  return config.places.error("traffic.schedule", "{}: {}{}", config.schedule->file, round,
                             error.fault());
}

ConfigError limit_error(const Config& config, const ScheduleLimitError& error) {
  if (error.limit() == ScheduleLimitError::Limit::kPacketFlits) {
    return config.places.error("traffic.message_flits", error.what());
  }
  return config.places.error("clock.period", "{} at {} ns each; {}", error.what(),
                             config.clock_period_ns, shorten(config, 0));
}

}  // namespace

RowRequest request_of(const Config& config) {
  return {*config.topology,
          *config.routing,
          config.message_flits,
          config.root,
          config.variant,
          config.network.switching,
          config.network.ports,
          config.parameters,
          timing_model(config.network),
          config.network.duplex,
          config.irc || config.network.forks != Forks::kNone,
          config.topology->shares_routers() ||
              LinkTimes(*config.topology, config.network).differ() ||
              (config.row->model.forks != Forks::kNone && takes_cycle_to_reserve(config.network)),
          config.network.pipeline};
}

void check_row_fits(const Config& config) {
  try {
    check_request(*config.row, request_of(config));
  } catch (const ParameterError& error) {
    throw config.places.error(error.key(), error.what());
  }
}

Schedule build_schedule(const Row& row, const RowRequest& request) {
  Schedule schedule = as_of_row(row, "schedule", "", [&] { return row.build(request); });
  schedule.fill = [&row, fill = std::move(schedule.fill)](std::uint64_t round, Round& out) {
    as_of_row(row, "schedule", fmt::format("round {}: ", round), [&] { fill(round, out); });
  };
  return schedule;
}

std::optional<ClosedForm> closed_form_of(const Row& row, const RowRequest& request) {
  if (request.links_differ || !closed_forms_hold(request.timing, request.pipeline)) {
    return std::nullopt;
  }
  return as_of_row(row, "closed form", "", [&]() -> std::optional<ClosedForm> {
    const std::optional<Coefficients> terms = row.closed_form(request);
    if (!terms) {
      return std::nullopt;
    }
    return ClosedForm{*terms, terms->cycles(request.timing, request.message_flits)};
  });
}

void check_limits(const Config& config, const ClosedForm& closed_form) {
  const Coefficients& terms = closed_form.terms;
  const bool stores = config.network.switching == Switching::kStoreAndForward;
  const std::int64_t passes = stores ? terms.t_d : terms.t_s;
  if (!config.row->counts_waiting && passes > 0) {
    const Ratio mean = terms.mu_t_m * std::int64_t{config.message_flits} / passes;
    const auto packet = static_cast<std::uint64_t>(mean.truncated()) + 1;
    if (packet > kMostPacketFlits) {
      throw config.places.error("traffic.message_flits",
                                "there would be packets of {} flits or more; {} is the limit",
                                packet, kMostPacketFlits);
    }
  }
  check_duration(config, closed_form.cycles);
}

void check_duration(const Config& config, Cycle cycles) {
  if (cycles > last_possible_cycle(config)) {
    throw config.places.error("clock.period",
                              "{} cycles{} of {} ns are more than simulated time can hold; {}",
                              cycles, cycles == kEndlessCycles ? " or more" : "",
                              config.clock_period_ns, shorten(config, cycles));
  }
}

VerifyReport verify_schedule(const Config& config, const Schedule& schedule, const Routing& routing,
                             VerifyWatcher* watcher) {
  const LinkTimes links(routing.topology(), config.network);
  return as_of_row(*config.row, "schedule", "", [&] {
    try {
      return verify(schedule, routing, options_of(config, links), watcher);
    } catch (const ScheduleLimitError& error) {
      throw limit_error(config, error);
    } catch (const ScheduleError& error) {
      const char* key = suspect(config, routing);
      if (key == nullptr && config.schedule) {
        throw schedule_file_error(config, error);
      }
      if (key == nullptr) {
        throw;
      }
      throw config.places.error(key, "{} cannot be played like this: {}; leave the key out",
                                config.row->id, error.what());
    }
  });
}

}  // namespace flitcast
