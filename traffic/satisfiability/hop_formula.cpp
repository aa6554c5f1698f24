#include "traffic/satisfiability/hop_formula.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "traffic/satisfiability/at_most.h"

namespace flitcast {

HopFormula::HopFormula(const HopInstance& instance, const RoundsOfSteps& rounds, bool named)
    : HopFormula(instance, rounds, named, nullptr) {}

HopFormula::HopFormula(const HopInstance& instance, const RoundsOfSteps& rounds,
                       const std::vector<HopImage>& images)
    : HopFormula(instance, rounds, false, &images) {}

HopFormula::HopFormula(const HopInstance& instance, const RoundsOfSteps& rounds, bool named,
                       const std::vector<HopImage>* images)
    : images_(images),
      nodes_(instance.demand.nodes),
      links_(instance.links.size()),
      steps_(rounds.size()),
      formula_(named) {
  check_instance(instance);
  chunks_ = chunks_of(instance.demand);
  place_chunks(instance.demand.chunks);
  first_over_ = 1 + own_.size() * nodes_ * (steps_ + 1);
  if (first_over_ + own_.size() * links_ * steps_ > kLargestInstance) {
    throw std::length_error(fmt::format("a formula of more than {} variables", kLargestInstance));
  }
  add_variables(instance);
  add_ends();
  add_arrivals(instance);
  add_departures(instance);
  add_capacities(instance, rounds);
}

void HopFormula::place_chunks(std::uint32_t chunks_of_a_node) {
  for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk) {
    const NodeId origin = chunks_[chunk].origin;
    const NodeId like = images_ == nullptr ? origin : image_of(chunk).like;
    if (like == origin) {
      places_.push_back(own_.size());
      own_.push_back(chunk);
    } else {
      places_.push_back(places_[chunk - std::size_t{origin - like} * chunks_of_a_node]);
    }
  }
}

void HopFormula::add_variables(const HopInstance& instance) {
  for (const std::size_t chunk : own_) {
    for (NodeId node = 0; node < nodes_; ++node) {
      for (std::size_t step = 0; step <= steps_; ++step) {
        formula_.variable([&] {
          return fmt::format("chunk {} at {} by step {}", chunks_[chunk].name, node, step);
        });
      }
    }
  }
  for (const std::size_t chunk : own_) {
    for (const HopLink& link : instance.links) {
      for (std::size_t step = 1; step <= steps_; ++step) {
        formula_.variable([&] {
          return fmt::format("chunk {} over {}>{} in step {}", chunks_[chunk].name, link.from,
                             link.to, step);
        });
      }
    }
  }
}

void HopFormula::add_ends() {
  formula_.begin_rule("in the beginning a chunk is at its origin only");
  for (const std::size_t chunk : own_) {
    for (NodeId node = 0; node < nodes_; ++node) {
      const Literal there = at(chunk, node, 0);
      formula_.add({node == chunks_[chunk].origin ? there : -there});
    }
  }
  formula_.begin_rule("in the end it is at all its destinations");
  for (const std::size_t chunk : own_) {
    for (const NodeId node : chunks_[chunk].destinations) {
      formula_.add({at(chunk, node, steps_)});
    }
  }
}

void HopFormula::add_arrivals(const HopInstance& instance) {
  std::vector<std::vector<std::size_t>> entering(nodes_);
  for (std::size_t link = 0; link < links_; ++link) {
    entering[instance.links[link].to].push_back(link);
  }
  formula_.begin_rule("a chunk that is at a node was there a step before or came over a link");
  for (const std::size_t chunk : own_) {
    for (NodeId node = 0; node < nodes_; ++node) {
      for (std::size_t step = 1; step <= steps_; ++step) {
        Clause clause{-at(chunk, node, step), at(chunk, node, step - 1)};
        for (const std::size_t link : entering[node]) {
          clause.push_back(over(chunk, link, step));
        }
        formula_.add(std::move(clause));
      }
    }
  }
}

void HopFormula::add_departures(const HopInstance& instance) {
  formula_.begin_rule("a chunk goes over a link only from where it was before the step");
  for (const std::size_t chunk : own_) {
    for (std::size_t link = 0; link < links_; ++link) {
      for (std::size_t step = 1; step <= steps_; ++step) {
        formula_.add({-over(chunk, link, step), at(chunk, instance.links[link].from, step - 1)});
      }
    }
  }
}

void HopFormula::add_capacities(const HopInstance& instance, const RoundsOfSteps& rounds) {
  std::set<std::pair<std::vector<Literal>, std::size_t>> known;  // from links that are alike
  for (std::size_t link = 0; link < links_; ++link) {
    const HopLink& ends = instance.links[link];
    for (std::size_t step = 1; step <= steps_; ++step) {
      const std::size_t most = std::size_t{ends.chunks} * rounds[step - 1];
      const auto meaning = [&](std::size_t least, std::size_t begin, std::size_t end) {
        return fmt::format("{} or more of chunks {} to {} over {}>{} in step {}", least,
                           chunks_[begin].name, chunks_[end - 1].name, ends.from, ends.to, step);
      };
      std::vector<Literal> inputs;
      for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk) {
        inputs.push_back(over(chunk, link, step));
      }
      if (images_ != nullptr) {
        std::sort(inputs.begin(), inputs.end());
        if (!known.emplace(inputs, most).second) {
          continue;
        }
      }
      formula_.begin_rule(fmt::format("no more than {} chunks go over {}>{} in step {}", most,
                                      ends.from, ends.to, step));
      add_at_most(formula_, inputs, most, meaning);
    }
  }
}

}  // namespace flitcast
