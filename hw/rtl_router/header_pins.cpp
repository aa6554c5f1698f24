#include "hw/rtl_router/header_pins.h"

#include <fmt/format.h>

namespace flitcast {
namespace {

constexpr int kTagPlace = RtlParameters::kWordBits - RtlParameters::kTagBits;

bool is_header(const Flit& flit) {
  return (flit.kind & (flit_kind::kHead | flit_kind::kAddress)) != 0;
}

/// By the pins that are 1: "head tail".
std::string kind_name(std::uint16_t kind) {
  std::string name;
  const auto add = [&](std::uint16_t bit, const char* pin) {
    if ((kind & bit) != 0) {
      name += (name.empty() ? "" : " ") + std::string(pin);
    }
  };
  add(flit_kind::kHead, "head");
  add(flit_kind::kTail, "tail");
  add(flit_kind::kAddress, "address");
  add(flit_kind::kMore, "more");
  return name.empty() ? "body" : name;
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

bool HeaderPins::shows(const FlitPins& pins, int port, const Flit& flit, int input) const {
  return pins.kind(port) == (flit.kind & FlitPins::kShownKinds) &&
         pins[Pin::kWord].get(port) == word(flit, input);
}

std::string HeaderPins::difference(const FlitPins& pins, int port, const Flit& flit,
                                   int input) const {
  const std::uint64_t expected = word(flit, input);
  const std::uint64_t got = pins[Pin::kWord].get(port);
  if (const std::uint16_t kind = pins.kind(port); kind != (flit.kind & FlitPins::kShownKinds)) {
    return fmt::format(
        "sends a flit of another kind than the one that came: expected {} {:#018x}, got {} "
        "{:#018x}",
        kind_name(flit.kind), expected, kind_name(kind), got);
  }
  return fmt::format("sends another word than the one that came: expected {:#018x}, got {:#018x}",
                     expected, got);
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
