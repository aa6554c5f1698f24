#include "tb/report/choose/choose_page.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tb/report/page/columns.h"
#include "tb/report/page/spec.h"
#include "tb/report/page/varied_keys.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kBarHeight = 42;  // pixels, with what is above it

// Of the ends of a region, where the bar ends that has no neighbour there.
constexpr double kLeft = 0.85;
constexpr double kRight = 1.18;

// Told apart by the colour-blind, as far as they are different, and light enough for dark letters.
const Json kColors{"#56b4e9", "#e69f00", "#2bb38a", "#f0e442", "#d594bb", "#f0834d",
                   "#8c9eea", "#b3b3b3", "#a6d854", "#cf9a6d", "#8dd3c7", "#d9c2f0"};

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

/// "aas-hc-sex *switching = aas-bruck, radix 2": the forms that win, and what each is not written
/// for.
std::string winners_of(const Json& region) {
  std::string text;
  for (const Json& winner : region.at("winners")) {
    const std::string outside = winner.at("outside_model");
    text += fmt::format("{}{}{}{}", text.empty() ? "" : " = ", winner.at("name").get<std::string>(),
                        outside.empty() ? "" : " *", outside);
  }
  return text;
}

std::string range_text(const Json& first, const Json& last) {
  return first == last ? first.dump() : fmt::format("{} … {}", first.dump(), last.dump());
}

std::string range_of(const Json& region) {
  return range_text(region.at("first").at("message_flits"), region.at("last").at("message_flits"));
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

/// Network and keys of the situations.
VariedKeys varied_keys(const Json& situations) {
  std::vector<Json> things;
  for (const Json& situation : situations) {
    things.push_back({{"network", situation.at("network")}});
    for (const auto& [key, value] : situation.at("keys").items()) {
      if (key.rfind("topology.", 0) != 0) {
        things.back()[key] = value;
      }
    }
  }
  return VariedKeys(std::move(things));
}

class Map {
 public:
  Map(const Json& answer, const VariedKeys& keys)
      : keys_(keys),
        first_(answer.at("message_flits").at(0)),
        last_(answer.at("message_flits").at(1)),
        low_(kLeft * first_.get<double>()),
        high_(kRight * last_.get<double>()),
        regions_(keys.behind({"situation", "from", "to", "middle", "share", "algorithm", "label",
                              "fastest", "flits", "cycles", "runner_up", "runner_up_cycles",
                              "lower_bound"})),
        situations_(keys.behind({"situation"})) {
    const Json& situations = answer.at("situations");
    for (std::size_t number = 0; number < situations.size(); ++number) {
      const Json& regions = situations[number].at("regions");
      for (std::size_t i = 0; i < regions.size(); ++i) {
        const bool begins = i == 0 || regions[i - 1].at("sizes") != regions[i].at("sizes");
        const bool ends =
            i + 1 == regions.size() || regions[i + 1].at("sizes") != regions[i].at("sizes");
        add(number, row_name(situations[number], regions[i]), regions[i],
            begins ? kLeft * flits(regions[i].at("first")) : border(regions[i - 1], regions[i]),
            ends ? kRight * flits(regions[i].at("last")) : border(regions[i], regions[i + 1]));
        if (begins) {
          situations_.add(keys_.row(number, {row_name(situations[number], regions[i])}));
          ++rows_;
        }
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
                                       {"lower_bound", "lower bound"}}) {
      tooltip.push_back({{"field", field}, {"type", "nominal"}, {"title", title}});
    }
    std::size_t longest = 1;
    for (const Json& id : algorithms_) {
      longest = std::max(longest, id.get_ref<const std::string&>().size());
    }
    return fill_asset(
        "choose_map.vl.json",
        {{"description", "The fastest algorithm by situation and message size"},
         {"height", kBarHeight * rows_},
         {"x_domain", {low_, high_}},
         {"sizes", named_sizes()},
         {"algorithms", algorithms_},
         {"colors", kColors},
         {"legend_columns", fmt::format("max(1, floor(width / (36 + {} * letter)))", longest)},
         {"tooltip", tooltip}});
  }
  std::size_t winners() const { return algorithms_.size(); }
  Json take_regions() { return regions_.take(); }
  Json take_situations() { return situations_.take(); }

 private:
  /// Powers of two; the ends where there are not two of them.
  Json named_sizes() const {
    Json sizes = Json::array();
    for (double size = 1; size < high_; size *= 2) {
      if (size > low_) {
        sizes.push_back(size);
      }
    }
    return sizes.size() > 1 ? sizes : Json{first_, last_};
  }

  void add(std::size_t situation, const std::string& name, const Json& region, double from,
           double to) {
    const Json& winner = region.at("winners").at(0);
    const std::string id = winner.at("keys").at("traffic.algorithm");
    if (std::find(algorithms_.begin(), algorithms_.end(), Json(id)) == algorithms_.end()) {
      algorithms_.push_back(id);
    }
    const std::string label =
        fmt::format("{}{}{}", winner.at("name").get<std::string>(),
                    region.at("winners").size() > 1 ? " = …" : "",
                    winner.at("outside_model").get<std::string>().empty() ? "" : " *");
    regions_.add(keys_.row(
        situation,
        {name, rounded(from), rounded(to), rounded(std::sqrt(from * to)),
         rounded(std::log(to / from) / std::log(high_ / low_)), id, label, winners_of(region),
         range_of(region), cycles_of(region, "cycles"), cycles_of(region, "runner_up"),
         cycles_of(region, "runner_up_cycles"), cycles_of(region, "lower_bound_cycles")}));
  }

  const VariedKeys& keys_;
  Json first_;
  Json last_;
  double low_;
  double high_;
  Columns regions_;
  Columns situations_;
  Json algorithms_ = Json::array();
  int rows_ = 0;
};

void add_head(Page& page, const Json& answer, std::size_t winners) {
  const Json& sizes = answer.at("message_flits");
  page.begin_section("Question");
  page.facts(
      {{"situations", std::to_string(answer.at("situations").size()), "network and hardware", {}},
       {"message sizes", range_text(sizes.at(0), sizes.at(1)), "flits", {}},
       {"algorithms",
        std::to_string(answer.at("algorithms").size()),
        fmt::format("{} of them the fastest somewhere", winners),
        {}},
       answer.at("simulated").get<bool>()
           ? PageFact{"borders", "simulated", "between closed forms"}
           : PageFact{"borders", "predicted", "nothing was simulated"}});
  page.notes(answer.at("notes").get<std::vector<std::string>>());
  page.end_section();
}

}  // namespace

