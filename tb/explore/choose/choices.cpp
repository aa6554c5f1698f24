#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/explore/choose/decide.h"

namespace flitcast::explore {
namespace {

constexpr std::uint32_t kMostSegments = 256;
constexpr std::uint32_t kDenseRadices = 8;

/// Appends all partitions of `rest` into parts of `most` or less, the largest first.
void add_partitions(std::uint32_t rest, std::uint32_t most, std::vector<std::uint32_t>& parts,
                    std::vector<std::string>& out) {
  if (rest == 0) {
    out.push_back(fmt::format("{}", fmt::join(parts, ",")));
    return;
  }
  for (std::uint32_t part = std::min(rest, most); part >= 1; --part) {
    parts.push_back(part);
    add_partitions(rest - part, part, parts, out);
    parts.pop_back();
  }
}

std::vector<std::string> partitions(const Topology& topology) {
  std::vector<std::string> out;
  if (topology.has_labels() && topology.dimensions() > 0) {
    const auto n = static_cast<std::uint32_t>(topology.dimensions());
    std::vector<std::uint32_t> parts;
    add_partitions(n, n, parts, out);
  }
  return out;
}

std::vector<std::string> radices(NodeId nodes) {
  std::vector<std::string> out;
  for (std::uint32_t r = 2; r < nodes; r += r < kDenseRadices ? 1 : r) {
    out.push_back(std::to_string(r));
  }
  out.push_back(std::to_string(std::max<NodeId>(nodes, 2)));
  return out;
}

std::vector<std::string> segments(std::uint32_t largest) {
  std::vector<std::string> out;
  for (std::uint32_t s = 1; s <= std::min(largest, kMostSegments); s *= 2) {
    out.push_back(std::to_string(s));
  }
  return out;
}

std::vector<std::string> roots(const Topology& topology) {
  NodeId middle = 0;
  if (topology.is_grid() && !topology.wraps()) {
    for (int d = 0; d < topology.dimensions(); ++d) {
      middle = topology.with_coordinate(middle, d, topology.side(d) / 2);
    }
  }
  return middle == 0 ? std::vector<std::string>{"0"}
                     : std::vector<std::string>{"0", std::to_string(middle)};
}

/// What is to be tried of a parameter that the row has.
std::vector<std::string> usual(std::string_view key, const Row& row, const Topology& topology,
                               const ChooseRequest& request) {
  if (key == "traffic.variant") {
    return {row.variants.begin(), row.variants.end()};
  }
  if (key == "traffic.radix") {
    return radices(topology.processors());
  }
  if (key == "traffic.partition") {
    return partitions(topology);
  }
  if (key == "traffic.segments") {
    return segments(request.sizes.back());
  }
  return request.root_given ? std::vector<std::string>{} : roots(topology);
}

std::vector<std::string> values_of(std::string_view key, const Row& row, const Topology& topology,
                                   const ChooseRequest& request) {
  for (const KeyList& given : request.choices) {
    if (given.key == key) {
      return given.values;
    }
  }
  return usual(key, row, topology, request);
}

}  // namespace

bool takes_choice(std::string_view key, const Row& row) {
  if (key == "traffic.variant") {
    return !row.variants.empty();
  }
  return key == "traffic.root" ? row.operation->has_root() : row.takes(key);
}

std::vector<KeyValues> choices_of(const Row& row, const Topology& topology,
                                  const ChooseRequest& request) {
  std::vector<KeyValues> choices{{}};
  for (const char* const key : {"traffic.variant", "traffic.radix", "traffic.partition",
                                "traffic.segments", "traffic.root"}) {
    if (!takes_choice(key, row)) {
      continue;
    }
    const std::vector<std::string> values = values_of(key, row, topology, request);
    if (values.empty()) {
      continue;
    }
    std::vector<KeyValues> longer;
    for (const KeyValues& choice : choices) {
      for (const std::string& value : values) {
        longer.push_back(choice);
        longer.back().emplace_back(key, value);
      }
    }
    choices = std::move(longer);
  }
  return choices;
}

}  // namespace flitcast::explore
