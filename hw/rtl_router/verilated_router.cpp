#include "hw/rtl_router/verilated_router.h"

namespace flitcast {

VerilatedRouter::VerilatedRouter(const RtlParameters& parameters,
                                 const FlitcastRtlRouter& functions,
                                 const FlitcastRtlStraps& straps)
    : functions_(functions),
      router_(functions.make(), Unmake{&functions}),
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
            serialisation_.data(), no_credit_.data(), 0} {
  functions_.reset(router_.get(), &straps);
}

const char* VerilatedRouter::clock(const FlitPins& in) {
  ++clocked_;
  const FlitcastRtlInputs pins{in.valid.data(),   in.head.data(),  in.tail.data(),
                               in.address.data(), in.more.data(),  in.vc.data(),
                               in.word.data(),    in.route.data(), in.credit.data()};
  return functions_.clock(router_.get(), &pins, &pins_);
}

FlitcastRtlWorm VerilatedRouter::look(int input) const {
  FlitcastRtlWorm worm{};
  functions_.look(router_.get(), static_cast<std::uint64_t>(input), &worm);
  return worm;
}

}  // namespace flitcast
