#include <algorithm>

#include "traffic/row/row_support.h"
#include "traffic/schedule/messages.h"
#include "traffic/steps/hypercube_steps.h"

namespace flitcast {
namespace rows::alltoall_hypercube_multiphase {

using Partition = std::vector<std::uint32_t>;

std::string joined(const Partition& parts) {
  std::string text;
  for (const std::uint32_t part : parts) {
    text += (text.empty() ? "" : ",") + std::to_string(part);
  }
  return text;
}

/// The partition of n dimensions that begins like `parts`.
Partition nearest_partition(const Partition& parts, std::uint32_t n) {
  Partition nearest;
  for (const std::uint32_t part : parts) {
    if (part > 0 && n > 0) {
      nearest.push_back(std::min(part, n));
      n -= nearest.back();
    }
  }
  if (n > 0) {
    nearest.push_back(n);
  }
  return nearest;
}

void validate(const RowRequest& request) {
  check_hypercube(request);
  const Partition& given = request.parameters.partition;
  const auto n = static_cast<std::uint32_t>(request.topology.dimensions());
  const Partition nearest = nearest_partition(given, n);
  if (!given.empty() && given != nearest) {
    throw ParameterError("traffic.partition", joined(given) + " is not a partition of " +
                                                  std::to_string(n) +
                                                  " dimensions; the nearest is " + joined(nearest));
  }
}

Partition partition_of(const RowRequest& request) {
  return nearest_partition(request.parameters.partition,
                           static_cast<std::uint32_t>(request.topology.dimensions()));
}

/// What a round sends and what may stand where, as masks of dimensions.
struct Step {
  NodeId difference;  ///< from every node to its partner
  NodeId earlier;     ///< dimensions of phases done
  NodeId later;       ///< dimensions of phases to come
  bool last;          ///< of its phase
};

std::uint64_t partners(std::uint32_t part) {
  return (std::uint64_t{1} << part) - 1;
}

/// The first phase has the highest dimensions.
Step step_of(const Partition& partition, std::uint64_t round, int n) {
  const NodeId all = (NodeId{1} << static_cast<unsigned>(n)) - 1;
  std::size_t phase = 0;
  unsigned below = static_cast<unsigned>(n) - partition[phase];
  while (round >= partners(partition[phase])) {
    round -= partners(partition[phase]);
    below -= partition[++phase];
  }
  const NodeId later = (NodeId{1} << below) - 1;
  const auto own = static_cast<NodeId>(partners(partition[phase]) << below);
  return {static_cast<NodeId>(round + 1) << below, all - own - later, later,
          round + 1 == partners(partition[phase])};
}

/// Before its phase a node holds the packets whose origin differs from it in the dimensions of
/// earlier phases only and whose destination differs in those left only. To a partner go those for
/// nodes that agree with it in the dimensions of the phase.
void fill(const Routing& routing, const Step& step, Round& out) {
  const NodeId nodes = routing.topology().nodes();
  for (NodeId node = 0; node < nodes; ++node) {
    const NodeId partner = node ^ step.difference;
    begin_unicast(out, routing, node, partner);
    for_each_subset(step.earlier, [&](NodeId origin) {
      for_each_subset(step.later, [&](NodeId final) {
        out.add_block(make_block(node ^ origin, partner ^ final));
      });
    });
  }
}

/// Where there are several phases, all that a node holds is put in order after each.
void lay(const RowRequest& request, Schedule& schedule) {
  const Partition partition = partition_of(request);
  for (const std::uint32_t part : partition) {
    schedule.rounds += partners(part);
  }
  const std::uint64_t held =
      partition.size() > 1 ? std::uint64_t{schedule.operation.nodes} * request.message_flits : 0;
  schedule.fill = [&routing = request.routing, partition, held](std::uint64_t round, Round& out) {
    const Step step = step_of(partition, round, routing.topology().dimensions());
    fill(routing, step, out);
    out.set_copy_flits(step.last ? held : 0);
  };
}

/// The 2^d − 1 partners in a phase are d·2^(d−1) links away in all, so that a phase takes
/// store-and-forward messages of 2^(n−d) packets as long as d rounds of 2^(n−1).
std::optional<Coefficients> closed_form(const RowRequest& request) {
  const auto n = static_cast<std::uint32_t>(request.topology.dimensions());
  const Partition partition = partition_of(request);
  Coefficients cost;
  for (const std::uint32_t part : partition) {
    const auto rounds = static_cast<std::int64_t>(partners(part));
    cost.t_s += rounds;
    cost.t_d += std::int64_t{part} << (part - 1);
    cost.mu_t_m +=
        request.stores_and_forwards() ? std::int64_t{part} << (n - 1) : rounds << (n - part);
  }
  if (partition.size() > 1) {
    cost.mu_t_r = static_cast<std::int64_t>(partition.size()) << n;
  }
  return cost;
}

}  // namespace rows::alltoall_hypercube_multiphase

Row aas_hc_multiphase() {
  Row row{};
  row.id = "aas-hc-multiphase";
  row.operation = &operations::all_to_all_scatter();
  row.topologies = "hypercube";
  row.source =
      "Bokhari, \"Multiphase complete exchange on a circuit switched hypercube\", ICPP 1991";
  row.conditions = "n = 1 to 14; parts of 1 or more that add up to n";
  row.definition =
      "The dimensions are cut into parts d_1, …, d_k, the highest first; in phase i all subcubes "
      "of the dimensions of part i do a direct exchange with all packets for a node's side in one "
      "message. One part is aas-hc-dex, n parts are aas-hc-sex.";
  row.rounds = "Σ(2^d_i - 1)";
  row.latency =
      "Σ(2^d_i-1)·t_s + Σd_i·2^(d_i-1)·t_d + Σ(2^d_i-1)·2^(n-d_i)·μ·t_m, and k·2^n·μ·t_r where k > "
      "1";
  row.combining = true;
  row.parameters = {"traffic.partition"};
  row.validate = rows::alltoall_hypercube_multiphase::validate;
  row.lay = rows::alltoall_hypercube_multiphase::lay;
  row.closed_form = rows::alltoall_hypercube_multiphase::closed_form;
  return row;
}

}  // namespace flitcast
