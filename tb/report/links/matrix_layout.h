#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hw/topology/topology.h"

namespace flitcast::report {

/// Where the channels of a network stand in a table, each with those that leave the same nodes:
/// - hypercube: a row per dimension, a column per node;
/// - ring and line: a row per direction, a column per node;
/// - grid: a row per line of nodes along x, a column per x;
/// - tree: a row per level and direction, a column per leaf, those below the node;
/// - others: a row per port, a column per node.
/// Receive ports are a row of their own, at the end; in a grid they are left out. Rows and columns
/// are joined where there are too many.
class MatrixLayout {
 public:
  static constexpr std::size_t kMaxColumns = 384;
  static constexpr std::size_t kMaxRows = 128;

  struct Cell {
    std::size_t row;
    std::size_t first;  ///< first column
    std::size_t last;   ///< last column
  };

  explicit MatrixLayout(const Topology& topology);

  /// The cell of the channel from `from` to its neighbour `to`, or of a receive port: from == to.
  Cell cell(NodeId from, NodeId to) const;
  bool shows_receive_ports() const { return receive_row_; }
  const std::vector<std::string>& rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  const std::string& row_title() const { return row_title_; }
  const std::string& column_title() const { return column_title_; }

 private:
  void name_tree_rows();
  void name_grid_rows();
  Cell joined(std::size_t row, std::size_t first, std::size_t last) const;
  Cell tree_cell(NodeId from, NodeId to) const;

  Topology topology_;
  std::vector<std::string> rows_;
  std::string row_title_;
  std::string column_title_;
  std::size_t columns_ = 0;
  std::size_t lines_ = 1;   // of a grid in one row
  std::size_t joined_ = 1;  // columns in one
  bool receive_row_ = true;
};

}  // namespace flitcast::report
