#include "tb/config/ini/row_example.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hw/routing/routing.h"
#include "hw/topology/family.h"
#include "tb/config/config.h"

namespace flitcast {
namespace {

constexpr std::uint32_t kExampleFlits = 64;

RowParameters example_parameters(const Row& row) {
  RowParameters parameters;
  parameters.destinations = {1, 2, 5, 6, 11};
  parameters.shift = 5;
  parameters.partition = {2, 2};
  parameters.segments = row.takes("traffic.segments") ? 4 : 1;
  return parameters;
}

/// The example of a family of networks can be played with the row.
bool fits(const Row& row, const TopologyFamily& family, const RowParameters& parameters) {
  const Topology topology(family, {family.example});
  const Routing routing(topology, row.model.order);
  const int ports = row.model.ports == RowModel::kAllPorts ? topology.degree() : row.model.ports;
  try {
    check_request(
        row, {topology, routing, kExampleFlits, 0, "", row.model.switching, ports, parameters});
    return true;
  } catch (const ParameterError&) {
    return false;
  }
}

}  // namespace

std::vector<std::pair<std::string_view, std::string>> example_of(const Row& row) {
  const RowParameters parameters = example_parameters(row);
  for (const auto& family_of_kind : kTopologyFamilies) {
    const TopologyFamily& family = family_of_kind();
    if (family.from_file || !fits(row, family, parameters)) {
      continue;
    }
    const bool generated = row.application == nullptr;
    std::vector<std::pair<std::string_view, std::string>> keys{
        {"topology.kind", std::string(family.word)},
        {"topology.dims", join_dims(family.example)},
        {"traffic.algorithm", std::string(row.id)},
        {generated ? "traffic.message_flits" : "traffic.data",
         generated ? std::to_string(kExampleFlits) : "matrix.csv"}};
    const auto add = [&](std::string_view key, std::string value) {
      if (row.takes(key)) {
        keys.emplace_back(key, std::move(value));
      }
    };
    add("traffic.destinations", fmt::format("{}", fmt::join(parameters.destinations, ",")));
    add("traffic.shift", std::to_string(parameters.shift));
    add("traffic.radix", std::to_string(parameters.radix));
    add("traffic.partition", fmt::format("{}", fmt::join(parameters.partition, ",")));
    add("traffic.segments", std::to_string(parameters.segments));
    return keys;
  }
  return {};
}

RawConfig config_of_example(const Row& row) {
  RawConfig config;
  for (const auto& [key, value] : example_of(row)) {
    if (key != "traffic.data") {
      give(config, key, value,
           SourceLocation{fmt::format("the example of {}", row.id), 0, std::string(key)});
    }
  }
  return config;
}

}  // namespace flitcast
