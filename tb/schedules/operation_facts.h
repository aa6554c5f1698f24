#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/topology/topology.h"
#include "tb/schedules/schedule_shape.h"
#include "traffic/schedule/operation.h"

namespace flitcast {

/// What a file says of the operation of its schedule. Everything throws JsonFault.
class OperationFacts {
 public:
  explicit OperationFacts(const Topology& topology) : topology_(topology) {}

  /// "all-to-all scatter", …
  void set_kind(const std::string& word);
  /// Notes the number if it is of the operation; false if it is not.
  bool number(ScheduleValue what, std::uint64_t value);
  /// The operation, if that is what the file tells: with all that it needs, and nothing else.
  Operation operation() const;

 private:
  void check_root() const;
  void check_destinations() const;
  void check_ring() const;
  void check_columns() const;

  const Topology& topology_;
  Operation operation_;
  std::optional<NodeId> root_;
  std::optional<NodeId> shift_;
  std::optional<NodeId> columns_;
};

/// The network that the file names is the one at hand. `dims` says nothing of a graph.
void check_network(const Topology& topology, const std::string& kind,
                   const std::vector<std::uint32_t>& dims);

}  // namespace flitcast
