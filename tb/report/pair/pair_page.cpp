#include "tb/report/pair/pair_page.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "tb/config/config_keys.h"
#include "tb/report/links/link_pictures.h"
#include "tb/report/links/link_section.h"
#include "tb/report/page/columns.h"
#include "tb/report/run/run_head.h"
#include "tb/report/run/run_sections.h"
#include "tb/report/run/space_time.h"
#include "tb/report/run/stuck_section.h"
#include "tb/results/result_file.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;
using Pair = std::array<const RunStory*, 2>;

constexpr std::array<const char*, 2> kScopes{"A", "B"};

std::string title(const Pair& runs) {
  const std::string a = run_title(runs[0]->result);
  const std::string b = run_title(runs[1]->result);
  return a == b ? fmt::format("{}, two runs", a) : fmt::format("{} and {}", a, b);
}

/// Names of columns of either result, in their order, with their values.
std::vector<std::pair<std::string, std::array<Json, 2>>> both_columns(const Pair& runs) {
  std::vector<std::pair<std::string, std::array<Json, 2>>> rows;
  std::map<std::string, std::size_t> places;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    for (ResultColumn& column : result_columns(runs[run]->result)) {
      const auto [place, is_new] = places.try_emplace(column.name, rows.size());
      if (is_new) {
        rows.push_back({column.name, {}});
      }
      rows[place->second].second[run] = std::move(column.value);
    }
  }
  return rows;
}

/// Measures of both, those that differ first.
Json measures_of(const Pair& runs) {
  Columns measures({"name", "a", "b", "difference", "ratio"});
  for (const bool differing : {true, false}) {
    for (const auto& [name, values] : both_columns(runs)) {
      const auto& [a, b] = values;
      if (find_key(name) != nullptr || (a != b) != differing || !(a.is_number() || b.is_number())) {
        continue;
      }
      const bool both = a.is_number() && b.is_number();
      const double from = a.is_number() ? a.get<double>() : 0;
      const double to = b.is_number() ? b.get<double>() : 0;
      measures.add({name, number_or_null(a), number_or_null(b), both ? rounded(to - from) : Json(),
                    both && from != 0 ? shortened(to / from) : Json()});
    }
  }
  return measures.take();
}

void add_tables(Page& page, const Pair& runs) {
  Columns keys({"name", "a", "b"});
  std::size_t differing = 0;
  for (const auto& [name, values] : both_columns(runs)) {
    const auto& [a, b] = values;
    if (find_key(name) != nullptr && a != b) {
      keys.add({name, a.is_null() ? Json("none") : a, b.is_null() ? Json("none") : b});
      ++differing;
    }
  }
  page.begin_section("What differs");
  if (differing == 0) {
    page.text("Both have the same configuration.");
  } else {
    page.add_data("keys", keys.take());
    page.table("Configuration that differs", "keys", {{"name", "key"}, {"a", "A"}, {"b", "B"}});
  }
  page.add_data("measures", measures_of(runs));
  page.heading("Measures");
  page.table(
      "Measures", "measures",
      {{"name", "measure"}, {"a", "A"}, {"b", "B"}, {"difference", "B − A"}, {"ratio", "B / A"}});
  page.end_section();
}

/// The same part of both, side by side.
template <typename Add>
void beside(Page& page, const Pair& runs, Add&& add) {
  page.begin_columns();
  for (std::size_t run = 0; run < runs.size(); ++run) {
    page.begin_scope(kScopes[run]);
    add(*runs[run]);
  }
  page.begin_scope("");
  page.end_columns();
}

Cycle completion(const RunStory& story) {
  return story.result.at("completion_cycles").get<Cycle>();
}

bool same_channels(const Pair& runs) {
  const auto& a = runs[0]->channels;
  const auto& b = runs[1]->channels;
  return runs[0]->network.topology.describe() == runs[1]->network.topology.describe() &&
         std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const LoggedChannel& left, const LoggedChannel& right) {
                      return left.from == right.from && left.to == right.to &&
                             left.receive_port == right.receive_port;
                    });
}

void add_link_difference(Page& page, const Pair& runs) {
  if (!same_channels(runs)) {
    return;
  }
  const LinkUse a{"A", runs[0]->channels, completion(*runs[0])};
  page.begin_section("Use of the links, B − A");
  page.text("Of each run the share of its own time.");
  page.begin_scope("B − A");
  add_link_picture(page, runs[0]->network, {"B", runs[1]->channels, completion(*runs[1]), &a});
  page.begin_scope("");
  page.end_section();
}

}  // namespace

Page pair_page(const PairedRun& a, const PairedRun& b) {
  const Pair runs{&a.story, &b.story};
  Page page(title(runs), fmt::format("A is {}, B is {}", a.name, b.name));
  beside(page, runs, [&](const RunStory& story) {
    page.begin_section("Result");
    page.text(run_description(story.result));
    page.facts(run_facts(story.result));
    page.notes(story.result.at("notes").get<std::vector<std::string>>());
    page.end_section();
  });
  add_tables(page, runs);
  if (std::any_of(runs.begin(), runs.end(),
                  [](const RunStory* story) { return !story->result.at("deadlock").is_null(); })) {
    beside(page, runs, [&](const RunStory& story) { add_end_section(page, story); });
  }
  beside(page, runs, [&](const RunStory& story) {
    add_link_section(page, story.network, story.channels, completion(story));
  });
  add_link_difference(page, runs);
  const Cycle span = std::max(completion(a.story), completion(b.story));
  beside(page, runs, [&](const RunStory& story) { add_space_time(page, story, span); });
  beside(page, runs, [&](const RunStory& story) { add_latencies(page, story); });
  beside(page, runs, [&](const RunStory& story) { add_waits(page, story.result); });
  return page;
}

}  // namespace flitcast
