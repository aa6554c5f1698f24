#include "tb/report/sweep/gallery_page.h"

#include <algorithm>

#include <fmt/format.h>

#include "tb/config/config.h"
#include "tb/report/page/columns.h"
#include "tb/report/page/spec.h"
#include "tb/report/sweep/encodings.h"
#include "tb/report/sweep/sweep_pictures.h"
#include "tb/report/sweep/sweep_view.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;
using Tone = PageFact::Tone;

constexpr std::size_t kMostBars = 48;  // in a small picture
constexpr int kCardHeight = 96;

double waited(const Json& round) {
  double waits = 0;
  for (const Json& cycles : round.at("waits")) {
    waits += cycles.get<double>();
  }
  const double duration = round.at("end").get<double>() - round.at("start").get<double>();
  return duration > 0 ? std::min(1.0, waits / duration) : 0;
}

/// "aas-hc-dex, message_flits = 16".
std::string card_title(const SweepView& view, std::size_t point) {
  const PointTable& table = view.table();
  const std::vector<std::size_t> varied = view.varied();
  const std::vector<std::string> names = short_names(table, varied);
  std::string title;
  for (std::size_t i = 0; i < varied.size(); ++i) {
    const PointTable::Column& column = table.column(varied[i]);
    const std::string value = text_or_none(column.values[point]);
    if (column.distinct > 1) {
      title += fmt::format("{}{}", title.empty() ? "" : ", ",
                           column.numeric ? fmt::format("{} = {}", names[i], value) : value);
    }
  }
  return title.empty() ? text_or_none(table.column(0).values[point]) : title;
}

Json value_of(const PointTable& table, const char* name, std::size_t point) {
  const auto column = table.find(name);
  return column ? table.column(*column).values[point] : Json();
}

std::vector<PageFact> card_facts(const PointTable& table, std::size_t point) {
  const Json completion = value_of(table, "completion_cycles", point);
  const Json predicted = value_of(table, "predicted_cycles", point);
  const Json excess = value_of(table, "excess_cycles", point);
  const Json bound = value_of(table, "lower_bound_cycles", point);
  if (completion.is_null()) {
    return {{"completion", "stuck", "", Tone::kBad}};
  }
  const bool has_bound = bound.is_number() && bound.get<double>() > 0;
  return {{"completion", text_or_none(completion),
           has_bound ? fmt::format("{:.3g} × bound", completion.get<double>() / bound.get<double>())
                     : ""},
          {"predicted", text_or_none(predicted)},
          {"excess", text_or_none(excess), "", excess == 0 ? Tone::kGood : Tone::kPlain}};
}

void add_card(Page& page, const SweepView& view, std::size_t point, Json rounds) {
  const PointTable& table = view.table();
  page.begin_part({{field_of(0), drawn_value(table.column(0), table.column(0).values[point])}});
  page.heading(card_title(view, point));
  page.facts(card_facts(table, point));
  if (!rounds.empty() && !rounds.front().empty()) {
    const std::string data = fmt::format("rounds {}", point);
    const auto last = rounds["last"].back().get<double>();
    page.add_data(data, std::move(rounds));
    Page::Frame frame;
    frame.lazy = true;
    page.picture(fill_asset("gallery_rounds.vl.json",
                            {{"description", "Rounds over time of " + card_title(view, point)},
                             {"data", data},
                             {"height", kCardHeight},
                             {"y_domain", {-0.5, last + 0.5}}}),
                 {data}, frame);
  }
  page.end_part();
}

/// What cards can be sorted by: what varies, and the main measures.
std::vector<Page::Column> sort_columns(const SweepView& view) {
  std::vector<std::size_t> columns;
  for (const char* const name : {"completion_cycles", "predicted_cycles", "excess_cycles",
                                 "lower_bound_cycles", "latency.mean", "links.max_utilization"}) {
    if (const auto column = view.table().find(name); column && view.shown(*column)) {
      columns.push_back(*column);
    }
  }
  const std::vector<std::size_t> varied = view.varied();
  columns.insert(columns.end(), varied.begin(), varied.end());
  std::vector<Page::Column> list;
  list.reserve(columns.size());
  for (const std::size_t column : columns) {
    list.push_back({field_of(column), view.table().column(column).name});
  }
  return list;
}

}  // namespace

Json gallery_rounds(const Json& result) {
  const Json& rounds = result.at("per_round");
  const std::size_t joined = (rounds.size() + kMostBars - 1) / kMostBars;
  Columns columns({"first", "last", "start", "end", "waited"});
  for (std::size_t first = 0; first < rounds.size(); first += joined) {
    const std::size_t last = std::min(first + joined, rounds.size()) - 1;
    Json start = rounds[first].at("start");
    Json end = rounds[first].at("end");
    double most = 0;
    for (std::size_t round = first; round <= last; ++round) {
      start = std::min(start, rounds[round].at("start"));
      end = std::max(end, rounds[round].at("end"));
      most = std::max(most, waited(rounds[round]));
    }
    columns.add({first, last, start, end, rounded(most)});
  }
  return columns.take();
}

Page gallery_page(const PointTable& table, const Axes& axes, const LeftOut& left_out,
                  const std::vector<Json>& rounds) {
  if (table.points() > kMaxCards) {
    throw ConfigError(fmt::format(
        "--gallery: {} results are too many, {} is the limit; keep some with --where=KEY=VALUE",
        table.points(), kMaxCards));
  }
  const SweepView view(table, axes);
  Page page(fmt::format("{} results", table.points()), sweep_description(view));
  page.add_data("points", view.points());
  add_selectors(page, view);
  page.begin_section("Gallery");
  page.text(
      "A bar is a round, from the issue of its first message to the arrival of its last tail; the "
      "redder, the more of that time the message waited that ended it. Every card has an axis of "
      "its own.");
  if (left_out.step > 1) {
    page.text(fmt::format("There are too many results: one in {} is shown.", left_out.step));
  }
  if (left_out.without_result > 0) {
    page.alarm(fmt::format("{} points have no result.", left_out.without_result));
  }
  page.begin_cards("points", sort_columns(view));
  for (std::size_t point = 0; point < table.points(); ++point) {
    add_card(page, view, point, rounds.at(point));
  }
  page.end_cards();
  page.end_section();
  return page;
}

}  // namespace flitcast
