#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "tb/deviation/router_history.h"
#include "tb/deviation/router_log.h"

namespace flitcast {

/// Where the pins of a router are not what those of the model are. Up to there all routers of the
/// network had the same on all pins.
struct Deviation {
  Cycle at = 0;
  NodeId node = 0;
  bool is_credit = false;
  int pin = 0;  ///< the output port; of a credit the input virtual channel
  /// What the model has there at `at`, and what the router has; one of them at least. Of credits
  /// nothing but the time is known.
  std::optional<FlitEvent> expected, got;
};

/// A deviation of a flit, with what rules ask for.
struct FlitDeviation {
  Deviation deviation;
  RouterHistory before;  ///< the router of the model
  /// The next flit that the model sends by the port, from the deviation on; nothing: none.
  std::optional<FlitEvent> next_of_model;
  /// When the router sends the header there that the model sends at the deviation; nothing: never.
  std::optional<Cycle> sent_at;
};

/// Looks for the first deviation of a run from one of the model, which are told cycle by cycle, and
/// for the first of a flit. Where several are in one cycle, flits come before credits, and low
/// nodes and pins first.
class FirstDeviation {
 public:
  explicit FirstDeviation(const LoggedRouters& routers);

  /// What happened in a cycle in both runs; cycles come in their order.
  void compare(Cycle at, const LogEntries& model, const LogEntries& router);

  const std::optional<Deviation>& of_credit() const { return credit_; }
  const std::optional<FlitDeviation>& of_flit() const { return flit_; }
  /// Flits that it keeps.
  std::size_t kept() const;

 private:
  void compare_sends(Cycle at, const LogEntries& model, const LogEntries& router);
  void compare_credits(Cycle at, const LogEntries& model, const LogEntries& router);
  void follow(const LogEntries& model, const LogEntries& router);

  std::map<NodeId, RouterHistory> model_;  // up to the first deviation of a flit
  std::optional<Deviation> credit_;        // before one of a flit
  std::optional<FlitDeviation> flit_;
};

/// The rule of the timing contract that a first deviation of a flit breaks, in words; empty where
/// that cannot be told.
std::string broken_rule(const FlitDeviation& deviation, const LoggedRouters& routers);

}  // namespace flitcast
