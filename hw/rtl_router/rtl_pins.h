#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hw/bits.h"
#include "hw/flit.h"
#include "hw/rtl/router_abi.h"
#include "hw/rtl_router/rtl_parameters.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// Kinds of pins: fields of a port, or a bit of a virtual channel. Those from kSource on are shown
/// by our routers, for who looks: by which input virtual channel the flit at a port came, and of
/// input virtual channels whether their header got an output in this cycle, or why their flit in
/// front, which stands ready, has no leave.
enum class Pin : std::uint8_t {
  kValid,
  kHead,
  kTail,
  kAddress,
  kMore,
  kVc,
  kWord,
  kRoute,
  kCredit,
  kSource,
  kGranted,
  kContention,
  kSerialisation,
  kNoCredit
};
inline constexpr std::array<std::string_view, 14> kPinNames{
    "valid",  "head",   "tail",    "address",    "more",          "vc",       "word", "route",
    "credit", "source", "granted", "contention", "serialisation", "no_credit"};
constexpr std::string_view to_string(Pin pin) {
  return kPinNames[static_cast<std::size_t>(pin)];
}

/// Fields of equally many bits side by side in words, as router_abi.h has the pins: bit i is bit
/// i % 64 of word i / 64.
template <typename Word>
class PinFields {
 public:
  PinFields(Word* words, std::size_t count, int width)
      : words_(words), count_(count), width_(width) {}

  Word* data() const { return words_; }
  int width() const { return width_; }
  bool any() const {
    return std::any_of(words_, words_ + count_, [](Word word) { return word != 0; });
  }
  bool bit(int index) const { return (words_[place(index)] >> (index & 63) & 1U) != 0; }
  void set(int index) const { words_[place(index)] |= std::uint64_t{1} << (index & 63); }
  /// A field of at most 64 bits, which is 0 before it is put.
  void put(int field, std::uint64_t value) const {
    const int first = field * width_;
    const int shift = first & 63;
    words_[place(first)] |= value << shift;
    if (shift + width_ > 64) {
      words_[place(first) + 1] |= value >> (64 - shift);
    }
  }
  std::uint64_t get(int field) const {
    const int first = field * width_;
    const int shift = first & 63;
    std::uint64_t value = words_[place(first)] >> shift;
    if (shift + width_ > 64) {
      value |= words_[place(first) + 1] << (64 - shift);
    }
    return width_ == 64 ? value : value & ((std::uint64_t{1} << width_) - 1);
  }
  /// visit(int index) of every bit that is 1, in order.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < count_; ++i) {
      for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
        visit(static_cast<int>(i) * 64 + lowest(rest));
      }
    }
  }

 private:
  static std::size_t place(int bit) { return static_cast<std::size_t>(bit) / 64; }

  Word* words_;
  std::size_t count_;
  int width_;
};

/// Such fields, all 0.
class PinBits {
 public:
  PinBits(int fields, int width) : words_(words_for(fields * width)), width_(width) {}

  static std::size_t words_for(int bits) {
    return static_cast<std::size_t>(std::max(bits, 1) + 63) / 64;
  }
  PinFields<std::uint64_t> fields() { return {words_.data(), words_.size(), width_}; }

 private:
  std::vector<std::uint64_t> words_;
  int width_;
};

/// What is on the inputs of a router, with credits of network outputs, or shows on its outputs,
/// with credits of inputs. All in one row of words, because many are kept.
class FlitPins {
 public:
  enum class Side { kInputs, kOutputs };
  FlitPins(const RtlParameters& parameters, Side side);

  PinFields<std::uint64_t> operator[](Pin pin) {
    const auto i = static_cast<std::size_t>(pin);
    return {words_.data() + first_[i], std::size_t{first_[i + 1]} - first_[i], width_[i]};
  }
  PinFields<const std::uint64_t> operator[](Pin pin) const {
    const auto i = static_cast<std::size_t>(pin);
    return {words_.data() + first_[i], std::size_t{first_[i + 1]} - first_[i], width_[i]};
  }
  void clear() { std::fill(words_.begin(), words_.end(), 0); }
  /// A flit or a credit.
  bool active() const { return (*this)[Pin::kValid].any() || (*this)[Pin::kCredit].any(); }
  /// In all pins before kSource, of those of the same side.
  bool same_flits(const FlitPins& other) const {
    return std::equal(words_.begin(), words_.begin() + first_[std::size_t{kFlitPins}],
                      other.words_.begin());
  }

  /// The kinds of a flit at a port that have a pin, as bits of flit_kind.
  static constexpr std::uint16_t kShownKinds =
      flit_kind::kHead | flit_kind::kTail | flit_kind::kAddress | flit_kind::kMore;
  std::uint16_t kind(int port) const;
  void put_kind(int port, std::uint16_t kind);

 private:
  static constexpr auto kFlitPins = static_cast<std::size_t>(Pin::kSource);

  std::array<std::uint16_t, kPinNames.size() + 1> first_;  // word of each kind
  std::array<std::uint8_t, kPinNames.size()> width_;
  std::vector<std::uint64_t> words_;
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
