#include "tb/report/run/timeline.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "tb/report/viewer/columns.h"

namespace flitcast::report {
namespace {

using Json = nlohmann::ordered_json;

std::uint64_t groups(std::uint64_t count, std::uint64_t joined) {
  return (count + joined - 1) / joined;
}

}  // namespace

Timeline::Timeline(std::uint64_t nodes, std::uint64_t rounds, std::uint64_t messages)
    : nodes_(nodes), rounds_(rounds) {
  const auto bars = [&] { return groups(nodes, joined_nodes_) * groups(rounds, joined_rounds_); };
  while (groups(nodes, joined_nodes_) > kMaxNodeRows) {
    joined_nodes_ *= 2;
  }
  while (std::min(messages, bars()) > kMaxBars) {
    joined_rounds_ *= 2;
  }
}

void Timeline::extend(Bars& bars, NodeId node, NodeId other, const LoggedDelivery& delivery) const {
  const auto [place, is_new] =
      bars.try_emplace({node / joined_nodes_, delivery.round / joined_rounds_},
                       Bar{delivery.issued, delivery.tail_arrived, 1, other});
  if (!is_new) {
    Bar& bar = place->second;
    bar.start = std::min(bar.start, delivery.issued);
    bar.end = std::max(bar.end, delivery.tail_arrived);
    ++bar.deliveries;
  }
}

void Timeline::add(const LoggedDelivery& delivery) {
  ++deliveries_;
  ++latencies_[delivery.tail_arrived - delivery.issued];
  extend(sends_, delivery.source, delivery.destination, delivery);
  extend(receives_, delivery.destination, delivery.source, delivery);
}

bool Timeline::has_listeners() const {
  std::uint64_t senders = 0;
  std::uint64_t last = nodes_;
  for (const auto& [place, bar] : sends_) {
    senders += place.first != last ? 1 : 0;
    last = place.first;
  }
  return senders < groups(nodes_, joined_nodes_);
}

Json Timeline::bar_columns(const Bars& bars, const char* other) const {
  std::vector<std::string> names{"node", "last_node", "round", "start", "end", "deliveries", other};
  if (joined_rounds_ > 1) {
    names.emplace_back("last_round");
  }
  Columns columns(names);
  for (const auto& [place, bar] : bars) {
    const std::uint64_t node = place.first * joined_nodes_;
    const std::uint64_t round = place.second * joined_rounds_;
    std::vector<Json> row{node,
                          std::min(node + joined_nodes_, nodes_) - 1,
                          round,
                          bar.start,
                          bar.end,
                          bar.deliveries,
                          bar.deliveries == 1 ? Json(bar.other) : Json(nullptr)};
    if (joined_rounds_ > 1) {
      row.emplace_back(std::min(round + joined_rounds_, rounds_) - 1);
    }
    columns.add(std::move(row));
  }
  return columns.take();
}

Json Timeline::sends() const {
  return bar_columns(sends_, "to");
}

Json Timeline::receives() const {
  return bar_columns(receives_, "from");
}

Json Timeline::activity(Cycle span) const {
  const Cycle width = span / kMaxSteps + 1;
  std::map<Cycle, Cycle> busy;  // node-cycles, by step
  for (const auto& [place, bar] : sends_) {
    for (Cycle step = bar.start / width; step * width < bar.end; ++step) {
      busy[step] += std::min(bar.end, (step + 1) * width) - std::max(bar.start, step * width);
    }
  }
  Columns columns({"from", "to", "nodes"});
  for (const auto& [step, cycles] : busy) {
    const Cycle end = std::min(span, (step + 1) * width);
    columns.add({step * width, end,
                 rounded(static_cast<double>(cycles) / static_cast<double>(end - step * width))});
  }
  return columns.take();
}

Json Timeline::latencies() const {
  Columns columns({"low", "high", "from", "to", "deliveries"});
  if (latencies_.empty()) {
    return columns.take();
  }
  const Cycle first = latencies_.begin()->first;
  const Cycle last = latencies_.rbegin()->first;
  const Cycle width = (last - first) / kMaxLatencyBars + 1;
  std::map<Cycle, std::uint64_t> bins;
  for (const auto& [latency, messages] : latencies_) {
    bins[(latency - first) / width] += messages;
  }
  for (const auto& [bin, messages] : bins) {
    const Cycle from = first + bin * width;
    const double low = static_cast<double>(from) - 0.5;
    columns.add({low, low + static_cast<double>(width), from, from + width - 1, messages});
  }
  return columns.take();
}

}  // namespace flitcast::report
