#include "hw/rtl_router/header_pins.h"

namespace flitcast {
namespace {

constexpr int kTagPlace = RtlParameters::kWordBits - RtlParameters::kTagBits;

bool is_header(const Flit& flit) {
  return (flit.kind & (flit_kind::kHead | flit_kind::kAddress)) != 0;
}

}  // namespace

std::uint64_t HeaderPins::word(const Flit& flit, int input) const {
  if (!is_header(flit)) {
    return flit.word;
  }
  const std::uint64_t address = rtl_address(parameters_, topology_, header_destination(flit.word));
  const std::uint64_t upper = std::uint64_t{header_flits(flit.word)} << 32U;
  if (!tags_) {
    return address | upper;
  }
  const std::uint64_t below_tag = (std::uint64_t{1} << kTagPlace) - 1;
  return address | (upper & below_tag) | static_cast<std::uint64_t>(input) << kTagPlace;
}

const char* HeaderPins::difference(const FlitPins& shown, int port, const Flit& flit,
                                   int input) const {
  const auto is = [&](std::uint16_t kind) { return (flit.kind & kind) != 0; };
  if (shown.head.bit(port) != is(flit_kind::kHead) ||
      shown.tail.bit(port) != is(flit_kind::kTail) ||
      shown.address.bit(port) != is(flit_kind::kAddress) ||
      shown.more.bit(port) != is(flit_kind::kMore)) {
    return "sends a flit of another kind than the one that came";
  }
  return shown.word.word(port) == word(flit, input) ? nullptr
                                                    : "sends another word than the one that came";
}

bool HeaderPins::brings_route(const Flit& flit) const {
  return parameters_.route_hops > 0 && is_header(flit) && packets_[flit.packet].route != nullptr &&
         header_destination(flit.word) != node_;
}

std::uint64_t HeaderPins::arriving_route(const Flit& flit, std::uint32_t hop) const {
  return brings_route(flit) ? has_route_ | std::uint64_t{packets_[flit.packet].route[hop]} : 0;
}

std::uint64_t HeaderPins::leaving_route(const Flit& flit) const {
  return brings_route(flit) ? has_route_ : 0;
}

}  // namespace flitcast
