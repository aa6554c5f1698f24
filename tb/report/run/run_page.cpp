#include "tb/report/run/run_page.h"

#include <algorithm>

#include <fmt/format.h>

#include "hw/waits.h"
#include "tb/report/links/link_section.h"
#include "tb/report/run/run_head.h"
#include "tb/report/run/run_sections.h"
#include "tb/report/run/space_time.h"
#include "tb/report/run/stuck_section.h"
#include "tb/results/result_file.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

void add_head(Page& page, const Json& result) {
  page.begin_section("Result");
  page.facts(run_facts(result));
  page.notes(result.at("notes").get<std::vector<std::string>>());
  std::vector<std::pair<std::string, std::string>> lines;
  for (const auto& [key, value] : result.at("config").items()) {
    lines.emplace_back(key, plain_text(value));
  }
  page.details("Configuration", lines);
  page.end_section();
}

void add_round_table(Page& page) {
  page.begin_section("Rounds");
  page.text(
      "Lockstep is the duration without any waiting. Waits and slack are those of the message that "
      "ended the round: with a barrier after every round, duration = lockstep − slack + waits.");
  std::vector<Page::Column> columns{{"round", "round"},       {"start", "start"},
                                    {"end", "end"},           {"duration", "duration"},
                                    {"messages", "messages"}, {"hops", "most hops"},
                                    {"flits", "most flits"},  {"lockstep", "lockstep"}};
  for (const std::string_view cause : kWaitCauseNames) {
    columns.push_back({std::string(cause), std::string(cause)});
  }
  columns.push_back({"slack", "slack"});
  page.table("Rounds", "rounds", columns);
  page.end_section();
}

}  // namespace

Page run_page(const RunStory& story) {
  const Json& result = story.result;
  Page page(run_title(result), run_description(result));
  add_head(page, result);
  if (!result.at("deadlock").is_null()) {
    add_end_section(page, story);
  }
  add_link_section(page, story.network, story.channels,
                   result.at("completion_cycles").get<Cycle>());
  add_space_time(page, story, result.at("completion_cycles").get<Cycle>());
  add_latencies(page, story);
  add_waits(page, result);
  add_round_table(page);
  return page;
}

}  // namespace flitcast
