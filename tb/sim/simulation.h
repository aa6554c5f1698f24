#pragma once

#include <stdexcept>
#include <vector>

#include "tb/config/config.h"
#include "tb/measures/result.h"
#include "tb/sim/run_observer.h"
#include "traffic/play/workload.h"
#include "traffic/schedule/delivery.h"

namespace flitcast {

/// The run did not come to an end before last_possible_cycle().
class SimulatedTimeError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a run is to give besides its measurements.
struct RunParts {
  std::vector<RunObserver*> observers = {};  ///< told in this order
  bool channels = false;                     ///< RunMeasures::channels
  DeliverySink* deliveries = nullptr;        ///< of a schedule; null: not wanted
};

/// Runs a workload on the hardware of a configuration: builds the model, lets it run to its end,
/// and measures. Throws SimulatedTimeError.
RunMeasures run_workload(const Config& config, const Topology& topology, const Routing& routing,
                         Workload& workload, const RunParts& parts);

}  // namespace flitcast
