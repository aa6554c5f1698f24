#include "traffic/forecast/program_bound.h"

#include <algorithm>
#include <vector>

#include "traffic/forecast/cut_bound.h"
#include "traffic/forecast/least_times.h"
#include "traffic/forecast/longest_path.h"
#include "traffic/program/program_player.h"

namespace flitcast {
namespace {

Cycle per_port(Cycle sum, Cycle many) {
  return (sum + many - 1) / many;
}

/// Adds up what every rank does.
class Sums {
 public:
  Sums(const Program& program, const Topology& topology, const NetworkConfig& network,
       LeastTimes& times)
      : program_(program),
        topology_(topology),
        network_(network),
        times_(times),
        sends_(program.ranks(), 0),
        words_(program.ranks(), 0),
        flits_(program.ranks(), 0),
        left_over_(program.ranks(), 0) {}

  ProgramBound bound() {
    for (std::uint32_t rank = 0; rank < program_.ranks(); ++rank) {
      add(rank);
    }
    for (std::uint32_t rank = 0; rank < program_.ranks(); ++rank) {
      raise(per_port(sends_[rank], times_.senders()), rank, "sends");
      if (left_over_[rank] == 0) {
        raise(per_port(words_[rank], network_.ports), rank, "receives");
        raise(times_.over_links(rank, flits_[rank]), rank, "receives");
      }
    }
    return bound_;
  }

  /// Of a program that ends; after bound().
  bool all_are_received() const {
    return std::all_of(left_over_.begin(), left_over_.end(), [](auto left) { return left == 0; });
  }

 private:
  void add(std::uint32_t rank) {
    std::vector<Cycle> streams(program_.rank(rank).streams, 0);
    for (std::uint32_t op = program_.rank(rank).first; op < program_.rank(rank).end; ++op) {
      constexpr std::uint32_t kRestAfter = std::uint32_t{1} << 20U;
      if (op % kRestAfter == 0) {
        program_.rest();
      }
      const ProgramOp& each = program_[op];
      if (each.kind == OpKind::kCompute) {
        streams[each.stream] += static_cast<Cycle>(each.amount);
      } else if (each.kind == OpKind::kSend) {
        streams[each.stream] += each.joins ? 0 : network_.startup;
        add_message(rank, each);
      } else if (receives(each.kind)) {
        --left_over_[rank];
      }
    }
    for (const Cycle busy : streams) {
      raise(busy, rank, "computes, and starts sends");
    }
  }

  void add_message(std::uint32_t rank, const ProgramOp& send) {
    sends_[rank] += send.joins ? 0 : times_.at_port(rank, send.peer, send.amount);
    ++left_over_[send.peer];
    words_[send.peer] += static_cast<Cycle>(send.amount);
    if (send.peer != rank && !topology_.shares_routers()) {
      flits_[send.peer] += static_cast<Cycle>(send.amount) + 1;
    }
  }

  void raise(Cycle cycles, std::uint32_t rank, const char* does) {
    if (cycles > bound_.cycles) {
      bound_ = {cycles, "rank " + std::to_string(rank) + " " + does};
    }
  }

  const Program& program_;
  const Topology& topology_;
  const NetworkConfig& network_;
  LeastTimes& times_;
  std::vector<Cycle> sends_;             // at all ports
  std::vector<Cycle> words_;             // that come
  std::vector<Cycle> flits_;             // over links
  std::vector<std::int64_t> left_over_;  // messages for which no receive is there
  ProgramBound bound_;
};

}  // namespace

ProgramBound program_bound(const Program& program, const Placement* nodes, const Routing& routing,
                           const NetworkConfig& network) {
  LeastTimes times(routing, network, nodes);
  Sums sums(program, routing.topology(), network, times);
  ProgramBound bound = sums.bound();
  const Cycle path = longest_path(program, program_costs(network), times);
  if (path > bound.cycles) {
    bound = {path, "what waits for what"};
  }
  if (nodes != nullptr && sums.all_are_received()) {
    const Cycle cut = cut_bound(rank_flows(program), *nodes, routing.topology(), network);
    if (cut > bound.cycles) {
      bound = {cut, "what leaves half of the network"};
    }
  }
  return bound;
}

}  // namespace flitcast
