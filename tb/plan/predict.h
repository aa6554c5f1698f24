#pragma once

#include <cstdint>

#include "tb/config/config.h"
#include "tb/measures/prediction.h"
#include "tb/plan/row_schedule.h"
#include "traffic/channel_load/packet_latency.h"
#include "traffic/verify/verifier.h"

namespace flitcast {

/// By closed form; of the critical path nothing is said.
Prediction predict(const Config& config, const RowRequest& request, const ClosedForm& closed_form);
/// `report` is the verifier's account of the schedule that `request` asks for.
Prediction predict(const Config& config, const RowRequest& request, const VerifyReport& report);
/// Of the load of a configuration that resolve() has made. `latency`: of a packet in the empty
/// network.
LoadPrediction predict_load(const Config& config, const PacketLatency& latency);

/// Flits that packets have besides those of their messages.
std::uint64_t frame_flits(const Config& config);

/// Sets ni.timeout, where it is auto and has an effect, for packets of up to so many flits.
void resolve_timeout(std::uint64_t largest_flits, Config& config);

}  // namespace flitcast
