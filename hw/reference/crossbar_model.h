#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

#include "hw/reference/input.h"
#include "hw/reference/round_robin.h"

namespace flitcast::reference {

/// Who crosses a router: of the flits that could go on in a cycle, every output takes that of one
/// input, round robin, and every input port keeps one of those that fell on it, round robin. A turn
/// that came to nothing is not lost.
class Crossbar {
 public:
  void add_port() {
    of_outputs_.emplace_back();
    of_inputs_.emplace_back();
  }
  void begin_cycle() { used_.assign(of_inputs_.size(), false); }

  /// The winners among the inputs with numbers `requests`, which hold outputs. Input ports that
  /// have sent a flit in this cycle send no other.
  std::vector<std::size_t> choose(const std::vector<std::size_t>& requests,
                                  const std::vector<Input>& inputs) {
    const auto of_port = [&](const std::vector<std::size_t>& some, std::size_t Input::*place,
                             std::size_t port) {
      std::vector<std::size_t> chosen;
      std::copy_if(some.begin(), some.end(), std::back_inserter(chosen),
                   [&](std::size_t index) { return inputs[index].*place == port; });
      return chosen;
    };
    std::vector<std::size_t> picks;
    for (std::size_t port = 0; port < of_outputs_.size() && !requests.empty(); ++port) {
      const std::vector<std::size_t> group = of_port(requests, &Input::to_port, port);
      if (!group.empty()) {
        picks.push_back(of_outputs_[port].choose(group));
      }
    }
    std::sort(picks.begin(), picks.end());
    std::vector<std::size_t> winners;
    for (std::size_t port = 0; port < of_inputs_.size() && !picks.empty(); ++port) {
      const std::vector<std::size_t> group = of_port(picks, &Input::port, port);
      if (!group.empty() && !used_[port]) {
        const std::size_t winner = of_inputs_[port].choose(group);
        of_inputs_[port].won(winner);
        of_outputs_[inputs[winner].to_port].won(winner);
        used_[port] = true;
        winners.push_back(winner);
      }
    }
    return winners;
  }

 private:
  std::vector<RoundRobin> of_outputs_;
  std::vector<RoundRobin> of_inputs_;
  std::vector<bool> used_;  // input ports that sent a flit in this cycle
};

}  // namespace flitcast::reference
