#include "tb/config/keys/expect_keys.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/system/files/content_hash.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;
using Kind = Measure::Kind;

constexpr std::string_view kNumber = "N, N +- N, N +- P %, >= N, <= N, N .. N";
constexpr std::string_view kDecimal = "X, X +- X, X +- P %, >= X, <= X, X .. X";

Measure whole(std::string_view key, std::string_view unit, std::string_view help,
              Json (*take)(const RunResult&)) {
  return {key, Kind::kWhole, kNumber, unit, help, take, {}};
}

Measure decimal(std::string_view key, std::string_view unit, std::string_view help,
                Json (*take)(const RunResult&)) {
  return {key, Kind::kDecimal, kDecimal, unit, help, take, {}};
}

std::vector<Measure> cycle_measures() {
  return {
      whole("expect.completion_cycles", "cycles", "completion time",
            [](const RunResult& r) { return Json(r.completion_cycles); }),
      whole("expect.rounds", "", "rounds of the schedule",
            [](const RunResult& r) { return Json(r.rounds); }),
      whole("expect.excess_cycles", "cycles", "completion minus prediction",
            [](const RunResult& r) { return r.stuck ? Json(nullptr) : Json(r.excess_cycles()); }),
      whole("expect.messages", "", "messages of the schedule",
            [](const RunResult& r) { return Json(r.messages); }),
      whole("expect.flits", "", "payload flits of all messages",
            [](const RunResult& r) { return Json(r.flits); }),
      whole("expect.flit_hops", "", "traversals of a router output",
            [](const RunResult& r) { return Json(r.flit_hops); }),
      whole("expect.predicted_cycles", "cycles", "closed form of the row",
            [](const RunResult& r) { return Json(r.predicted_cycles); }),
      whole("expect.lower_bound_cycles", "cycles", "bound of the operation",
            [](const RunResult& r) { return Json(r.lower_bound_cycles); }),
      whole("expect.critical_path_cycles", "cycles", "longest chain of dependent messages",
            [](const RunResult& r) { return Json(r.critical_path_cycles); }),
  };
}

std::vector<Measure> background_measures() {
  return {
      whole("expect.background.quiet.completion_cycles", "cycles",
            "of a schedule under load: what it takes alone",
            [](const RunResult& r) {
              return r.background ? Json(r.background->quiet_cycles) : Json(nullptr);
            }),
      decimal("expect.background.slowdown", "", "likewise: how many times as long it took",
              [](const RunResult& r) {
                return r.background && !r.stuck ? Json(r.slowdown()) : Json(nullptr);
              }),
  };
}

std::vector<Measure> latency_measures() {
  return {
      whole("expect.latency.min", "cycles", "shortest time from issue to arrival of the tail",
            [](const RunResult& r) { return Json(r.latency.min); }),
      decimal("expect.latency.mean", "cycles", "mean of these times",
              [](const RunResult& r) { return Json(r.latency.mean); }),
      whole("expect.latency.p50", "cycles", "their median",
            [](const RunResult& r) { return Json(r.latency.p50); }),
      whole("expect.latency.p95", "cycles", "what 95 of 100 do not exceed",
            [](const RunResult& r) { return Json(r.latency.p95); }),
      whole("expect.latency.p99", "cycles", "what 99 of 100 do not exceed",
            [](const RunResult& r) { return Json(r.latency.p99); }),
      whole("expect.latency.max", "cycles", "the longest",
            [](const RunResult& r) { return Json(r.latency.max); }),
  };
}

/// Measures that only load has.
Measure of_load(std::string_view key, std::string_view unit, std::string_view help) {
  return decimal(key, unit, help, [](const RunResult&) { return Json(nullptr); });
}

Measure word_of_load(std::string_view key, std::string_view syntax, std::string_view help,
                     std::vector<std::string_view> words) {
  return {key,
          Kind::kWord,
          syntax,
          "",
          help,
          [](const RunResult&) { return Json(nullptr); },
          std::move(words)};
}

std::vector<Measure> load_measures() {
  constexpr std::string_view kRate = "flits per node and cycle";
  return {
      word_of_load("expect.saturated", "yes | no", "of load: beyond load.saturation, or stalled",
                   {"yes", "no"}),
      word_of_load("expect.verdict", "settled | unsettled | saturated | stalled",
                   "of load: what became of the network",
                   {"settled", "unsettled", "saturated", "stalled"}),
      of_load("expect.offered", kRate, "of load: what nodes made"),
      of_load("expect.accepted.mean", kRate, "of load: what arrived"),
      of_load("expect.latency.queueing", "cycles", "of load: mean time before the network"),
      of_load("expect.latency.network", "cycles", "of load: mean time in it"),
      of_load("expect.round_trip", "cycles", "of load: mean time from request to reply"),
      of_load("expect.theory.zero_load", "cycles", "of load: mean latency without it, in theory"),
      of_load("expect.theory.bound", kRate,
              "of load: the largest rate at which all flows can be delivered"),
  };
}

