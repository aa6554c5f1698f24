// The odd-even turn model on meshes of two dimensions, minimal: Chiu, "The odd-even turn model for
// adaptive routing", IEEE Trans. Parallel Distrib. Systems 11, 2000. With x as the column,
//
//   in an even column no header turns from east to north or south,
//   in an odd column none turns from north or south to west.
//
// So a header that goes east may leave its row in an odd column or where it starts, and it enters
// an even column that is the one of its destination only in the row of that; one that goes west
// leaves its row in even columns. Ways are those of the algorithm ROUTE of the paper: what it asks
// of the column of the source follows from the port by which a header came.
//
// Free of deadlock: a circle of waiting worms would have a rightmost column of channels, where two
// turns meet that do not occur in one column.

#include "hw/routing/coordinates.h"
#include "hw/routing/routing_policies.h"

namespace flitcast {
namespace {

class OddEven final : public RoutingRelation {
 public:
  explicit OddEven(const Topology& mesh) : ways_(mesh) {}

  void candidates(NodeId here, PortId from_port, int /*from_class*/, NodeId destination,
                  RouteCandidates& out) const override {
    const std::uint32_t column = ways_.at(here, 0);
    const std::uint32_t last = ways_.at(destination, 0);
    const PortId along_column = ways_.steps(here, destination, 1).port;
    out.clear();
    if (column == last) {
      out.add({along_column, 0});
    } else if (column < last) {
      if (along_column == kNoPort || last % 2 == 1 || last - column > 1) {
        out.add({kEast, 0});
      }
      // It comes by the west port when it has been going east.
      if (along_column != kNoPort && (column % 2 == 1 || from_port != kWest)) {
        out.add({along_column, 0});
      }
    } else {
      out.add({kWest, 0});
      if (along_column != kNoPort && column % 2 == 0) {
        out.add({along_column, 0});
      }
    }
  }

 private:
  static constexpr PortId kEast = 0;
  static constexpr PortId kWest = 1;

  Coordinates ways_;
};

}  // namespace

const RoutingPolicy& odd_even_policy() {
  static const RoutingPolicy policy = [] {
    RoutingPolicy made;
    made.word = "odd_even";
    made.help = "adaptive on meshes of two dimensions, turns by odd and even columns";
    made.make = [](const RoutedNetwork& network) -> std::shared_ptr<const RoutingRelation> {
      require_plane_mesh(network.topology);
      return std::make_shared<OddEven>(network.topology);
    };
    return made;
  }();
  return policy;
}

}  // namespace flitcast
