#include "traffic/rows/applications/transpose.h"

#include <stdexcept>

#include "traffic/row/row.h"

namespace flitcast {
namespace rows::transpose {

/// Calls visit(row, column, place) for every number of an n × n matrix of elements of `width`
/// numbers in the block layout; columns count numbers.
template <typename Visit>
void for_each_number(std::size_t side, NodeId nodes, std::size_t width, Visit&& visit) {
  const std::size_t b = side / nodes;
  std::size_t place = 0;
  for (std::size_t origin = 0; origin < nodes; ++origin) {
    for (std::size_t final = 0; final < nodes; ++final) {
      for (std::size_t i = 0; i < b; ++i) {
        for (std::size_t j = 0; j < b * width; ++j) {
          visit(origin * b + i, final * b * width + j, place++);
        }
      }
    }
  }
}

class Transposition final : public Application {
 public:
  Transposition(const Matrix& matrix, NodeId nodes)
      : matrix_(matrix),
        nodes_(nodes),
        memory_(nodes, static_cast<std::uint32_t>(block_flits()), transpose_blocks(matrix, nodes)) {
  }

  std::uint64_t block_flits() const override { return block_side() * block_side(); }
  std::string block_reason() const override {
    const std::string b = std::to_string(block_side());
    return std::to_string(matrix_.rows) + " rows on " + std::to_string(nodes_) +
           " nodes make blocks of " + b + " x " + b + " = " + std::to_string(block_flits()) +
           " flits";
  }
  Payload& memory() override { return memory_; }
  Matrix result() const override {
    return transposed_from_blocks(memory_.words(), nodes_, matrix_.rows);
  }
  const char* result_name() const override { return "transposed matrix"; }
  Matrix expected() const override {
    Matrix transposed{matrix_.columns, matrix_.rows, std::vector<double>(matrix_.values.size())};
    for (std::size_t row = 0; row < matrix_.rows; ++row) {
      for (std::size_t column = 0; column < matrix_.columns; ++column) {
        transposed.at(column, row) = matrix_.at(row, column);
      }
    }
    return transposed;
  }

 private:
  std::size_t block_side() const { return matrix_.rows / nodes_; }

  Matrix matrix_;
  NodeId nodes_;
  StoredPayload memory_;
};

}  // namespace rows::transpose

std::vector<Word> transpose_blocks(const Matrix& matrix, NodeId nodes, std::size_t width) {
  if (matrix.rows * width != matrix.columns || matrix.rows == 0 || matrix.rows % nodes != 0) {
    throw std::invalid_argument("a matrix transposed by " + std::to_string(nodes) +
                                " nodes is square, its side a multiple of " +
                                std::to_string(nodes));
  }
  std::vector<Word> words(matrix.values.size());
  rows::transpose::for_each_number(matrix.rows, nodes, width,
                                   [&](std::size_t row, std::size_t column, std::size_t place) {
                                     words[place] = to_word(matrix.at(row, column));
                                   });
  return words;
}

Matrix transposed_from_blocks(const std::vector<Word>& words, NodeId nodes, std::size_t side,
                              std::size_t width) {
  Matrix result{side, side * width, std::vector<double>(side * side * width)};
  rows::transpose::for_each_number(
      side, nodes, width, [&](std::size_t row, std::size_t column, std::size_t place) {
        result.at(column / width, row * width + column % width) = to_double(words[place]);
      });
  return result;
}

void check_shared_rows(const ApplicationInput& input) {
  const NodeId nodes = input.topology.processors();
  if (input.data.values.rows % nodes != 0) {
    throw ParameterError("traffic.data", input.data.file + " has " +
                                             std::to_string(input.data.values.rows) +
                                             " rows, which " + std::to_string(nodes) +
                                             " nodes cannot share evenly; give a multiple of " +
                                             std::to_string(nodes));
  }
}

std::unique_ptr<Application> transpose_application(const ApplicationInput& input) {
  const Matrix& matrix = input.data.values;
  if (matrix.rows != matrix.columns) {
    throw ParameterError("traffic.data", input.data.file + " has " + std::to_string(matrix.rows) +
                                             " rows and " + std::to_string(matrix.columns) +
                                             " columns; give a square matrix");
  }
  check_shared_rows(input);
  return std::make_unique<rows::transpose::Transposition>(matrix, input.topology.processors());
}

}  // namespace flitcast
