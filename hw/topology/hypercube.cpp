// Hypercubes Q_n: 2^n nodes, which are their labels; port d leads along dimension d, and e-cube
// routing corrects bit after bit.

#include <stdexcept>
#include <string>

#include "hw/topology/family.h"
#include "hw/topology/label_route.h"

namespace flitcast {
namespace {

constexpr std::uint32_t kMaxDimension = 16;

TopologyData build_hypercube(const TopologyFamily& /*self*/, const TopologySource& source) {
  const std::vector<std::uint32_t>& dims = source.dims;
  if (dims.size() != 1 || dims[0] > kMaxDimension) {
    throw std::invalid_argument("a hypercube takes its dimension, 0 to " +
                                std::to_string(kMaxDimension) + ", not " + join_dims(dims));
  }
  TopologyData cube;
  cube.nodes = cube.processors = NodeId{1} << dims[0];
  cube.ports = static_cast<int>(dims[0]);
  cube.sides.assign(dims[0], 2);
  cube.ends = tabulate_ends(cube, [](NodeId node, PortId port) {
    return ChannelEnd{node ^ (NodeId{1} << port), port};
  });
  return cube;
}

std::shared_ptr<const BaseRoute> routes_of_hypercube(const Topology& /*topology*/,
                                                     RoutingOrder order) {
  return std::make_shared<LabelRoute>(order);
}

}  // namespace

const TopologyFamily& hypercube_family() {
  static const TopologyFamily family = [] {
    TopologyFamily cube{};
    cube.word = "hypercube";
    cube.dims = "dimension of a hypercube";
    cube.dims_range = "0 … 16";
    cube.dims_like = "6";
    cube.example = {4};
    cube.has_coordinates = true;
    cube.has_orders = true;
    cube.has_labels = true;
    cube.build = build_hypercube;
    cube.routes = routes_of_hypercube;
    return cube;
  }();
  return family;
}

}  // namespace flitcast
