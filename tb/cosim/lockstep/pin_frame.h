#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hw/rtl/router_abi.h"
#include "hw/rtl_router/pin_bits.h"
#include "hw/rtl_router/rtl_parameters.h"

namespace flitcast::cosim {

/// The pins of a port or, credits, of a virtual channel.
enum class Pin : std::uint8_t {
  kValid,
  kHead,
  kTail,
  kAddress,
  kMore,
  kCredit,
  kVc,
  kWord,
  kRoute
};
inline constexpr std::array<std::string_view, 9> kPinNames{
    "valid", "head", "tail", "address", "more", "credit", "vc", "word", "route"};
constexpr std::string_view to_string(Pin pin) {
  return kPinNames[static_cast<std::size_t>(pin)];
}

/// What routers with some parameters have on their inputs, or show on their outputs, side by side
/// in words: one word for the pins of one bit, a word per port for words, then the others.
class PinPlan {
 public:
  explicit PinPlan(const RtlParameters& parameters)
      : ports_(static_cast<std::size_t>(parameters.ports())),
        vc_bits_(parameters.vc_bits()),
        route_bits_(parameters.route_bits()),
        route_(kWord + ports_ + pin_bits::words(parameters.ports() * vc_bits_)),
        words_(route_ + pin_bits::words(parameters.ports() * route_bits_)) {}

  /// Of the pins of one direction.
  std::size_t words() const { return words_; }
  /// Where those of a kind begin.
  std::size_t first(Pin pin) const {
    return pin == Pin::kVc      ? kWord + ports_
           : pin == Pin::kWord  ? kWord
           : pin == Pin::kRoute ? route_
                                : static_cast<std::size_t>(pin);
  }
  /// Bits of a port, or of a virtual channel.
  int width(Pin pin) const {
    return pin == Pin::kVc      ? vc_bits_
           : pin == Pin::kWord  ? RtlParameters::kWordBits
           : pin == Pin::kRoute ? route_bits_
                                : 1;
  }
  std::uint64_t get(const std::uint64_t* pins, Pin pin, int place) const {
    return pin_bits::get(pins + first(pin), place * width(pin), width(pin));
  }
  /// What was 0.
  void put(std::uint64_t* pins, Pin pin, int place, std::uint64_t value) const {
    pin_bits::put(pins + first(pin), place * width(pin), width(pin), value);
  }

 private:
  static constexpr std::size_t kWord = 6;  // behind the pins of one bit

  std::size_t ports_;
  int vc_bits_;
  int route_bits_;
  std::size_t route_;
  std::size_t words_;
};

/// A router in a cycle: what is on its inputs, what the model shows on its outputs, and the router
/// in SystemVerilog.
class PinFrame {
 public:
  PinFrame(const PinPlan& plan, const RtlParameters& parameters);

  /// As the functions of a library take them. `out` is filled by these.
  FlitcastRtlInputs inputs(std::uint64_t* words) const;
  FlitcastRtlOutputs outputs(std::uint64_t* words) const;

  /// Words of a frame, and where its parts begin: that of the inputs is the first.
  std::size_t words() const { return seen_ + source_words_ + kSeen; }
  std::size_t model() const { return plan_.words(); }
  std::size_t rtl() const { return 2 * plan_.words(); }
  /// Input virtual channels, a bit each: those whose header got an output in this cycle, and those
  /// whose flit in front stands ready without leave, by cause.
  enum Seen : std::uint8_t { kGranted, kContention, kSerialisation, kNoCredit };
  static constexpr std::size_t kSeen = 4;
  std::size_t seen(std::size_t which) const { return seen_ + source_words_ + which; }

 private:
  PinPlan plan_;
  std::size_t seen_;
  std::size_t source_words_;
};

}  // namespace flitcast::cosim
