#include "traffic/rows/applications/matrix_vector_data.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "traffic/row/row.h"

namespace flitcast {
namespace rows::matrix_vector_data {

/// The memories of the nodes: of every node a square of the matrix, a piece of the vector once it
/// has come, and a part of a piece of the product.
class MatrixVectorMemory final : public Payload {
 public:
  MatrixVectorMemory(const Matrix& matrix, const std::vector<double>& vector, NodeId columns,
                     NodeId rows)
      : matrix_(matrix),
        columns_(columns),
        piece_(matrix.columns / columns),
        pieces_(piece_ * columns * rows, std::numeric_limits<double>::quiet_NaN()),
        products_(pieces_.size()),
        multiplied_(std::size_t{columns} * rows) {
    std::copy(vector.begin(), vector.end(), pieces_.begin());
  }

  void read(NodeId node, const Block& block, std::uint32_t first, std::uint32_t count,
            Word* out) override {
    const double* from = memory_of(node, block) + first;
    for (std::uint32_t i = 0; i < count; ++i) {
      out[i] = to_word(from[i]);
    }
  }
  void write(NodeId node, const Block& block, std::uint32_t first, std::uint32_t count,
             const Word* in) override {
    double* to = memory_of(node, block) + first;
    for (std::uint32_t i = 0; i < count; ++i) {
      to[i] = to_double(in[i]);
    }
  }
  /// Sums may come before the node can multiply.
  void add(NodeId node, const Block& /*block*/, std::uint32_t first, std::uint32_t count,
           const Word* in) override {
    double* to = products_.data() + node * piece_ + first;
    for (std::uint32_t i = 0; i < count; ++i) {
      to[i] += to_double(in[i]);
    }
  }
  void finish() override {
    for (NodeId node = 0; node < multiplied_.size(); node += columns_) {
      multiply(node);
    }
  }

  /// As the nodes of the first column hold it.
  Matrix product() const {
    Matrix product{matrix_.rows, 1, {}};
    for (std::size_t node = 0; node < multiplied_.size(); node += columns_) {
      const auto piece = products_.begin() + static_cast<std::ptrdiff_t>(node * piece_);
      product.values.insert(product.values.end(), piece,
                            piece + static_cast<std::ptrdiff_t>(piece_));
    }
    return product;
  }

 private:
  double* memory_of(NodeId node, const Block& block) {
    if (block.final == Block::kEveryone) {
      return pieces_.data() + node * piece_;
    }
    multiply(node);
    return products_.data() + node * piece_;
  }

  /// Adds the product of the node's square and its piece of the vector to its part, once.
  void multiply(NodeId node) {
    if (multiplied_[node]) {
      return;
    }
    multiplied_[node] = true;
    const std::size_t first_row = node / columns_ * piece_;
    const std::size_t first_column = node % columns_ * piece_;
    for (std::size_t i = 0; i < piece_; ++i) {
      for (std::size_t j = 0; j < piece_; ++j) {
        products_[node * piece_ + i] +=
            matrix_.at(first_row + i, first_column + j) * pieces_[node * piece_ + j];
      }
    }
  }

  const Matrix& matrix_;
  NodeId columns_;
  std::size_t piece_;
  std::vector<double> pieces_;    // of the vector, by node
  std::vector<double> products_;  // likewise
  std::vector<bool> multiplied_;
};

class MatrixVector final : public Application {
 public:
  MatrixVector(Matrix matrix, std::vector<double> vector, NodeId columns, NodeId rows)
      : matrix_(std::move(matrix)),
        vector_(std::move(vector)),
        columns_(columns),
        rows_(rows),
        memory_(matrix_, vector_, columns, rows) {}

  std::uint64_t block_flits() const override { return matrix_.rows / rows_; }
  std::string block_reason() const override {
    return "a matrix of " + std::to_string(matrix_.rows) + " x " + std::to_string(matrix_.columns) +
           " on " + std::to_string(columns_) + " x " + std::to_string(rows_) +
           " nodes makes pieces of " + std::to_string(block_flits()) + " flits";
  }
  Payload& memory() override { return memory_; }
  Matrix result() const override { return memory_.product(); }
  const char* result_name() const override { return "product"; }
  Matrix expected() const override {
    return row_sums([](double element, double x) { return element * x; });
  }
  /// Two sums of n products in different orders, each wrong by no more than
  /// n·ε/2·Σ|a·x|/(1 − n·ε/2). (Higham, "Accuracy and stability of numerical algorithms", §3.1.)
  Matrix tolerance() const override {
    Matrix bound = row_sums([](double element, double x) { return std::abs(element * x); });
    const double n = static_cast<double>(matrix_.columns);
    for (double& value : bound.values) {
      value *= 2 * n * std::numeric_limits<double>::epsilon();
    }
    return bound;
  }

 private:
  template <typename Term>
  Matrix row_sums(Term&& term) const {
    Matrix sums{matrix_.rows, 1, std::vector<double>(matrix_.rows)};
    for (std::size_t row = 0; row < matrix_.rows; ++row) {
      for (std::size_t column = 0; column < matrix_.columns; ++column) {
        sums.values[row] += term(matrix_.at(row, column), vector_[column]);
      }
    }
    return sums;
  }

  Matrix matrix_;
  std::vector<double> vector_;
  NodeId columns_;
  NodeId rows_;
  MatrixVectorMemory memory_;
};

std::string shape_of(const NamedMatrix& named) {
  return named.file + " has " + std::to_string(named.values.rows) + " rows and " +
         std::to_string(named.values.columns) + " columns";
}

void check_matrix(const NamedMatrix& data, NodeId columns, NodeId rows) {
  const std::size_t wide = data.values.columns / columns;
  const bool divides = data.values.columns % columns == 0 && data.values.rows % rows == 0;
  if (!divides || wide != data.values.rows / rows) {
    const std::size_t piece = std::max<std::size_t>(wide, 1);
    throw ParameterError("traffic.data", shape_of(data) + ", which " + std::to_string(columns) +
                                             " x " + std::to_string(rows) +
                                             " nodes cannot share in squares; the nearest are " +
                                             std::to_string(piece * rows) + " rows and " +
                                             std::to_string(piece * columns) + " columns");
  }
}

std::vector<double> vector_of(const ApplicationInput& input) {
  const std::size_t size = input.data.values.columns;
  if (input.vector) {
    const Matrix& given = input.vector->values;
    if ((given.rows != 1 && given.columns != 1) || given.values.size() != size) {
      throw ParameterError("traffic.vector", shape_of(*input.vector) +
                                                 "; give one row or column of " +
                                                 std::to_string(size) + " numbers");
    }
    return given.values;
  }
  std::vector<double> vector(size);
  const Block block = make_block(0, Block::kEveryone);
  for (std::size_t i = 0; i < size; ++i) {
    const Word word = generated_words(input.seed, block)[i];
    vector[i] = std::ldexp(static_cast<double>(word >> 11U), -52) - 1;
  }
  return vector;
}

}  // namespace rows::matrix_vector_data

std::unique_ptr<Application> matrix_vector_application(const ApplicationInput& input) {
  const NodeId columns = input.topology.side(0);
  const NodeId rows = input.topology.side(1);
  rows::matrix_vector_data::check_matrix(input.data, columns, rows);
  return std::make_unique<rows::matrix_vector_data::MatrixVector>(
      input.data.values, rows::matrix_vector_data::vector_of(input), columns, rows);
}

}  // namespace flitcast
