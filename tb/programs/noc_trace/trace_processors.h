#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tb/programs/noc_trace/chip_layout.h"
#include "tb/programs/noc_trace/noc_event.h"
#include "tb/programs/noc_trace/trace_processor.h"

namespace flitcast {

/// Who a trace of a chip tells of, in the order of their first events. `number` is that of an
/// event, from 1; all throw NocFault.
class TraceProcessors {
 public:
  /// What is read or written by what was set before.
  struct Target {
    std::int64_t x = -1;
    std::int64_t y = -1;
    std::int64_t bytes = -1;
  };
  struct Own {
    TraceProcessor processor;
    Target read = {};
    Target write = {};
  };

  /// `chip` must outlive it. Cycles are counted from `beginning` on.
  TraceProcessors(const ChipLayout& chip, std::int64_t beginning)
      : chip_(chip), beginning_(beginning) {}

  /// Whose event it is, told to use its network.
  Own& of(const NocEvent& event, std::uint64_t number);
  std::uint32_t index_of(const Own& own) const {
    return static_cast<std::uint32_t>(&own - all_.data());
  }
  const std::vector<Own>& all() const { return all_; }

 private:
  void check_device(const NocEvent& event, std::uint64_t number);

  const ChipLayout& chip_;
  std::int64_t beginning_;
  std::int64_t device_ = -1;
  std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> by_name_;
  std::vector<Own> all_;
};

/// Coordinates as an event has them, -1 where it has none, and their names.
struct NocCoordinates {
  const char* x_name;
  std::int64_t x;
  const char* y_name;
  std::int64_t y;
};

/// The tile at these. Throws NocFault.
std::uint32_t tile_at(const ChipLayout& chip, const NocCoordinates& at, std::uint64_t number);

}  // namespace flitcast
