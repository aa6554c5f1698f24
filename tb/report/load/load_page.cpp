#include "tb/report/load/load_page.h"

#include <fmt/format.h>

#include "tb/report/load/load_pictures.h"
#include "tb/report/load/load_point_pictures.h"
#include "tb/results/result_file.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

/// The keys of the curves, without that along which a curve goes; last what follows from others
/// where it is not given.
VariedKeys varied_keys(const std::vector<ReportedCurve>& curves) {
  std::vector<Json> configs;
  for (const ReportedCurve& curve : curves) {
    configs.push_back(curve.results.empty() ? Json::object() : curve.results.front().at("config"));
    configs.back().erase("load.rate");
    const Json buffers = configs.back().value("router.buffer_flits", Json());
    configs.back().erase("router.buffer_flits");
    configs.back()["router.buffer_flits"] = buffers;
  }
  return VariedKeys(std::move(configs));
}

std::string saturation_text(const ReportedCurve& curve) {
  if (curve.saturated_from.is_null()) {
    return "none found";
  }
  return fmt::format("stable up to {}, saturated from {}", plain_text(curve.stable_up_to),
                     plain_text(curve.saturated_from));
}

std::string bounds_text(const ReportedCurve& curve) {
  std::string text;
  for (const auto& [name, bound] : curve.bounds.items()) {
    if (bound.is_number()) {
      text += fmt::format("{}{} {:.4g}", text.empty() ? "" : ", ", name, bound.get<double>());
    }
  }
  return text;
}

void add_head(Page& page, const std::vector<ReportedCurve>& curves) {
  page.begin_section("Saturation");
  const bool several = curves.size() > 1;
  for (const ReportedCurve& curve : curves) {
    if (several) {
      page.begin_part({{"curve", curve.name}});
      page.heading(curve.name);
    }
    page.facts({{"traffic", curve.title},
                {"saturation", saturation_text(curve),
                 fmt::format("mean latency beyond {} times zero load", curve.saturation)},
                {"zero load", fmt::format("{:.4g}", curve.zero_load), "cycles, in theory"},
                {"bounds", bounds_text(curve), "flits per node and cycle"}});
    std::vector<std::pair<std::string, std::string>> lines;
    for (const auto& [key, value] : curve.results.front().at("config").items()) {
      if (key != "load.rate") {
        lines.emplace_back(key, plain_text(value));
      }
    }
    page.details("Configuration", lines);
    if (several) {
      page.end_part();
    }
  }
  page.end_section();
}

void add_curves(Page& page, const std::vector<ReportedCurve>& curves) {
  page.begin_section("Latency against load");
  page.text(
      "Marks are simulated, with 95 % intervals; hollow ones are saturated. Dashed lines are the "
      "estimate of queues M/G/1, dotted ones the bounds of throughput. The picture ends at the "
      "latency that counts as saturation.");
  add_latency_picture(page, curves);
  page.end_section();
  page.begin_section("Accepted against offered load");
  add_accepted_picture(page, curves);
  page.end_section();
  page.begin_section("Percentiles of latency");
  add_percentile_picture(page, curves);
  page.end_section();
  page.begin_section("Fairness across nodes");
  page.text(
      "What the packets of a node brought to their destinations: the mean of all nodes, and the "
      "range from the node with least to the one with most.");
  add_share_picture(page, curves);
  page.end_section();
}

void add_details(Page& page, const ReportedCurve& curve, std::size_t number, bool several) {
  const std::string prefix = fmt::format("{} ", number);
  if (several) {
    page.begin_part({{"curve", curve.name}});
  }
  page.begin_section(several ? fmt::format("At one load: {}", curve.name) : "At one load");
  page.heading("Histogram of latency");
  add_histogram_picture(page, curve, prefix);
  page.heading("Use of the links");
  add_channel_picture(page, curve, prefix);
  page.heading("Latency by node");
  add_node_picture(page, curve, prefix);
  page.end_section();
  if (several) {
    page.end_part();
  }
}

void add_table(Page& page) {
  page.begin_section("Points");
  page.table("Points", "points",
             {{"curve", "curve"},
              {"rate", "offered"},
              {"accepted", "accepted"},
              {"latency", "mean latency"},
              {"low", "from"},
              {"high", "to (95 %)"},
              {"queueing", "before the network"},
              {"fairness", "Jain's index"},
              {"verdict", "verdict"}});
  page.end_section();
}

}  // namespace

Page load_page(const std::vector<ReportedCurve>& curves) {
  Page page("Latency under load", curves.size() == 1
                                      ? curves.front().title
                                      : fmt::format("{} configurations", curves.size()));
  const VariedKeys keys = varied_keys(curves);
  add_curve_data(page, curves, keys);
  add_head(page, curves);
  if (!keys.selectors().empty()) {
    page.begin_section("Show");
    page.selectors(keys.selectors(), "points");
    page.end_section();
  }
  add_curves(page, curves);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    add_details(page, curves[i], i, curves.size() > 1);
  }
  add_table(page);
  return page;
}

}  // namespace flitcast
