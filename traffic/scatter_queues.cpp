#include "traffic/scatter_queues.h"

#include <algorithm>
#include <utility>

#include "traffic/bounds.h"
#include "traffic/messages.h"
#include "traffic/row_support.h"

namespace flitcast {
namespace {

/// A queue and the length of its longest route.
struct Line {
  PacketQueue queue;
  std::uint64_t longest = 0;
};

class QueuedScatter {
 public:
  QueuedScatter(NodeId root, ScatterRoute route, std::vector<PacketQueue> queues)
      : root_(root), route_(std::move(route)) {
    for (PacketQueue& queue : queues) {
      add_line(std::move(queue));
    }
  }

  /// Rounds until all packets have arrived.
  std::uint64_t rounds(Travel travel) const {
    return travel == Travel::kWorm ? rounds_of_worms_ : rounds_of_pipelines_;
  }

  /// Hop i of a packet comes i rounds after it left the root.
  void fill_pipelines(std::uint64_t round, Round& out) const {
    std::vector<NodeId> path;
    for (const Line& line : lines_) {
      const std::uint64_t first = round < line.longest ? 0 : round - line.longest + 1;
      for (std::uint64_t i = first; i <= round && i < line.queue.size(); ++i) {
        take_route(line.queue[i], path);
        const std::uint64_t hop = round - i;
        if (hop + 1 < path.size()) {
          begin_hop(out, path[hop], path[hop + 1]);
          out.add_block(make_block(root_, line.queue[i]));
        }
      }
    }
  }

  void fill_worms(std::uint64_t round, Round& out) const {
    std::vector<NodeId> path;
    for (const Line& line : lines_) {
      if (round < line.queue.size()) {
        take_route(line.queue[round], path);
        out.begin(root_);
        out.add_destination(path.back());
        std::for_each(path.begin() + 1, path.end(), [&](NodeId node) { out.add_hop(node); });
        out.add_block(make_block(root_, path.back()));
      }
    }
  }

 private:
  void add_line(PacketQueue queue) {
    Line line;
    line.queue = std::move(queue);
    std::vector<NodeId> path;
    for (std::uint64_t i = 0; i < line.queue.size(); ++i) {
      take_route(line.queue[i], path);
      const std::uint64_t hops = path.size() - 1;
      line.longest = std::max(line.longest, hops);
      rounds_of_pipelines_ = std::max(rounds_of_pipelines_, i + hops);
    }
    rounds_of_worms_ = std::max<std::uint64_t>(rounds_of_worms_, line.queue.size());
    lines_.push_back(std::move(line));
  }

  void take_route(NodeId destination, std::vector<NodeId>& path) const {
    path.assign(1, root_);
    route_(destination, path);
  }

  NodeId root_;
  ScatterRoute route_;
  std::vector<Line> lines_;
  std::uint64_t rounds_of_worms_ = 0;
  std::uint64_t rounds_of_pipelines_ = 0;
};

/// A destination's distance, and the port by which its packet leaves the root.
struct Departure {
  NodeId destination;
  PortId port;
  std::size_t hops;
};

std::vector<Departure> departures(const RowRequest& request, const ScatterRoute& route) {
  std::vector<Departure> all;
  std::vector<NodeId> path;
  for (NodeId node = 0; node < request.topology.nodes(); ++node) {
    if (node != request.root) {
      path.clear();
      route(node, path);
      all.push_back({node, request.topology.port_towards(request.root, path[0]), path.size()});
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Departure& a, const Departure& b) { return a.hops > b.hops; });
  return all;
}

}  // namespace

ScatterRoute base_routes(const RowRequest& request) {
  return [&routing = request.routing, root = request.root](NodeId destination,
                                                           std::vector<NodeId>& path) {
    routing.append_path(root, destination, path);
  };
}

std::vector<PacketQueue> farthest_first_queue(const RowRequest& request,
                                              const ScatterRoute& route) {
  std::vector<PacketQueue> queues(1);
  for (const Departure& departure : departures(request, route)) {
    queues[0].push_back(departure.destination);
  }
  return queues;
}

std::vector<PacketQueue> farthest_first_queues(const RowRequest& request,
                                               const ScatterRoute& route) {
  std::vector<PacketQueue> queues(static_cast<std::size_t>(request.topology.network_ports()));
  for (const Departure& departure : departures(request, route)) {
    queues[departure.port].push_back(departure.destination);
  }
  return queues;
}

Schedule queued_scatter(const RowRequest& request, std::string_view algorithm, ScatterRoute route,
                        std::vector<PacketQueue> queues, Travel travel) {
  const QueuedScatter scatter(request.root, std::move(route), std::move(queues));
  Schedule schedule = empty_schedule(request, algorithm, OperationKind::kOneToAllScatter);
  schedule.rounds = scatter.rounds(travel);
  if (travel == Travel::kWorm) {
    schedule.fill = [scatter](std::uint64_t round, Round& out) { scatter.fill_worms(round, out); };
  } else {
    schedule.fill = [scatter](std::uint64_t round, Round& out) {
      scatter.fill_pipelines(round, out);
    };
  }
  return schedule;
}

Coefficients pipelined_cost(std::int64_t rounds) {
  Coefficients cost;
  cost.t_s = rounds;
  cost.t_d = rounds;
  cost.mu_t_m = rounds;
  return cost;
}

Cycle scatter_bound_of_ports(const RowRequest& request, const TimingModel& model) {
  const Topology& topology = request.topology;
  const std::uint64_t nodes = topology.nodes();
  const std::uint64_t words = (nodes - 1) * request.message_flits;
  std::uint64_t links = 1;
  std::uint64_t ports = 1;
  if (request.all_port()) {
    ports = static_cast<std::uint64_t>(topology.degree());
    links = 0;
    for (int port = 0; port < topology.network_ports(); ++port) {
      links += topology.neighbour(request.root, static_cast<PortId>(port)) != kNoNode ? 1 : 0;
    }
  }
  return std::max(stream_bound(model, (words + links - 1) / links),
                  spreading_bound(model, nodes, ports, 1));
}

}  // namespace flitcast
