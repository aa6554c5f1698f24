#include "tb/report/links/matrix_layout.h"

#include <fmt/format.h>

#include "tb/report/links/plane_layout.h"

namespace flitcast::report {
namespace {

/// How many of `count` things have to be joined so that at most `limit` are left.
std::size_t joined_into(std::size_t count, std::size_t limit) {
  std::size_t joined = 1;
  while ((count + joined - 1) / joined > limit) {
    joined *= 2;
  }
  return joined;
}

bool is_line(const Topology& topology) {
  return topology.is_grid() && topology.dimensions() == 1;
}

}  // namespace

MatrixLayout::MatrixLayout(const Topology& topology)
    : topology_(topology), row_title_("dimension"), column_title_("node") {
  columns_ = topology.processors();
  if (topology.has_labels()) {
    for (int d = 0; d < topology.dimensions(); ++d) {
      rows_.push_back(std::to_string(d));
    }
  } else if (topology.tree_depth()) {
    name_tree_rows();
  } else if (!topology.has_coordinates()) {
    columns_ = topology.nodes();
    row_title_ = "port";
    for (int port = 0; port < topology.network_ports(); ++port) {
      rows_.push_back(std::to_string(port));
    }
  } else if (is_line(topology)) {
    row_title_ = "direction";
    rows_ = {"up", "down"};
  } else {
    name_grid_rows();
  }
  if (receive_row_) {
    rows_.emplace_back("receive");
  }
  joined_ = joined_into(columns_, kMaxColumns);
}

void MatrixLayout::name_tree_rows() {
  row_title_ = "level";
  column_title_ = "leaf";
  for (std::uint32_t level = *topology_.tree_depth(); level > 0; --level) {
    rows_.push_back(fmt::format("{} down", level));
    rows_.push_back(fmt::format("{} up", level - 1));
  }
}

void MatrixLayout::name_grid_rows() {
  columns_ = topology_.side(0);
  receive_row_ = false;
  row_title_ = topology_.dimensions() == 2 ? "y" : "line along x";
  column_title_ = "x";
  const std::size_t lines = topology_.nodes() / columns_;
  lines_ = joined_into(lines, kMaxRows);
  for (std::size_t first = 0; first < lines; first += lines_) {
    const std::size_t last = std::min(first + lines_, lines) - 1;
    rows_.push_back(last == first ? std::to_string(first) : fmt::format("{}–{}", first, last));
  }
}

MatrixLayout::Cell MatrixLayout::joined(std::size_t row, std::size_t first,
                                        std::size_t last) const {
  const std::size_t end = std::min(last / joined_ * joined_ + joined_, columns_);
  return {row, first / joined_ * joined_, end - 1};
}

MatrixLayout::Cell MatrixLayout::tree_cell(NodeId from, NodeId to) const {
  const auto [level, index] = tree_place(topology_, from);
  const std::size_t leaves = std::size_t{1} << level;
  const std::size_t depth = *topology_.tree_depth();
  const bool up = to > from;
  const std::size_t row = 2 * (depth - level) - (up ? 1 : 0);
  return joined(row, index * leaves, index * leaves + leaves - 1);
}

MatrixLayout::Cell MatrixLayout::cell(NodeId from, NodeId to) const {
  if (receive_row_ && from == to) {
    return joined(rows_.size() - 1, from, from);
  }
  if (topology_.tree_depth()) {
    return tree_cell(from, to);
  }
  if (topology_.has_labels()) {
    std::size_t dimension = 0;
    while (((from ^ to) >> dimension & 1U) == 0) {
      ++dimension;
    }
    return joined(dimension, from, from);
  }
  if (is_line(topology_) || !topology_.has_coordinates()) {
    return joined(topology_.port_towards(from, to), from, from);
  }
  const std::size_t x = topology_.coordinate(from, 0);
  return joined(from / topology_.side(0) / lines_, x, x);
}

}  // namespace flitcast::report
