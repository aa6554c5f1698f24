#pragma once

#include <optional>

#include "hw/types.h"
#include "traffic/channel_load/load_theory.h"
#include "traffic/theory/cost_model.h"

namespace flitcast {

/// What the theory says of a schedule before it is simulated.
struct Prediction {
  /// Closed form of the row, or the sum over its rounds; none where links differ.
  std::optional<Coefficients> terms;
  Cycle cycles = 0;              ///< of `terms`, or the sum over the rounds, link by link
  bool closed_form = false;      ///< false: the row has none for this switching, or links differ
  Cycle lower_bound_cycles = 0;  ///< of the operation; no run is faster
  Cycle critical_path_cycles = 0;

  /// Without the waiting for shared links, a row may be predicted to be faster than anything can
  /// be.
  bool below_bound() const { return cycles < lower_bound_cycles; }
  /// What the theory says where one number is wanted: the bound instead of a prediction below it.
  Cycle estimate() const { return below_bound() ? lower_bound_cycles : cycles; }
};

/// What the theory says of random traffic, which has no end to be predicted: how long a packet
/// takes in the steady state, and which rates there can be, in flits per processor and cycle.
struct LoadPrediction {
  double zero_load = 0;  ///< mean latency without load
  /// Mean latency at the rate, of queues M/G/1; infinite beyond them, NaN where the ways of packets
  /// are not known, and of a trace.
  double estimate = 0;
  double hops = 0;  ///< links on the ways without load, mean over the packets
  LoadBounds bounds;
  /// False beyond LoadTheory::kMostProcessors: then estimate and bounds are infinite.
  bool knows_channels = true;
};

}  // namespace flitcast