std::vector<Measure> link_measures() {
  return {
      decimal("expect.links.max_utilization", "", "share of the time that the busiest link carries",
              [](const RunResult& r) { return Json(r.links.max_utilization); }),
      decimal("expect.links.mean_utilization", "", "the same, all links together",
              [](const RunResult& r) { return Json(r.links.mean_utilization); }),
      whole("expect.links.blocked_cycles", "cycles", "time that flits stood ready without leave",
            [](const RunResult& r) { return Json(r.links.waits.total()); }),
  };
}

std::vector<Measure> verdict_measures() {
  return {
      {"expect.data_check",
       Kind::kWord,
       "passed | failed | off",
       "",
       "whether nodes hold in the end what the operation promises",
       [](const RunResult& r) { return Json(data_check_name(r.data_check)); },
       {"passed", "failed", "off"}},
      {"expect.deadlock",
       Kind::kWord,
       "none | no_progress | max_cycles",
       "",
       "why the run gave up",
       [](const RunResult& r) { return Json(r.stuck ? to_string(r.stuck->reason) : "none"); },
       {"none", "no_progress", "max_cycles"}},
      {"expect.messages_hash",
       Kind::kHash,
       "16 hexadecimal digits",
       "",
       "XXH3 of what output.messages writes: xxhsum -H3 of the file",
       [](const RunResult& r) {
         return r.messages_hash.empty() ? Json(nullptr) : Json(r.messages_hash);
       },
       {}},
      {"expect.exit_code",
       Kind::kWord,
       "0 | 1 | 2 | 3 | 4",
       "",
       "exit code, expectations aside; judged by flitcast regress only",
       nullptr,
       {"0", "1", "2", "3", "4"}},
      {"expect.error",
       Kind::kText,
       "TEXT",
       "",
       "part of the message on standard error; judged by flitcast regress only",
       nullptr,
       {}},
  };
}

std::string parse_hash(std::string_view text) {
  text = trim(text);
  if (!is_content_hash(text)) {
    throw ValueError(
        fmt::format("{} is no hash; give 16 hexadecimal digits, the messages_hash of a result",
                    in_quotes(text)));
  }
  return std::string(text);
}

std::string parse_text(std::string_view text) {
  std::string part = parse_name(text, "a part of the message");
  if (!fits_ini(part)) {
    throw ValueError(
        in_quotes(part) +
        " has what begins a comment; give a part of the message without # and without ; behind a "
        "blank");
  }
  return part;
}

}  // namespace

const std::vector<Measure>& measures() {
  static const std::vector<Measure> all = [] {
    std::vector<Measure> groups;
    for (const auto& group : {cycle_measures(), background_measures(), latency_measures(),
                              load_measures(), link_measures(), verdict_measures()}) {
      groups.insert(groups.end(), group.begin(), group.end());
    }
    return groups;
  }();
  return all;
}

const Measure* find_measure(std::string_view path) {
  const auto found = std::find_if(measures().begin(), measures().end(),
                                  [&](const Measure& each) { return each.path() == path; });
  return found == measures().end() ? nullptr : &*found;
}

std::variant<Expectation, std::string> parse_expected(const Measure& measure,
                                                      std::string_view text) {
  const Unit unit = measure.unit == kCycles.name ? kCycles : kNoUnit;
  switch (measure.kind) {
    case Kind::kWhole:
      return parse_expectation(text, NumberKind::kWhole, unit);
    case Kind::kDecimal:
      return parse_expectation(text, NumberKind::kDecimal, unit);
    case Kind::kWord:
      return std::string(measure.words[parse_word(text, measure.words)]);
    case Kind::kHash:
      return parse_hash(text);
    case Kind::kText:
      return parse_text(text);
  }
  throw std::logic_error("unknown kind of measure");
}

std::string expected_text(const std::variant<Expectation, std::string>& expected) {
  const auto* const number = std::get_if<Expectation>(&expected);
  return number != nullptr ? to_string(*number) : std::get<std::string>(expected);
}

std::vector<ConfigKey> expect_keys() {
  std::vector<ConfigKey> keys;
  for (const Measure& measure : measures()) {
    ConfigKey key;
    key.name = measure.key;
    key.syntax = measure.syntax;
    key.unit = measure.unit;
    key.fallback = "none";
    key.help = measure.help;
    key.check = [&measure](std::string_view text) { parse_expected(measure, text); };
    key.apply = [&measure](Config& config, std::string_view text) {
      config.expectations[std::string(measure.path())] = parse_expected(measure, text);
    };
    key.show = [&measure](const Config& config) -> std::optional<std::string> {
      const auto found = config.expectations.find(measure.path());
      return found == config.expectations.end() ? std::nullopt
                                                : std::optional(expected_text(found->second));
    };
    keys.push_back(std::move(key));
  }
  return keys;
}

}  // namespace flitcast
