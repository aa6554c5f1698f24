#pragma once

#include <memory>

#include "hw/rtl/router_abi.h"
#include "hw/rtl_router/rtl_parameters.h"
#include "hw/rtl_router/rtl_pins.h"

namespace flitcast {

/// What a router in SystemVerilog shows in a cycle.
struct RtlOutputs {
  explicit RtlOutputs(const RtlParameters& parameters)
      : pins(parameters, FlitPins::Side::kOutputs) {}

  FlitPins pins;
  bool busy = false;  ///< the next cycle needs an edge also if nothing arrives
};

/// A router in SystemVerilog, of a library.
class VerilatedRouter {
 public:
  /// Resets it. `functions`: of the library for `parameters`, which must outlive it.
  VerilatedRouter(const RtlParameters& parameters, const FlitcastRtlRouter& functions,
                  const FlitcastRtlStraps& straps);

  /// Null, or why the SystemVerilog stopped in the reset; to be asked before another router is
  /// clocked.
  const char* stopped_at_reset() const { return stopped_at_reset_; }
  /// An edge with `in` on the inputs, and the cycle that begins with it. Null, or why the
  /// SystemVerilog stopped, up to the next call.
  const char* clock(const FlitPins& in, RtlOutputs& out);

  /// What the worm in front of an input virtual channel holds, or was just granted, in the cycle
  /// that the last edge began.
  struct Worm {
    int port;
    int vc;
  };
  Worm look(int input);

 private:
  struct Unmake {
    const FlitcastRtlRouter* functions;
    void operator()(void* router) const { functions->destroy(router); }
  };

  const FlitcastRtlRouter* functions_;
  std::unique_ptr<void, Unmake> router_;
  PinBits worm_ports_, worm_vcs_;
  const char* stopped_at_reset_;
};

}  // namespace flitcast
