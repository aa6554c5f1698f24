#include "tb/report/load/load_point_pictures.h"

#include <algorithm>
#include <map>

#include "tb/config/resolve.h"
#include "tb/report/links/link_pictures.h"
#include "tb/report/page/columns.h"
#include "tb/report/page/spec.h"
#include "tb/results/result_file.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

/// The rates of a curve, the largest stable one first to be seen.
Choice rate_choice(const ReportedCurve& curve) {
  Choice choice{"offered load", {}, ""};
  for (std::size_t point = 0; point < curve.results.size(); ++point) {
    choice.names.push_back(plain_text(curve.rate(point)));
    if (point == 0 || !curve.saturated(point)) {
      choice.first = choice.names.back();
    }
  }
  return choice;
}

/// Enters a histogram in at most so many bars of equal width.
void add_bars(const Json& histogram, const std::string& name, Columns& columns) {
  constexpr Cycle kMostBars = 60;
  if (histogram.empty()) {
    return;
  }
  const auto first = histogram.front().at(0).get<Cycle>();
  const auto last = histogram.back().at(0).get<Cycle>();
  const Cycle width = (last - first) / kMostBars + 1;
  std::map<Cycle, std::uint64_t> bars;
  for (const Json& entry : histogram) {
    bars[(entry.at(0).get<Cycle>() - first) / width] += entry.at(1).get<std::uint64_t>();
  }
  for (const auto& [bar, packets] : bars) {
    columns.add({first + bar * width, first + (bar + 1) * width, packets, name});
  }
}

}  // namespace

void add_histogram_picture(Page& page, const ReportedCurve& curve, const std::string& prefix) {
  const Choice choice = rate_choice(curve);
  Columns bars({"low", "high", "packets", kChoiceField});
  Columns marks({"name", "cycles", kChoiceField});
  for (std::size_t point = 0; point < curve.results.size(); ++point) {
    const Json& result = curve.results[point];
    add_bars(result.at("histogram"), choice.names[point], bars);
    for (const char* const name : {"mean", "p50", "p95", "p99"}) {
      marks.add({name, number_or_null(result.at("latency").at(name)), choice.names[point]});
    }
  }
  page.add_data(prefix + "bars", bars.take());
  page.add_data(prefix + "marks", marks.take());
  Json spec = fill_asset("load_histogram.vl.json", {{"description", "Latencies at a load"},
                                                    {"bars", prefix + "bars"},
                                                    {"marks", prefix + "marks"}});
  add_choice(spec, choice);
  page.picture(std::move(spec), {prefix + "bars", prefix + "marks"}, {});
}

void add_node_picture(Page& page, const ReportedCurve& curve, const std::string& prefix) {
  const Choice choice = rate_choice(curve);
  Columns columns({"node", "left", "right", "latency", "sent", "received", kChoiceField});
  std::size_t nodes = 0;
  for (std::size_t point = 0; point < curve.results.size(); ++point) {
    const Json& result = curve.results[point];
    const auto cycles = static_cast<double>(result.at("measured_to").get<Cycle>() -
                                            result.at("measured_from").get<Cycle>());
    const auto rate = [cycles](const Json& flits) {
      return cycles > 0 ? rounded(flits.get<double>() / cycles) : Json(nullptr);
    };
    std::size_t number = 0;
    for (const Json& node : result.at("nodes")) {
      const auto packets = node.at("sent_packets").get<double>();
      const double at = static_cast<double>(number);
      columns.add(
          {number++, at - 0.5, at + 0.5,
           packets > 0 ? rounded(node.at("latency").get<double>() / packets) : Json(nullptr),
           rate(node.at("sent_flits")), rate(node.at("received_flits")), choice.names[point]});
    }
    nodes = std::max(nodes, number);
  }
  page.add_data(prefix + "by node", columns.take());
  Json spec = fill_asset("load_nodes.vl.json",
                         {{"description", "Mean latency of the packets of every node"},
                          {"nodes", prefix + "by node"},
                          {"x_domain", {-0.5, static_cast<double>(nodes) - 0.5}}});
  add_choice(spec, choice);
  page.picture(std::move(spec), {prefix + "by node"}, {});
}

void add_channel_picture(Page& page, const ReportedCurve& curve, const std::string& prefix) {
  const Choice choice = rate_choice(curve);
  const auto topology = topology_of(config_of_result(curve.results.front(), curve.name));
  std::vector<LinkUse> runs;
  for (std::size_t point = 0; point < curve.results.size(); ++point) {
    const Json& result = curve.results[point];
    LinkUse run{choice.names[point], {}, result.at("completion_cycles").get<Cycle>()};
    for (const Json& channel : result.at("channels")) {
      run.channels.push_back(
          {channel.at("from").get<NodeId>(), channel.at("to").get<NodeId>(),
           channel.at("kind") == "receive", channel.at("flits").get<std::uint64_t>(),
           channel.at("busy_cycles").get<Cycle>(), channel.at("waits").get<Cycle>()});
    }
    runs.push_back(std::move(run));
  }
  add_link_choice(page, {*topology}, runs, choice, prefix);
}

}  // namespace flitcast
