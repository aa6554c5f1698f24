#include "tb/report/run/run_sections.h"

#include <algorithm>

#include <fmt/format.h>

#include "hw/waits.h"
#include "tb/report/page/columns.h"
#include "tb/report/page/spec.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

Json rounds_data(const Json& result) {
  std::vector<std::string> names{"round",    "start", "end",   "duration",
                                 "messages", "hops",  "flits", "lockstep"};
  names.insert(names.end(), kWaitCauseNames.begin(), kWaitCauseNames.end());
  names.emplace_back("slack");
  Columns columns(names);
  std::uint64_t number = 0;
  for (const Json& round : result.at("per_round")) {
    std::vector<Json> row{
        number++,
        round.at("start"),
        round.at("end"),
        round.at("end").get<std::int64_t>() - round.at("start").get<std::int64_t>(),
        round.at("messages"),
        round.at("max_hops"),
        round.at("max_flits"),
        round.at("lockstep")};
    for (const std::string_view cause : kWaitCauseNames) {
      row.push_back(round.at("waits").at(std::string(cause)));
    }
    row.push_back(round.at("slack"));
    columns.add(std::move(row));
  }
  return columns.take();
}

bool any_wait(const Json& rounds) {
  return std::any_of(kWaitCauseNames.begin(), kWaitCauseNames.end(), [&](std::string_view cause) {
    const Json& cycles_of_rounds = rounds.at(std::string(cause));
    return std::any_of(cycles_of_rounds.begin(), cycles_of_rounds.end(),
                       [](const Json& cycles) { return cycles != 0; });
  });
}

}  // namespace

void add_latencies(Page& page, const RunStory& story) {
  if (story.timeline.deliveries() == 0) {
    return;
  }
  const Json& latency = story.result.at("latency");
  Columns percentiles({"name", "cycles"});
  for (const char* const name : {"p50", "p95", "p99"}) {
    percentiles.add({fmt::format("{} = {}", name, latency.at(name).dump()), latency.at(name)});
  }
  Json bars = story.timeline.latencies();
  const double width = bars["high"].front().get<double>() - bars["low"].front().get<double>();
  const Json domain{bars["low"].front().get<double>() - width,
                    bars["high"].back().get<double>() + width};
  page.add_data("latency", std::move(bars));
  page.add_data("percentiles", percentiles.take());
  page.begin_section("Latency of messages");
  page.picture(
      fill_asset("latency.vl.json",
                 {{"description", "How many messages took how many cycles"}, {"x_domain", domain}}),
      {"latency", "percentiles"}, {});
  page.end_section();
}

void add_waits(Page& page, const Json& result) {
  Json rounds = rounds_data(result);
  const bool rounds_waited = any_wait(rounds);
  page.add_data("rounds", std::move(rounds));
  page.begin_section("Waits by cause");
  const Json& waits = result.at("links").at("waits");
  const bool flits_waited = result["links"].at("blocked_cycles") != 0;
  if (!flits_waited && !rounds_waited) {
    page.text("No flit waited for a channel or a port.");
  }
  if (flits_waited) {
    Columns columns({"cause", "cycles"});
    for (const std::string_view cause : kWaitCauseNames) {
      columns.add({cause, waits.at(std::string(cause))});
    }
    page.add_data("waits", columns.take());
    page.text("Cycles that flits stood ready without leave; many may wait at once.");
    page.picture(fill_asset("waits.vl.json", {{"description", "Cycles waited, by cause"},
                                              {"causes", kWaitCauseNames}}),
                 {"waits"}, {});
  }
  if (rounds_waited) {
    page.heading("What the last message of every round had waited");
    page.text(
        "Cycles of the message that ended the round, also for a send port of its node, which the "
        "flits in the network do not wait for.");
    page.picture(
        fill_asset("round_waits.vl.json",
                   {{"description", "Waits of the message that ended a round, by cause"},
                    {"causes", kWaitCauseNames},
                    {"x_domain", {-0.5, static_cast<double>(result["per_round"].size()) - 0.5}}}),
        {"rounds"}, {});
  }
  page.end_section();
}

}  // namespace flitcast
