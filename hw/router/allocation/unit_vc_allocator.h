#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw/allocator/matching.h"
#include "hw/router/parts/port_layout.h"
#include "hw/router_pipeline.h"

namespace flitcast {

/// VC allocation by units (the virtual channels of a port and class, see PortLayout): every unit
/// gives its free channels in ascending order to the headers whose turn it is, by an arbiter of its
/// own. Rows are input, columns output virtual channels, those of a row all the free ones of a
/// unit.
template <typename Arbiter>
class UnitVcAllocator {
 public:
  using Set = typename Arbiter::Set;
  /// Headers that get nothing ask for what is left, in the same cycle.
  static constexpr bool kAsksAgain = true;

  UnitVcAllocator(const RouterPipeline& /*pipeline*/, const PortLayout& layout)
      : arbiters_(static_cast<std::size_t>(layout.units())), bids_(arbiters_.size()) {
    for (int index = 0; index < layout.inputs(); ++index) {
      const int vc_class = layout.class_of(index % layout.vcs);
      units_.push_back(static_cast<std::uint16_t>(layout.unit(index / layout.vcs, vc_class)));
    }
  }

  /// As SeparableInputFirst's.
  template <typename AgeOf>
  void allocate(const Requests<Set>& requests, Matching<Set>& matching, const AgeOf& age_of) {
    matching.clear();
    Set asked;
    requests.rows.for_each([&](int row) {
      const int unit = unit_of(requests.of(row));
      asked.insert(unit);
      bids_[static_cast<std::size_t>(unit)].insert(row);
    });
    asked.for_each([&](int unit) {
      const auto at = static_cast<std::size_t>(unit);
      Set rows = std::exchange(bids_[at], Set());
      Set columns = requests.of(rows.first());
      while (!rows.empty() && !columns.empty()) {
        const int column = columns.first();
        const int row = arbiters_[at].propose(rows, [&](int r) { return age_of(r, column); });
        arbiters_[at].accept(row);
        rows.erase(row);
        columns.erase(column);
        matching.add(row, column);
      }
    });
  }
  int grant_alone(int row, const Set& columns) {
    arbiters_[static_cast<std::size_t>(unit_of(columns))].accept(row);
    return columns.first();
  }

 private:
  int unit_of(const Set& columns) const {
    return units_[static_cast<std::size_t>(columns.first())];
  }

  std::vector<std::uint16_t> units_;  // by output VC
  std::vector<Arbiter> arbiters_;     // by unit, among headers
  std::vector<Set> bids_;             // likewise, scratch
};

}  // namespace flitcast
