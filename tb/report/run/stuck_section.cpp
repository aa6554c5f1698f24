#include "tb/report/run/stuck_section.h"

#include <fmt/format.h>

#include "tb/report/links/worm_picture.h"
#include "tb/report/page/columns.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

/// "0→1 1→3".
std::string channels_text(const Json& channels) {
  std::string text;
  for (const Json& channel : channels) {
    text += fmt::format("{}{}→{}", text.empty() ? "" : " ", channel.at("from").dump(),
                        channel.at("to").dump());
  }
  return text;
}

std::string wants_text(const Json& wants) {
  if (wants.is_null()) {
    return "";
  }
  return wants.contains("receive")
             ? fmt::format("a receive port of {}", wants["receive"].dump())
             : fmt::format("{}→{}", wants.at("from").dump(), wants.at("to").dump());
}

std::string joined(const Json& list, const char* between) {
  std::string text;
  for (const Json& item : list) {
    text += fmt::format("{}{}", text.empty() ? "" : between, item.dump());
  }
  return text;
}

Json worms_data(const Json& worms) {
  Columns columns({"message", "src", "dst", "router", "holds", "wants", "reason", "waits_for"});
  for (const Json& worm : worms) {
    columns.add({worm.at("message"), worm.at("src"), joined(worm.at("dst"), ", "),
                 worm.at("router"), channels_text(worm.at("holds")), wants_text(worm.at("wants")),
                 worm.at("reason"), worm.at("waits_for")});
  }
  return columns.take();
}

}  // namespace

void add_end_section(Page& page, const RunStory& story) {
  const Json& deadlock = story.result.at("deadlock");
  page.begin_section("Why it ended");
  if (deadlock.is_null()) {
    page.text("All messages arrived.");
    page.end_section();
    return;
  }
  if (deadlock.at("reason") != "no_progress") {
    page.alarm(fmt::format("run.max_cycles was reached in round {}.", deadlock.at("round").dump()));
    page.end_section();
    return;
  }
  const std::string circle = joined(deadlock.at("cycle"), " → ");
  page.alarm(fmt::format("Nothing moved any more after cycle {}, in round {}.",
                         deadlock.at("last_progress").dump(), deadlock.at("round").dump()));
  if (!circle.empty()) {
    page.text(fmt::format("Messages that wait for each other: {} → {}.", circle,
                          deadlock["cycle"][0].dump()));
  }
  add_worm_picture(page, story.network, deadlock.at("worms"), deadlock.at("cycle"));
  page.add_data("worms", worms_data(deadlock.at("worms")));
  page.table("Worms in the network", "worms",
             {{"message", "message"},
              {"src", "from"},
              {"dst", "to"},
              {"router", "header at"},
              {"holds", "holds channels"},
              {"wants", "wants"},
              {"reason", "reason"},
              {"waits_for", "waits for message"}});
  page.end_section();
}

bool has_worms(const Json& result) {
  const Json& deadlock = result.at("deadlock");
  return !deadlock.is_null() && deadlock.at("reason") == "no_progress" &&
         !deadlock.at("worms").empty();
}

Json stuck_places(const Json& result) {
  if (!has_worms(result)) {
    return Json::object();
  }
  Columns columns({"node", "start", "end", "message", "src", "dst", "part"});
  const Json& deadlock = result["deadlock"];
  for (const Json& worm : deadlock.at("worms")) {
    const auto add = [&](const Json& node, const char* part) {
      columns.add({node, deadlock.at("last_progress"), deadlock.at("verdict"), worm.at("message"),
                   worm.at("src"), joined(worm.at("dst"), ", "), part});
    };
    const Json& holds = worm.at("holds");
    for (std::size_t i = 0; i < holds.size(); ++i) {
      add(holds[i].at("from"), i == 0 ? "tail" : "between");
    }
    add(worm.at("router"), "header");
  }
  return columns.take();
}

}  // namespace flitcast
