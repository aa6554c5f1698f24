#pragma once

#include <algorithm>
#include <deque>
#include <optional>
#include <vector>

#include "tb/measures/lockstep_result.h"

namespace flitcast::cosim {

/// What is in a router of the model before a cycle, as far as rules ask for it.
class RouterHistory {
 public:
  /// A header in it, as the contract has it.
  struct Header {
    Cycle arrival = 0;
    Cycle in_front = 0;  ///< of its queue
  };

  RouterHistory(int inputs, int ports)
      : inputs_(static_cast<std::size_t>(inputs)), sent_(static_cast<std::size_t>(ports)) {}

  void arrive(int input, const FlitEvent& flit) { at(input).queue.push_back(flit); }
  /// The oldest flit leaves.
  void leave(int input, Cycle now) {
    Input& from = at(input);
    if (!from.queue.empty()) {
      from.queue.pop_front();
    }
    from.left = now;
  }
  void send(int port, const FlitEvent& flit) { sent_[static_cast<std::size_t>(port)] = flit; }

  /// Of a header in front of an input; nothing where it is not.
  std::optional<Header> header(std::uint64_t message) const {
    for (const Input& input : inputs_) {
      if (!input.queue.empty() && input.queue[0].message == message &&
          input.queue[0].is(flit_kind::kHead)) {
        const Cycle arrival = input.queue[0].at;
        return Header{arrival, input.left ? std::max(arrival, *input.left + 1) : arrival};
      }
    }
    return std::nullopt;
  }
  /// Which flit in front of an input shows at an output port, by its word, or by the worm that has
  /// the output; nothing where none may.
  const FlitEvent* shown_at(int port, bool head, std::uint64_t word) const {
    const auto& last = last_sent(port);
    for (const Input& input : inputs_) {
      const FlitEvent* const front = input.queue.empty() ? nullptr : &input.queue[0];
      if (front != nullptr && front->is(flit_kind::kHead) == head &&
          (head ? front->word == word : last && front->message == last->message)) {
        return front;
      }
    }
    return nullptr;
  }
  /// Arrival of a flit that is no header; nothing where it is not there.
  std::optional<Cycle> arrival_of(const FlitEvent& flit) const {
    for (const Input& input : inputs_) {
      for (const FlitEvent& there : input.queue) {
        if (there.message == flit.message && there.kind == flit.kind &&
            there.sequence == flit.sequence) {
          return there.at;
        }
      }
    }
    return std::nullopt;
  }
  /// The last flit that left by a port.
  const std::optional<FlitEvent>& last_sent(int port) const {
    return sent_[static_cast<std::size_t>(port)];
  }

 private:
  struct Input {
    std::deque<FlitEvent> queue;  // flits that came and have not left
    std::optional<Cycle> left;    // when one left last
  };

  Input& at(int input) { return inputs_[static_cast<std::size_t>(input)]; }

  std::vector<Input> inputs_;
  std::vector<std::optional<FlitEvent>> sent_;
};

/// The first mismatch of a router in a flit, with what rules ask for.
struct FlitMismatch {
  Cycle at;
  int port;
  bool is_network;  ///< the port leads to another router
  Cycle delay;      ///< of headers in the router
  Cycle interval;   ///< cycles per flit of the port
  std::optional<FlitEvent> expected, got;
  RouterHistory before;  ///< of the model
  /// The next flit that the model sends by the port, from the mismatch on; nothing: none.
  std::optional<FlitEvent> next_of_model;
  /// When the router sends the header there that the model sends at the mismatch; nothing: never.
  std::optional<Cycle> sent_at;
};

/// The rule of the timing contract that it breaks.
BrokenRule broken_rule(const FlitMismatch& mismatch);

}  // namespace flitcast::cosim
