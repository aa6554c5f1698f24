#pragma once

#include <cstdint>
#include <memory>

#include "hw/rtl/router_abi.h"
#include "hw/rtl_router/rtl_parameters.h"
#include "hw/rtl_router/rtl_pins.h"

namespace flitcast {

/// A router in SystemVerilog, of a library, and what its outputs show.
class VerilatedRouter {
 public:
  /// Resets it. `functions`: of the library for `parameters`, which must outlive it.
  VerilatedRouter(const RtlParameters& parameters, const FlitcastRtlRouter& functions,
                  const FlitcastRtlStraps& straps);
  VerilatedRouter(const VerilatedRouter&) = delete;
  VerilatedRouter& operator=(const VerilatedRouter&) = delete;

  /// Null, or why the SystemVerilog stopped in the reset; to be asked before another router is
  /// clocked.
  const char* stopped_at_reset() const { return stopped_at_reset_; }
  /// An edge with `in` on the inputs, and the cycle that begins with it. Null, or why the
  /// SystemVerilog stopped, up to the next call.
  const char* clock(const FlitPins& in);

  // In the cycle that the last edge began:
  const FlitPins& out() const { return out_; }
  /// The next cycle needs an edge also if nothing arrives.
  bool busy() const { return pins_.busy != 0; }
  /// The input virtual channel that the flit at a port comes from.
  int source(int port) const { return static_cast<int>(source_.get(port * bits_, bits_)); }
  /// What the worm in front of an input virtual channel holds, or was just granted.
  struct Worm {
    int port;
    int vc;
  };
  Worm look(int input);
  // Input virtual channels that got an output, and that wait, by cause.
  const PinBits& granted() const { return granted_; }
  const PinBits& contention() const { return contention_; }
  const PinBits& serialisation() const { return serialisation_; }
  const PinBits& no_credit() const { return no_credit_; }

 private:
  struct Unmake {
    const FlitcastRtlRouter* functions;
    void operator()(void* router) const { functions->destroy(router); }
  };

  const FlitcastRtlRouter& functions_;
  std::unique_ptr<void, Unmake> router_;
  RtlParameters parameters_;
  int bits_;  // of the number of an input virtual channel
  FlitPins out_;
  PinBits source_, granted_, contention_, serialisation_, no_credit_;
  FlitcastRtlOutputs pins_;
  PinBits worm_ports_, worm_vcs_;
  const char* stopped_at_reset_ = nullptr;
};

}  // namespace flitcast
