#include "tb/report/links/plane_layout.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

namespace flitcast::report {
namespace {

constexpr double kSliceGap = 1.6;   // between the nodes of two slices
constexpr double kStub = 0.36;      // length of a channel to another slice
constexpr double kLabelRise = 0.5;  // of the name of a slice above it
constexpr double kWide = 1.6;       // width / height that slices side by side should have
constexpr double kQuarterTurn = 1.5707963267948966;

std::uint32_t plane_side(const Topology& topology, int dimension) {
  return dimension < topology.dimensions() ? topology.side(dimension) : 1;
}

/// Links from every node to the nearest processor; what none is linked with is beside them.
std::vector<std::size_t> levels_of(const Topology& topology) {
  std::vector<std::size_t> levels(topology.nodes(), 0);
  std::vector<bool> reached(topology.nodes(), false);
  std::vector<NodeId> border;
  for (NodeId node = 0; node < topology.processors(); ++node) {
    reached[node] = true;
    border.push_back(node);
  }
  for (std::size_t level = 1; !border.empty(); ++level) {
    std::vector<NodeId> next;
    for (const NodeId node : border) {
      for (int port = 0; port < topology.network_ports(); ++port) {
        const NodeId neighbour = topology.neighbour(node, static_cast<PortId>(port));
        if (neighbour != kNoNode && !reached[neighbour]) {
          reached[neighbour] = true;
          levels[neighbour] = level;
          next.push_back(neighbour);
        }
      }
    }
    border = std::move(next);
  }
  return levels;
}

}  // namespace

TreePlace tree_place(const Topology& topology, NodeId node) {
  TreePlace place{0, node};
  NodeId in_level = topology.processors();
  while (place.index >= in_level) {
    place.index -= in_level;
    in_level /= 2;
    ++place.level;
  }
  return place;
}

PlaneLayout::PlaneLayout(const Topology& topology) : topology_(topology) {
  if (!draws(topology)) {
    throw std::invalid_argument("a " + topology.describe() + " is not drawn on a plane");
  }
  if (topology.tree_depth()) {
    const double leaves = topology.processors();
    const double levels = *topology.tree_depth();
    level_height_ = std::max(1.0, 0.4 * leaves / (levels + 1));
    width_ = leaves - 1;
    height_ = levels * level_height_;
    return;
  }
  if (!topology.has_coordinates()) {
    if (topology.shares_routers()) {
      place_around_routers();
    } else if (topology.has_switches()) {
      place_in_levels();
    } else {
      place_on_circle();
    }
    return;
  }
  const double x = plane_side(topology, 0);
  const double y = plane_side(topology, 1);
  const double count = static_cast<double>(slices());
  const double best =
      topology.dimensions() > 3
          ? topology.side(2)
          : std::round(std::sqrt(count * kWide * (y + kSliceGap) / (x + kSliceGap)));
  across_ = static_cast<std::size_t>(std::clamp(best, 1.0, count));
  const Point last = slice_corner(across_ - 1);
  width_ = last.x + x - 1;
  height_ = slice_corner(slices() - 1).y + y - 1;
}

void PlaneLayout::place_on_circle() {
  const double nodes = topology_.nodes();
  const double radius = std::max(1.0, nodes / (4 * kQuarterTurn));
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    const double angle = (4 * node / nodes - 1) * kQuarterTurn;  // from the top, clockwise
    places_.push_back({radius + radius * std::cos(angle), radius + radius * std::sin(angle)});
  }
  width_ = 2 * radius;
  height_ = 2 * radius;
}

// Routers on a circle, and what is at them on another one around it.
void PlaneLayout::place_around_routers() {
  const double processors = topology_.processors();
  const double routers = topology_.nodes() - processors;
  const double outer = std::max(1.5, processors / (4 * kQuarterTurn));
  const double inner = routers > 1 ? outer - 1 : 0;
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    const bool is_router = topology_.has_router(node);
    const double number = is_router ? node - processors : node;
    const double radius = is_router ? inner : outer;
    const double angle =
        (4 * (number + 0.5) / (is_router ? routers : processors) - 1) * kQuarterTurn;
    places_.push_back({outer + radius * std::cos(angle), outer + radius * std::sin(angle)});
  }
  width_ = 2 * outer;
  height_ = 2 * outer;
}

