#include "tb/report/run/space_time.h"

#include <algorithm>

#include <fmt/format.h>

#include "tb/report/page/spec.h"
#include "tb/report/run/stuck_section.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

// Above a picture; the menu wants room where there is no legend.
constexpr int kPlainPixels = 5;
constexpr int kMenuPixels = 30;

constexpr double kSendOpacity = 0.9;  // of bars and of the legend that explains them

Json bar_tooltip(const Timeline& timeline, bool sends) {
  Json tooltip = Json::array();
  const auto add = [&](const char* field, const std::string& title) {
    tooltip.push_back(Json{{"field", field}, {"title", title}});
  };
  const char* const node = sends ? "sender" : "receiver";
  const bool joined_nodes = timeline.joined_nodes() > 1;
  add("node", joined_nodes ? fmt::format("first {}", node) : node);
  if (joined_nodes) {
    add("last_node", fmt::format("last {}", node));
  }
  add("round", timeline.joined_rounds() > 1 ? "first round" : "round");
  if (timeline.joined_rounds() > 1) {
    add("last_round", "last round");
  }
  add("start", "issued, cycle");
  add("end", "tail arrived, cycle");
  add("deliveries", "messages delivered");
  add(sends ? "to" : "from", sends ? "to node" : "from node");
  return tooltip;
}

/// How the colours of the rounds are explained: one by one where they are few.
std::pair<const char*, Json> round_scale(const Json& result, const Timeline& timeline) {
  constexpr std::uint64_t kFewRounds = 8;
  const auto rounds = result.at("rounds").get<std::uint64_t>();
  if (rounds <= 1) {
    return {"ordinal", nullptr};
  }
  if (rounds <= kFewRounds && timeline.joined_rounds() == 1) {
    return {"ordinal", {{"columns", 8}, {"symbolType", "square"}, {"symbolOpacity", kSendOpacity}}};
  }
  return {"quantitative", {{"tickMinStep", 1}, {"format", "d"}, {"gradientOpacity", kSendOpacity}}};
}

/// What the bars of the picture are.
void explain_bars(Page& page, const RunStory& story) {
  const Timeline& timeline = story.timeline;
  page.text(
      "A bar is what a node sends in a round, from the first issue to the arrival of the last "
      "tail.");
  if (timeline.has_listeners()) {
    page.text("A thin, pale bar is what a node receives in a round, over the same time.");
  }
  if (timeline.joined_nodes() > 1 || timeline.joined_rounds() > 1) {
    const std::string rounds =
        timeline.joined_rounds() > 1 ? fmt::format(" and {} rounds", timeline.joined_rounds()) : "";
    page.text(fmt::format(
        "There are too many bars to tell apart: every {} neighbouring node{}{} share one.",
        timeline.joined_nodes(), timeline.joined_nodes() > 1 ? "s" : "", rounds));
  }
  if (has_worms(story.result)) {
    page.text(
        "Where a worm got stuck, the nodes that it holds on its way have a red bar from the cycle "
        "on after which nothing moved.");
  }
  page.text(
      "The strip is all of the time: a drag in it picks a window. In the picture a drag moves it, "
      "the wheel with Ctrl zooms; so do + and −, the arrows and 0 on the keyboard.");
}

/// The picture with the bars of every node, filled in.
Json bars_of(const RunStory& story, Cycle span) {
  const double nodes = story.network.topology.processors();
  const auto [round_type, round_legend] = round_scale(story.result, story.timeline);
  return fill_asset("space_time.vl.json",
                    {{"description", "When every node was sending, by round"},
                     {"height", static_cast<int>(std::clamp(nodes * 14, 100.0, 620.0))},
                     {"x_domain", {0, span}},
                     {"y_domain", {-0.5, nodes - 0.5}},
                     {"round_type", round_type},
                     {"round_legend", round_legend},
                     {"send_opacity", kSendOpacity},
                     {"padding", round_legend.is_null() ? kMenuPixels : kPlainPixels},
                     {"send_tooltip", bar_tooltip(story.timeline, true)},
                     {"receive_tooltip", bar_tooltip(story.timeline, false)}});
}

}  // namespace

void add_space_time(Page& page, const RunStory& story, Cycle span) {
  span = std::max<Cycle>(span, 1);
  const Timeline& timeline = story.timeline;
  page.begin_section("Rounds in space and time");
  if (timeline.deliveries() == 0 && !has_worms(story.result)) {
    page.text("No message arrived.");
    page.end_section();
    return;
  }
  explain_bars(page, story);
  page.add_data("sends", timeline.sends());
  page.add_data("receives", timeline.has_listeners() ? timeline.receives() : Json::object());
  page.add_data("activity", timeline.activity(span));
  page.add_data("stuck", stuck_places(story.result));
  page.picture_over_time(
      bars_of(story, span), {"sends", "receives", "stuck"},
      {fill_asset("activity.vl.json",
                  {{"description", "How many nodes were sending"}, {"x_domain", {0, span}}}),
       "activity", 0, static_cast<double>(span)});
  page.end_section();
}

}  // namespace flitcast