Page choose_page(const Json& answer) {
  Page page(answer.at("operation").get<std::string>() + ": which algorithm is the fastest",
            "A decision map: the fastest algorithm by network, hardware and message size");
  const VariedKeys keys = varied_keys(answer.at("situations"));
  Map map(answer, keys);
  page.add_data("regions", map.take_regions());
  page.add_data("situations", map.take_situations());
  add_head(page, answer, map.winners());
  if (const auto& selectors = keys.selectors(); !selectors.empty()) {
    page.begin_section("Show");
    page.selectors(selectors, "regions", "regions");
    page.end_section();
  }
  page.begin_section("Decision map");
  page.text(
      "Every bar is a network with its hardware; a colour is the algorithm that takes the fewest "
      "cycles there. *: played on hardware that it is not written for. = …: others take as long. "
      "Blank: nothing can be played. "
      "A click in the legend picks an algorithm, a double click all.");
  page.picture(map.spec(), {"regions", "situations"}, {0, 0, false, "situations"});
  page.end_section();
  page.begin_section("Regions");
  page.table("Regions", "regions",
             {{"situation", "on"},
              {"flits", "flits"},
              {"fastest", "fastest"},
              {"cycles", "cycles"},
              {"runner_up", "runner-up"},
              {"runner_up_cycles", "its cycles"},
              {"lower_bound", "lower bound"}});
  page.end_section();
  return page;
}

}  // namespace flitcast
