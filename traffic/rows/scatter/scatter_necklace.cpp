#include <utility>

#include "traffic/row/row_support.h"
#include "traffic/steps/necklace_partition.h"
#include "traffic/steps/scatter_queues.h"

namespace flitcast {
namespace rows::scatter_necklace {

/// The columns of the table as queues for a root, from the bottom up, which is the farthest first;
/// or the whole table backwards as one, which takes the columns in turn.
std::vector<PacketQueue> queues_of(const NecklacePartition& partition, NodeId root, bool columns) {
  const std::size_t count = columns ? static_cast<std::size_t>(partition.n) : 1;
  std::vector<PacketQueue> queues(count);
  for (std::size_t i = partition.table.size(); i-- > 0;) {
    queues[i % count].push_back(root ^ partition.table[i]);
  }
  return queues;
}

void lay(const RowRequest& request, Schedule& schedule) {
  const NecklacePartition partition = necklace_partition(request.topology.dimensions());
  std::vector<NodeId> parents(partition.parent.size());
  for (NodeId node = 0; node < request.topology.nodes(); ++node) {
    parents[node] = request.root ^ partition.parent[node ^ request.root];
  }
  lay_queues(RootedTree(std::move(parents)), queues_of(partition, request.root, request.all_port()),
             request.stores_and_forwards() ? Travel::kPipeline : Travel::kWorm, schedule);
}

/// The largest number of 1's among the table's entries 0 … last, of which n over k have k.
std::int64_t weight_of_entry(std::int64_t n, std::int64_t last) {
  std::int64_t weight = 0;
  std::int64_t binomial = 1;
  for (std::int64_t entries = 0; entries <= last; entries += binomial) {
    ++weight;
    binomial = binomial * (n - weight + 1) / weight;
  }
  return weight;
}

/// Weights never decrease along the table, so the columns' packets of a round, from the last round
/// to the first, have the largest distance of the first entries, of n more, and so on, to the end.
std::int64_t sum_of_longest(std::int64_t n) {
  std::int64_t sum = 0;
  for (std::int64_t entry = (std::int64_t{1} << n) - 2; entry >= 0; entry -= n) {
    sum += weight_of_entry(n, entry);
  }
  return sum;
}

std::optional<Coefficients> closed_form(const RowRequest& request) {
  const std::int64_t n = request.topology.dimensions();
  const std::int64_t packets = (std::int64_t{1} << n) - 1;
  Coefficients cost = pipelined_cost(request.all_port() ? (packets + n - 1) / n : packets);
  if (!request.stores_and_forwards()) {
    cost.t_d = request.all_port() ? sum_of_longest(n) : n * (packets + 1) / 2;
  }
  return cost;
}

}  // namespace rows::scatter_necklace

Row oas_hc_necklace() {
  Row row{};
  row.id = "oas-hc-necklace";
  row.number = "S6-S8";
  row.operation = &operations::one_to_all_scatter();
  row.topologies = "hypercube";
  row.source = "Tvrdík CS838 §12 \"All-port noncombining hypercube\"";
  row.conditions = "n ≥ 1";
  row.definition =
      "The necklace partition shares the nodes equally among n subtrees of shortest paths; in "
      "every round a packet leaves for each of them, with one port for the next one, the farthest "
      "first, by hops in store-and-forward, else as a worm.";
  row.rounds = "⌈(2^n-1)/n⌉; 1-port 2^n-1";
  row.latency =
      "R·(t_s + t_d + μ·t_m), R rounds; worms R·(t_s + μ·t_m) + c·t_d, c = Σ weight of every n-th "
      "packet, the farthest first, 1-port n·2^(n-1)";
  row.model.switching = Switching::kStoreAndForward;
  row.model.ports = RowModel::kAllPorts;
  row.validate = check_hypercube;
  row.lay = rows::scatter_necklace::lay;
  row.closed_form = rows::scatter_necklace::closed_form;
  return row;
}

}  // namespace flitcast
