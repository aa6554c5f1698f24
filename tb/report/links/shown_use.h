#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "hw/topology/topology.h"
#include "tb/report/links/link_use.h"
#include "tb/report/page/choice.h"

namespace flitcast {

// What pictures of the use of channels share, on a plane or as a table.

/// What one or several channels did.
struct Did {
  double use = 0;   ///< the busiest's
  double mean = 0;  ///< use of all
  std::int64_t flits = 0;
  std::int64_t waits = 0;

  Did operator-(const Did& other) const {
    return {use - other.use, mean - other.mean, flits - other.flits, waits - other.waits};
  }
};

/// All ports of a node, or all channels of a cell.
struct Sum {
  Cycle busy = 0;
  Cycle busiest = 0;
  std::int64_t flits = 0;
  Cycle waits = 0;
  Cycle channels = 0;
  NodeId from = 0;  ///< of one of them
  NodeId to = 0;

  void add(const LoggedChannel& channel) {
    busy += channel.busy_cycles;
    busiest = std::max(busiest, channel.busy_cycles);
    flits += static_cast<std::int64_t>(channel.flits);
    waits += channel.waits;
    ++channels;
    from = channel.from;
    to = channel.to;
  }
  Did did(Cycle cycles) const {
    return {use_of_time(busiest, cycles), use_of_time(busy, cycles * channels), flits, waits};
  }
};

/// One run, or several to choose from.
struct ShownUse {
  const std::vector<LinkUse>& runs;
  const Choice* choice = nullptr;  // null: there is one run
  std::string prefix = {};         // of the names of data

  bool differences() const { return runs.front().base != nullptr; }
  std::vector<std::string> columns(std::vector<std::string> names) const;
  std::vector<nlohmann::ordered_json> row(std::vector<nlohmann::ordered_json> values,
                                          const LinkUse& run) const;
  /// A filled spec with names and choice of this.
  nlohmann::ordered_json spec(nlohmann::ordered_json filled) const;
};

/// What `sum_in` finds in a run, less what it finds in its base where it has one.
template <typename SumIn>
Did did_of(const LinkUse& run, SumIn&& sum_in) {
  const Did did = sum_in(run).did(run.cycles);
  return run.base == nullptr ? did : did - sum_in(*run.base).did(run.base->cycles);
}

/// A scale of colours for use, of links or of receive ports: from 0 to the value of the parameter
/// `top` of the spec; of differences from its negative.
nlohmann::ordered_json use_scale(const char* top, bool ports, bool differences);

/// The parameters for two such scales, `link_top` and `port_top`, with a switch between the largest
/// uses in the picture and the whole time.
nlohmann::ordered_json use_params(double links, double ports);

/// What is told beside the scale: "link in use", "link difference".
std::string use_title(const ShownUse& shown, const std::string& of);
std::string use_description(const Topology& topology, const ShownUse& shown);

}  // namespace flitcast
