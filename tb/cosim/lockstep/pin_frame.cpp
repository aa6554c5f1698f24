#include "tb/cosim/lockstep/pin_frame.h"

namespace flitcast::cosim {

PinFrame::PinFrame(const PinPlan& plan, const RtlParameters& parameters)
    : plan_(plan),
      seen_(3 * plan.words()),
      source_words_(pin_bits::words(parameters.ports() * parameters.input_bits())) {}

FlitcastRtlInputs PinFrame::inputs(std::uint64_t* words) const {
  const auto at = [&](Pin pin) { return words + plan_.first(pin); };
  return {at(Pin::kValid), at(Pin::kHead), at(Pin::kTail),  at(Pin::kAddress), at(Pin::kMore),
          at(Pin::kVc),    at(Pin::kWord), at(Pin::kRoute), at(Pin::kCredit)};
}

FlitcastRtlOutputs PinFrame::outputs(std::uint64_t* words) const {
  const auto at = [&](Pin pin) { return words + rtl() + plan_.first(pin); };
  FlitcastRtlOutputs out{};
  out.valid = at(Pin::kValid);
  out.head = at(Pin::kHead);
  out.tail = at(Pin::kTail);
  out.address = at(Pin::kAddress);
  out.more = at(Pin::kMore);
  out.vc = at(Pin::kVc);
  out.word = at(Pin::kWord);
  out.route = at(Pin::kRoute);
  out.credit = at(Pin::kCredit);
  out.source = words + seen_;
  out.granted = words + seen(kGranted);
  out.contention = words + seen(kContention);
  out.serialisation = words + seen(kSerialisation);
  out.no_credit = words + seen(kNoCredit);
  return out;
}

}  // namespace flitcast::cosim
