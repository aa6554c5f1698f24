#include "traffic/worms/worm_formula.h"

#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "traffic/satisfiability/at_most.h"

namespace flitcast {
namespace {

/// Takes a second to make.
constexpr std::size_t kMostVariables = 2'000'000;

}  // namespace

WormFormula::WormFormula(const WormInstance& instance, std::uint32_t rounds, bool named)
    : chunks_(0), nodes_(instance.demand.nodes), rounds_(rounds), formula_(named) {
  check_instance(instance);
  if (spreads(instance.demand.kind)) {
    origins_ = origins_of(instance);
    chunks_ = origins_.size();
  }
  first_worm_ = 1 + chunks_ * nodes_ * (rounds_ + 1);
  first_brings_ = first_worm_ + instance.ways.size() * rounds_;
  if (first_brings_ + instance.ways.size() * chunks_ * rounds_ > kMostVariables) {
    throw std::length_error(fmt::format("a formula of more than {} variables", kMostVariables));
  }
  add_variables(instance);
  if (spreads(instance.demand.kind)) {
    add_ends(instance);
    add_arrivals(instance);
    add_departures(instance);
  } else {
    add_pairs(instance);
  }
  add_resources(instance);
}

void WormFormula::add_variables(const WormInstance& instance) {
  for (const NodeId origin : origins_) {
    for (NodeId node = 0; node < nodes_; ++node) {
      for (std::size_t round = 0; round <= rounds_; ++round) {
        formula_.variable(
            [&] { return fmt::format("chunk {} at {} after round {}", origin, node, round); });
      }
    }
  }
  for (const WormWay& way : instance.ways) {
    for (std::size_t round = 1; round <= rounds_; ++round) {
      formula_.variable([&] { return fmt::format("worm {} in round {}", way_text(way), round); });
    }
  }
  if (chunks_ <= 1) {
    return;
  }
  for (const WormWay& way : instance.ways) {
    for (const NodeId origin : origins_) {
      for (std::size_t round = 1; round <= rounds_; ++round) {
        formula_.variable([&] {
          return fmt::format("worm {} brings chunk {} in round {}", way_text(way), origin, round);
        });
      }
    }
  }
}

void WormFormula::add_ends(const WormInstance& instance) {
  formula_.begin_rule("in the beginning a chunk is at its origin only");
  for (std::size_t chunk = 0; chunk < chunks_; ++chunk) {
    for (NodeId node = 0; node < nodes_; ++node) {
      formula_.add({node == origins_[chunk] ? at(chunk, node, 0) : -at(chunk, node, 0)});
    }
  }
  formula_.begin_rule("in the end it is at all that want it, at no time at others");
  for (std::size_t chunk = 0; chunk < chunks_; ++chunk) {
    for (NodeId node = 0; node < nodes_; ++node) {
      if (node == origins_[chunk]) {
        continue;
      }
      if (wants(instance, node)) {
        formula_.add({at(chunk, node, rounds_)});
        continue;
      }
      for (std::size_t round = 1; round <= rounds_; ++round) {
        formula_.add({-at(chunk, node, round)});
      }
    }
  }
}

void WormFormula::add_arrivals(const WormInstance& instance) {
  std::vector<std::vector<std::size_t>> reaching(nodes_);
  for (std::size_t way = 0; way < instance.ways.size(); ++way) {
    const WormWay& nodes = instance.ways[way];
    for (std::size_t step = instance.absorbs ? 1 : nodes.size() - 1; step < nodes.size(); ++step) {
      if (nodes[step] < nodes_) {
        reaching[nodes[step]].push_back(way);
      }
    }
  }
  formula_.begin_rule("a chunk that is at a node was there a round before or a worm brought it");
  for (std::size_t chunk = 0; chunk < chunks_; ++chunk) {
    for (NodeId node = 0; node < nodes_; ++node) {
      for (std::size_t round = 1; round <= rounds_; ++round) {
        Clause clause{-at(chunk, node, round), at(chunk, node, round - 1)};
        for (const std::size_t way : reaching[node]) {
          clause.push_back(brings(way, chunk, round));
        }
        formula_.add(std::move(clause));
      }
    }
  }
}

void WormFormula::add_departures(const WormInstance& instance) {
  formula_.begin_rule("a worm has a chunk only from where it was before the round");
  for (std::size_t way = 0; way < instance.ways.size(); ++way) {
    for (std::size_t chunk = 0; chunk < chunks_; ++chunk) {
      for (std::size_t round = 1; round <= rounds_; ++round) {
        const Literal brought = brings(way, chunk, round);
        formula_.add({-brought, at(chunk, instance.ways[way].front(), round - 1)});
        if (chunks_ > 1) {
          formula_.add({-brought, worm(way, round)});
        }
      }
    }
  }
}

void WormFormula::add_pairs(const WormInstance& instance) {
  std::map<std::pair<NodeId, NodeId>, Clause> going;
  for (std::size_t way = 0; way < instance.ways.size(); ++way) {
    Clause& clause = going[{instance.ways[way].front(), instance.ways[way].back()}];
    for (std::size_t round = 1; round <= rounds_; ++round) {
      clause.push_back(worm(way, round));
    }
  }
  formula_.begin_rule("from each node a worm goes to each that it has something for");
  for (const auto& pair : pairs_of(instance)) {
    formula_.add(going[pair]);
  }
}

void WormFormula::add_resources(const WormInstance& instance) {
  for (const WormResource& resource : resources_of(instance)) {
    for (std::size_t round = 1; round <= rounds_; ++round) {
      const auto meaning = [&](std::size_t least, std::size_t begin, std::size_t end) {
        return fmt::format("{} or more of worms {} to {} {} in round {}", least,
                           way_text(instance.ways[resource.ways[begin]]),
                           way_text(instance.ways[resource.ways[end - 1]]), resource.name, round);
      };
      std::vector<Literal> inputs;
      for (const std::size_t way : resource.ways) {
        inputs.push_back(worm(way, round));
      }
      formula_.begin_rule(
          fmt::format("no more than {} go {} in round {}", resource.most, resource.name, round));
      add_at_most(formula_, inputs, resource.most, meaning);
    }
  }
}

}  // namespace flitcast
