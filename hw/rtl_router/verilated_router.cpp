#include "hw/rtl_router/verilated_router.h"

namespace flitcast {

VerilatedRouter::VerilatedRouter(const RtlParameters& parameters,
                                 const FlitcastRtlRouter& functions,
                                 const FlitcastRtlStraps& straps)
    : functions_(&functions),
      router_(functions.make(), Unmake{&functions}),
      worm_ports_(parameters.inputs(), parameters.port_bits()),
      worm_vcs_(parameters.inputs(), parameters.vc_bits()),
      stopped_at_reset_(functions.reset(router_.get(), &straps)) {}

const char* VerilatedRouter::clock(const FlitPins& in, RtlOutputs& out) {
  const auto from = [&](Pin pin) { return in[pin].data(); };
  const auto to = [&](Pin pin) { return out.pins[pin].data(); };
  const FlitcastRtlInputs inputs{from(Pin::kValid),   from(Pin::kHead),  from(Pin::kTail),
                                 from(Pin::kAddress), from(Pin::kMore),  from(Pin::kVc),
                                 from(Pin::kWord),    from(Pin::kRoute), from(Pin::kCredit)};
  FlitcastRtlOutputs outputs{to(Pin::kValid),         to(Pin::kHead),     to(Pin::kTail),
                             to(Pin::kAddress),       to(Pin::kMore),     to(Pin::kVc),
                             to(Pin::kWord),          to(Pin::kRoute),    to(Pin::kCredit),
                             to(Pin::kSource),        to(Pin::kGranted),  to(Pin::kContention),
                             to(Pin::kSerialisation), to(Pin::kNoCredit), 0};
  const char* const why = functions_->clock(router_.get(), &inputs, &outputs);
  out.busy = outputs.busy != 0;
  return why;
}

VerilatedRouter::Worm VerilatedRouter::look(int input) {
  functions_->look(router_.get(), worm_ports_.fields().data(), worm_vcs_.fields().data());
  return {static_cast<int>(worm_ports_.fields().get(input)),
          static_cast<int>(worm_vcs_.fields().get(input))};
}

}  // namespace flitcast
