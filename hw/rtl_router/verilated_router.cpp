#include "hw/rtl_router/verilated_router.h"

namespace flitcast {

VerilatedRouter::VerilatedRouter(const RtlParameters& parameters,
                                 const FlitcastRtlRouter& functions,
                                 const FlitcastRtlStraps& straps)
    : functions_(functions),
      router_(functions.make(), Unmake{&functions}),
      parameters_(parameters),
      bits_(parameters.input_bits()),
      out_(parameters, parameters.inputs()),
      source_(parameters.ports() * bits_),
      granted_(parameters.inputs()),
      contention_(parameters.inputs()),
      serialisation_(parameters.inputs()),
      no_credit_(parameters.inputs()),
      pins_{out_.valid.data(),     out_.head.data(),  out_.tail.data(),
            out_.address.data(),   out_.more.data(),  out_.vc.data(),
            out_.word.data(),      out_.route.data(), out_.credit.data(),
            source_.data(),        granted_.data(),   contention_.data(),
            serialisation_.data(), no_credit_.data(), 0},
      worm_ports_(parameters.inputs() * parameters.port_bits()),
      worm_vcs_(parameters.inputs() * parameters.vc_bits()) {
  stopped_at_reset_ = functions_.reset(router_.get(), &straps);
}

const char* VerilatedRouter::clock(const FlitPins& in) {
  const FlitcastRtlInputs pins{in.valid.data(),   in.head.data(),  in.tail.data(),
                               in.address.data(), in.more.data(),  in.vc.data(),
                               in.word.data(),    in.route.data(), in.credit.data()};
  return functions_.clock(router_.get(), &pins, &pins_);
}

VerilatedRouter::Worm VerilatedRouter::look(int input) {
  functions_.look(router_.get(), worm_ports_.data(), worm_vcs_.data());
  const int port_bits = parameters_.port_bits();
  const int vc_bits = parameters_.vc_bits();
  return {static_cast<int>(worm_ports_.get(input * port_bits, port_bits)),
          static_cast<int>(worm_vcs_.get(input * vc_bits, vc_bits))};
}

}  // namespace flitcast
