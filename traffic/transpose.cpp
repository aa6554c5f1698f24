#include "traffic/transpose.h"

#include <cstring>
#include <stdexcept>

namespace flitcast {
namespace {

static_assert(sizeof(double) == sizeof(Word), "a matrix element is one word");

// Calls visit(row, column, place) for every element of an n × n matrix in the block layout.
template <typename Visit>
void for_each_element(std::size_t side, NodeId nodes, Visit&& visit) {
  const std::size_t b = side / nodes;
  std::size_t place = 0;
  for (std::size_t origin = 0; origin < nodes; ++origin) {
    for (std::size_t final = 0; final < nodes; ++final) {
      for (std::size_t i = 0; i < b; ++i) {
        for (std::size_t j = 0; j < b; ++j) {
          visit(origin * b + i, final * b + j, place++);
        }
      }
    }
  }
}

}  // namespace

std::vector<Word> transpose_blocks(const Matrix& matrix, NodeId nodes) {
  if (matrix.rows != matrix.columns || matrix.rows == 0 || matrix.rows % nodes != 0) {
    throw std::invalid_argument("a matrix transposed by " + std::to_string(nodes) +
                                " nodes is square, its side a multiple of " +
                                std::to_string(nodes));
  }
  std::vector<Word> words(matrix.values.size());
  for_each_element(matrix.rows, nodes, [&](std::size_t row, std::size_t column, std::size_t place) {
    const double value = matrix.at(row, column);
    std::memcpy(&words[place], &value, sizeof value);
  });
  return words;
}

Matrix transposed_from_blocks(const std::vector<Word>& words, NodeId nodes, std::size_t side) {
  Matrix result{side, side, std::vector<double>(side * side)};
  for_each_element(side, nodes, [&](std::size_t row, std::size_t column, std::size_t place) {
    double value = 0;
    std::memcpy(&value, &words[place], sizeof value);
    result.at(column, row) = value;
  });
  return result;
}

}  // namespace flitcast
