#pragma once

#include <cstddef>
#include <vector>

namespace flitcast {

/// A dense matrix, row-major.
struct Matrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> values;

  double& at(std::size_t row, std::size_t column) { return values[row * columns + column]; }
  double at(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
};

}  // namespace flitcast