void PlaneLayout::place_in_levels() {
  const std::vector<std::size_t> levels = levels_of(topology_);
  std::vector<std::size_t> counts(*std::max_element(levels.begin(), levels.end()) + 1);
  for (const std::size_t level : levels) {
    ++counts[level];
  }
  const auto most = static_cast<double>(*std::max_element(counts.begin(), counts.end()));
  const auto top = static_cast<double>(counts.size() - 1);
  level_height_ = std::max(1.5, 0.4 * most / (top + 1));
  std::vector<std::size_t> placed(counts.size());
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    const std::size_t level = levels[node];
    const double step = most / static_cast<double>(counts[level]);
    places_.push_back({(static_cast<double>(placed[level]++) + 0.5) * step - 0.5,
                       (top - static_cast<double>(level)) * level_height_});
  }
  width_ = most - 1;
  height_ = top * level_height_;
}

std::size_t PlaneLayout::slices() const {
  std::size_t count = 1;
  for (int d = 2; d < topology_.dimensions(); ++d) {
    count *= topology_.side(d);
  }
  return count;
}

PlaneLayout::Point PlaneLayout::slice_corner(std::size_t slice) const {
  const double x_step = plane_side(topology_, 0) - 1 + kSliceGap;
  const double y_step = plane_side(topology_, 1) - 1 + kSliceGap;
  const std::size_t column = slice % across_;
  const std::size_t row = slice / across_;
  return {static_cast<double>(column) * x_step, static_cast<double>(row) * y_step};
}

PlaneLayout::Point PlaneLayout::tree_node(NodeId node) const {
  const TreePlace place = tree_place(topology_, node);
  const double leaves = std::ldexp(1.0, static_cast<int>(place.level));
  return {place.index * leaves + (leaves - 1) / 2, height_ - place.level * level_height_};
}

PlaneLayout::Point PlaneLayout::node(NodeId node) const {
  if (!places_.empty()) {
    return places_[node];
  }
  if (topology_.tree_depth()) {
    return tree_node(node);
  }
  const NodeId in_slice = plane_side(topology_, 0) * plane_side(topology_, 1);
  const Point corner = slice_corner(node / in_slice);
  const NodeId place = node % in_slice;
  const NodeId side = plane_side(topology_, 0);
  const NodeId x = place % side;
  const NodeId y = place / side;
  return {corner.x + x, corner.y + y};
}

PlaneLayout::Point PlaneLayout::channel_end(NodeId from, NodeId to) const {
  const Point start = node(from);
  const Point goal = node(to);
  if (topology_.tree_depth() || !places_.empty()) {
    return {(start.x + goal.x) / 2, (start.y + goal.y) / 2};
  }
  int d = 0;
  while (topology_.coordinate(from, d) == topology_.coordinate(to, d)) {
    ++d;
  }
  const std::uint32_t here = topology_.coordinate(from, d);
  const std::uint32_t there = topology_.coordinate(to, d);
  const bool up = here < there;
  const bool around = (up ? there - here : here - there) > 1;
  const double sign = up != around ? 1 : -1;
  if (d < 2) {
    return {start.x + (d == 0 ? sign / 2 : 0), start.y + (d == 1 ? sign / 2 : 0)};
  }
  // The further dimensions share the quarter between right and up, their other ends that between
  // left and down.
  const double angle = kQuarterTurn * (d - 1) / (topology_.dimensions() - 1);
  return {start.x + sign * kStub * std::cos(angle), start.y - sign * kStub * std::sin(angle)};
}

std::vector<PlaneLayout::Label> PlaneLayout::labels() const {
  std::vector<Label> labels;
  const std::size_t count = slices();
  const NodeId in_slice = plane_side(topology_, 0) * plane_side(topology_, 1);
  for (std::size_t slice = 0; count > 1 && slice < count; ++slice) {
    std::string text;
    for (int d = 2; d < topology_.dimensions(); ++d) {
      const auto coordinate = topology_.coordinate(static_cast<NodeId>(slice * in_slice), d);
      text += topology_.dimensions() <= 4
                  ? fmt::format("{}{} = {}", d == 2 ? "" : ", ", d == 2 ? "z" : "w", coordinate)
                  : fmt::format("{}{}", d == 2 ? "" : ",", coordinate);
    }
    const Point corner = slice_corner(slice);
    labels.push_back({{corner.x - kLabelRise / 2, corner.y - kLabelRise}, text});
  }
  return labels;
}

}  // namespace flitcast::report
