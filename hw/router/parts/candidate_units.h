#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/router/parts/input_vc.h"
#include "hw/router/parts/port_layout.h"
#include "hw/routing_relation.h"

namespace flitcast {

/// The output units that headers may take, in order of preference. An input VC carries the first
/// itself; lists of several are here, one for all headers that are at the same destination, and one
/// per input VC where a routing function gives choices.
class CandidateUnits {
 public:
  /// `by_credits`: which of several units a header prefers follows from free slots. Units of the
  /// first `escape_classes` classes come after the others.
  explicit CandidateUnits(const PortLayout& layout, bool by_credits = false, int escape_classes = 0)
      : layout_(layout),
        seat_ports_(layout.ports_of_seat()),
        by_credits_(by_credits),
        escape_classes_(escape_classes) {
    for (int port = layout.network_ports; layout.local_ports > 1 && port < layout.ports(); ++port) {
      units_.push_back(number(port, 0));
    }
  }

  /// The i-th choice of the header in front of `in`, i < in.candidates.
  int unit(const InputVc& in, int i) const {
    return i == 0 ? in.unit : units_[in.more_units + static_cast<std::size_t>(i)];
  }

  /// Choices go by free slots.
  bool by_credits() const { return by_credits_; }
  /// There are escape classes, so that a worm must not wait behind another one in other classes: in
  /// the theory that proves them free of deadlock, a queue holds flits of one packet at a time
  /// (Duato, 1993; what happens otherwise: Ma, Enright Jerger and Wang, "Whole packet forwarding",
  /// HPCA 2012). A header that holds an output without a credit can no longer escape, whether or
  /// not headers may leave the escape again.
  bool has_escapes() const { return escape_classes_ > 0; }
  /// Outputs of `unit` are taken only when the buffer behind is empty.
  bool needs_empty(int unit) const {
    return has_escapes() && !layout_.is_local_unit(unit) &&
           layout_.class_of_unit(unit) >= escape_classes_;
  }
  /// The choice of the header in front of `in`, which has several: of the units with a free output
  /// the preferred one, or -1. slots(unit) is -1 where all outputs of a unit are taken; else, if
  /// choices go by that, how many buffer slots are free behind the others.
  template <typename Slots>
  int choose(const InputVc& in, Slots&& slots) const {
    const bool by_credits = by_credits_ && !layout_.is_local_unit(in.unit);
    int chosen = -1;
    std::int64_t most = -1;
    for (int i = 0; i < in.candidates; ++i) {
      const int number = unit(in, i);
      if (chosen >= 0 && layout_.class_of_unit(number) < escape_classes_) {
        break;  // they are the last ones
      }
      const std::int64_t free = slots(number);
      if (free > most) {
        chosen = number;
        most = free;
      }
      if (chosen >= 0 && !by_credits) {
        break;
      }
    }
    return chosen;
  }

  /// Any local port of a processor, the lowest first.
  void set_local(InputVc& in, int seat) const {
    const int first = seat * seat_ports_;
    in.unit = number(layout_.network_ports + first, 0);
    in.candidates = static_cast<std::uint16_t>(seat_ports_);
    in.more_units = static_cast<std::uint32_t>(first);
  }
  void set(InputVc& in, RouteCandidate only) const {
    in.unit = number(only.port, only.vc_class);
    in.candidates = 1;
  }
  /// `choices` for input VC number `index`.
  void set(int index, InputVc& in, const RouteCandidates& choices) {
    if (choices.size() == 1) {
      set(in, choices[0]);
    } else {
      set_several(index, in, choices);
    }
  }

 private:
  // Without classes, what a relation says of them is of no effect.
  std::uint16_t number(int port, int vc_class) const {
    return static_cast<std::uint16_t>(layout_.classes == 1 ? port : layout_.unit(port, vc_class));
  }
  [[gnu::noinline]] void set_several(int index, InputVc& in, const RouteCandidates& choices) {
    const auto most = static_cast<std::size_t>(layout_.units());
    const auto local = static_cast<std::size_t>(layout_.local_ports);
    const std::size_t first = local + static_cast<std::size_t>(index) * most;
    if (units_.size() < first + most) {
      units_.resize(first + most);
    }
    std::size_t count = 0;
    for (const RouteCandidate& choice : choices) {
      const std::uint16_t unit = number(choice.port, choice.vc_class);
      const auto begin = units_.begin() + static_cast<std::ptrdiff_t>(first);
      const auto end = begin + static_cast<std::ptrdiff_t>(count);
      if (std::find(begin, end, unit) == end) {  // two classes may be one here
        units_[first + count++] = unit;
      }
    }
    in.unit = units_[first];
    in.candidates = static_cast<std::uint16_t>(count);
    in.more_units = static_cast<std::uint32_t>(first);
  }

  PortLayout layout_;
  int seat_ports_;
  bool by_credits_;
  int escape_classes_;
  std::vector<std::uint16_t> units_;
};

}  // namespace flitcast
