#include "tb/report/choose/choose_page.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tb/report/page/columns.h"
#include "tb/report/page/spec.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kRowHeight = 24;
constexpr int kFrameHeight = 60;
constexpr double kLettersAcross = 110;  // of the labels in the picture

// Told apart by the colour-blind, as far as they are different.
const Json kColors{"#56b4e9", "#e69f00", "#009e73", "#f0e442", "#cc79a7", "#d55e00",
                   "#0072b2", "#b3b3b3", "#a6d854", "#b15928", "#8dd3c7", "#bebada"};

double flits(const Json& end) {
  return end.at("message_flits").get<double>();
}

double border(const Json& before, const Json& after) {
  return std::sqrt(flits(before.at("last")) * flits(after.at("first")));
}

std::string row_name(const Json& situation, const Json& region) {
  const std::string name = fmt::format("{} · {}", situation.at("network").get<std::string>(),
                                       situation.at("hardware").get<std::string>());
  const std::string sizes = region.at("sizes");
  return sizes.empty() ? name : name + " · " + sizes;
}

/// The forms that win.
std::string winners_of(const Json& region) {
  std::string text;
  for (const Json& winner : region.at("winners")) {
    text += (text.empty() ? "" : " = ") + winner.at("name").get<std::string>();
  }
  return text;
}

std::string range_of(const Json& region) {
  const auto first = region.at("first").at("message_flits").get<std::uint64_t>();
  const auto last = region.at("last").at("message_flits").get<std::uint64_t>();
  return first == last ? std::to_string(first) : fmt::format("{} … {}", first, last);
}

std::string cycles_of(const Json& region, const char* what) {
  const auto text = [what](const Json& end) {
    const Json& value = end.at(what);
    return value.is_null()     ? std::string("–")
           : value.is_string() ? value.get<std::string>()
                               : value.dump();
  };
  const std::string first = text(region.at("first"));
  const std::string last = text(region.at("last"));
  return first == last ? first : first + " … " + last;
}

class Map {
 public:
  explicit Map(const Json& answer)
      : low_(answer.at("message_flits").at(0).get<double>() * 0.85),
        high_(answer.at("message_flits").at(1).get<double>() * 1.18),
        columns_({"situation", "from", "to", "middle", "algorithm", "label", "fastest", "flits",
                  "cycles", "runner_up", "runner_up_cycles", "lower_bound", "outside"}) {
    for (const Json& situation : answer.at("situations")) {
      const Json& regions = situation.at("regions");
      for (std::size_t i = 0; i < regions.size(); ++i) {
        const bool begins = i == 0 || regions[i - 1].at("sizes") != regions[i].at("sizes");
        const bool ends =
            i + 1 == regions.size() || regions[i + 1].at("sizes") != regions[i].at("sizes");
        add(situation, regions[i], begins ? low_ : border(regions[i - 1], regions[i]),
            ends ? high_ : border(regions[i], regions[i + 1]));
        rows_ += begins ? 1 : 0;
      }
    }
  }

  Json spec() const {
    Json tooltip = Json::array();
    for (const auto& [field, title] : {std::pair("situation", "on"),
                                       {"fastest", "fastest"},
                                       {"flits", "flits"},
                                       {"cycles", "cycles"},
                                       {"runner_up", "runner-up"},
                                       {"runner_up_cycles", "its cycles"},
                                       {"lower_bound", "lower bound"},
                                       {"outside", "outside its model"}}) {
      tooltip.push_back({{"field", field}, {"type", "nominal"}, {"title", title}});
    }
    return fill_asset("choose_map.vl.json",
                      {{"description", "The fastest algorithm by situation and message size"},
                       {"height", rows_ * kRowHeight + kFrameHeight},
                       {"x_domain", {low_, high_}},
                       {"algorithms", algorithms_},
                       {"colors", kColors},
                       {"columns", std::min<std::size_t>(algorithms_.size(), 4)},
                       {"tooltip", tooltip}});
  }
  Json take_data() { return columns_.take(); }

 private:
  void add(const Json& situation, const Json& region, double from, double to) {
    const std::string id = region.at("winners").at(0).at("keys").at("traffic.algorithm");
    if (std::find(algorithms_.begin(), algorithms_.end(), Json(id)) == algorithms_.end()) {
      algorithms_.push_back(id);
    }
    const Json& winner = region.at("winners").at(0);
    const std::string name = winner.at("name").get<std::string>() +
                             (winner.at("outside_model").get<std::string>().empty() ? "" : " *");
    const double room = kLettersAcross * std::log(to / from) / std::log(high_ / low_);
    const bool fits = static_cast<double>(name.size()) < room;
    columns_.add({row_name(situation, region), rounded(from), rounded(to),
                  rounded(std::sqrt(from * to)), id, fits ? name : "", winners_of(region),
                  range_of(region), cycles_of(region, "cycles"), cycles_of(region, "runner_up"),
                  cycles_of(region, "runner_up_cycles"), cycles_of(region, "lower_bound_cycles"),
                  winner.at("outside_model")});
  }

  double low_;
  double high_;
  Columns columns_;
  Json algorithms_ = Json::array();
  int rows_ = 0;
};

}  // namespace

Page choose_page(const Json& answer) {
  const std::string operation = answer.at("operation");
  const Json& sizes = answer.at("message_flits");
  Page page(operation + ": which algorithm is the fastest",
            "A decision map: the fastest algorithm by network, hardware and message size");
  page.facts(
      {{"situations", std::to_string(answer.at("situations").size()), "", {}},
       {"sizes", fmt::format("{} … {}", sizes.at(0).dump(), sizes.at(1).dump()), "flits", {}},
       {"algorithms", std::to_string(answer.at("algorithms").size()), "", {}},
       {"borders", answer.at("simulated").get<bool>() ? "simulated" : "predicted", "", {}}});
  Map map(answer);
  const Json spec = map.spec();
  page.add_data("regions", map.take_data());
  page.begin_section("Decision map");
  page.text(
      "Every row is a network with its hardware; a colour is the algorithm that takes the "
      "fewest cycles there. An asterisk: played on "
      "hardware that it is not written for. Forms, ties and runners-up are in the table.");
  page.picture(spec, {"regions"}, {});
  page.table("Regions", "regions",
             {{"situation", "on"},
              {"flits", "flits"},
              {"fastest", "fastest"},
              {"outside", "outside its model"},
              {"cycles", "cycles"},
              {"runner_up", "runner-up"},
              {"runner_up_cycles", "its cycles"},
              {"lower_bound", "lower bound"}});
  page.end_section();
  return page;
}

}  // namespace flitcast
