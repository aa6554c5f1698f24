#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/bits.h"
#include "hw/rtl/router_abi.h"
#include "hw/rtl_router/pin_bits.h"
#include "hw/rtl_router/rtl_parameters.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// Bits side by side, as router_abi.h has the pins.
class PinBits {
 public:
  explicit PinBits(int bits) : words_(pin_bits::words(bits)) {}

  std::uint64_t* data() { return words_.data(); }
  const std::uint64_t* data() const { return words_.data(); }
  void clear() {
    for (std::size_t i = 1; i < words_.size(); ++i) {
      words_[i] = 0;
    }
    words_[0] = 0;
  }
  bool any() const {
    return std::any_of(words_.begin(), words_.end(), [](std::uint64_t word) { return word != 0; });
  }
  bool bit(int index) const { return (words_[pin_bits::place(index)] >> (index & 63) & 1U) != 0; }
  void set(int index) { set(index, true); }
  /// 1 if `value`; else it stays.
  void set(int index, bool value) {
    words_[pin_bits::place(index)] |= std::uint64_t{value} << (index & 63);
  }
  /// Where all are words of 64 bits: word number `index`.
  std::uint64_t& word(int index) { return words_[static_cast<std::size_t>(index)]; }
  std::uint64_t word(int index) const { return words_[static_cast<std::size_t>(index)]; }
  /// Bits first … first + width − 1, width <= 64; they are 0 before they are put.
  void put(int first, int width, std::uint64_t value) {
    pin_bits::put(words_.data(), first, width, value);
  }
  std::uint64_t get(int first, int width) const {
    return pin_bits::get(words_.data(), first, width);
  }
  /// visit(int index) of every bit that is 1, in order.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    int first = 0;
    for (const std::uint64_t word : words_) {
      for (std::uint64_t rest = word; rest != 0; rest &= rest - 1) {
        visit(first + lowest(rest));
      }
      first += 64;
    }
  }

 private:
  std::vector<std::uint64_t> words_;
};

/// What is on the inputs of a router, or shows on its outputs: flits per port, credits per virtual
/// channel.
struct FlitPins {
  FlitPins(const RtlParameters& parameters, int credits);

  void clear() {
    for (PinBits* pins : {&valid, &head, &tail, &address, &more, &vc, &word, &route, &credit}) {
      pins->clear();
    }
  }
  /// A flit or a credit.
  bool active() const { return valid.any() || credit.any(); }

  PinBits valid, head, tail, address, more, vc, word, route, credit;
};

/// The address by which the routers know a node.
std::uint64_t rtl_address(const RtlParameters& parameters, const Topology& topology, NodeId node);

/// What a node is told at reset.
class RtlStraps {
 public:
  RtlStraps(const RtlParameters& parameters, const NetworkConfig& config, const Routing& routing,
            NodeId node);
  RtlStraps(const RtlStraps&) = delete;
  RtlStraps& operator=(const RtlStraps&) = delete;

  const FlitcastRtlStraps& pins() const { return straps_; }

 private:
  PinBits interval_, wraps_, sides_;
  std::vector<std::uint8_t> table_;
  FlitcastRtlStraps straps_{};
};

}  // namespace flitcast
