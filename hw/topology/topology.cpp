#include "hw/topology/topology.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "hw/topology/family.h"

namespace flitcast {
namespace {

int degree_of(const TopologyData& data) {
  std::ptrdiff_t degree = data.seats > 0 ? 1 : 0;
  for (NodeId node = 0; node < data.processors; ++node) {
    const auto first = data.ends.begin() + static_cast<std::ptrdiff_t>(node) * data.ports;
    degree = std::max(degree, std::count_if(first, first + data.ports, [](const ChannelEnd& end) {
                        return end.node != kNoNode;
                      }));
  }
  return static_cast<int>(degree);
}

}  // namespace

std::string to_string(TopologyKind kind) {
  return std::string(family_of(kind).word);
}

void check_nodes(const TopologyFamily& family, const std::vector<std::uint32_t>& dims,
                 std::uint64_t nodes) {
  if (nodes > kMaxNodes) {
    throw std::invalid_argument("a network has at most " + std::to_string(kMaxNodes) +
                                " nodes, processors and routers; a " + std::string(family.word) +
                                " " + join_dims(dims) + " is more");
  }
}

void check_ports(const TopologyFamily& family, const std::vector<std::uint32_t>& dims,
                 std::uint64_t ports) {
  if (ports > static_cast<std::uint64_t>(kMaxPorts)) {
    throw std::invalid_argument("a router has at most " + std::to_string(kMaxPorts) + " ports; a " +
                                std::string(family.word) + " " + join_dims(dims) + " takes " +
                                std::to_string(ports));
  }
}

std::string join_dims(const std::vector<std::uint32_t>& dims) {
  std::string text;
  for (const std::uint32_t side : dims) {
    text += (text.empty() ? "" : "x") + std::to_string(side);
  }
  return text;
}

Topology::Topology(TopologyKind kind, const std::vector<std::uint32_t>& dims)
    : Topology(family_of(kind), {dims}) {}

Topology::Topology(const TopologyFamily& family, const TopologySource& source)
    : family_(&family),
      dims_(source.dims),
      name_(std::string(family.word) + " " +
            (family.from_file ? source.file.substr(source.file.find_last_of('/') + 1)
                              : join_dims(source.dims))),
      data_(family.build(family, source)),
      degree_(degree_of(data_)) {
  NodeId stride = 1;
  for (const std::uint32_t side : data_.sides) {
    strides_.push_back(stride);
    stride *= side;
  }
}

bool Topology::has_coordinates() const {
  return family_->has_coordinates;
}

bool Topology::has_orders() const {
  return family_->has_orders;
}

bool Topology::has_labels() const {
  return family_->has_labels;
}

bool Topology::wraps() const {
  return family_->wraps;
}

NodeId Topology::with_coordinate(NodeId node, int d, std::uint32_t value) const {
  const NodeId stride = strides_[static_cast<std::size_t>(d)];
  return node - coordinate(node, d) * stride + value * stride;
}

PortId Topology::port_towards(NodeId from, NodeId to) const {
  if (has_labels()) {
    const NodeId difference = from ^ to;
    const bool adjacent =
        from < nodes() && to < nodes() && difference != 0 && (difference & (difference - 1)) == 0;
    return adjacent ? static_cast<PortId>(__builtin_ctz(difference)) : kNoPort;
  }
  for (int port = 0; port < network_ports(); ++port) {
    if (neighbour(from, static_cast<PortId>(port)) == to && to != kNoNode) {
      return static_cast<PortId>(port);
    }
  }
  return kNoPort;
}

}  // namespace flitcast
