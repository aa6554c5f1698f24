#include "hw/rtl_router/header_pins.h"

#include "hw/rtl_router/rtl_pins.h"

namespace flitcast {
namespace {

bool is_header(const Flit& flit) {
  return (flit.kind & (flit_kind::kHead | flit_kind::kAddress)) != 0;
}

}  // namespace

std::uint64_t HeaderPins::word(const Flit& flit) const {
  if (!is_header(flit)) {
    return flit.word;
  }
  return rtl_address(parameters_, topology_, header_destination(flit.word)) |
         std::uint64_t{header_flits(flit.word)} << 32U;
}

bool HeaderPins::brings_route(const Flit& flit) const {
  return parameters_.route_hops > 0 && is_header(flit) && packets_[flit.packet].route != nullptr &&
         header_destination(flit.word) != node_;
}

std::uint64_t HeaderPins::arriving_route(const Flit& flit, std::uint32_t hop) const {
  return brings_route(flit) ? has_route() | std::uint64_t{packets_[flit.packet].route[hop]} : 0;
}

std::uint64_t HeaderPins::leaving_route(const Flit& flit) const {
  return brings_route(flit) ? has_route() : 0;
}

}  // namespace flitcast
