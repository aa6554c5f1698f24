#include "traffic/rows/applications/fft2d.h"

#include <utility>
#include <vector>

#include "traffic/row/row.h"
#include "traffic/rows/applications/transpose.h"
#include "traffic/theory/powers_of_two.h"

namespace flitcast {
namespace rows::fft2d {

constexpr std::size_t kWidth = 2;  // numbers of a complex element
constexpr double kPi = 3.14159265358979323846;

/// Puts the values in the order of their indices read backwards.
void reverse_bits(std::complex<double>* values, std::size_t size) {
  std::size_t reversed = 0;
  for (std::size_t i = 1; i < size; ++i) {
    std::size_t bit = size / 2;
    for (; (reversed & bit) != 0; bit /= 2) {
      reversed ^= bit;
    }
    reversed |= bit;
    if (i < reversed) {
      std::swap(values[i], values[reversed]);
    }
  }
}

/// The Fourier transform of every row of pairs.
void transform_rows(Matrix& matrix) {
  std::vector<std::complex<double>> line(matrix.columns / kWidth);
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    for (std::size_t k = 0; k < line.size(); ++k) {
      line[k] = {matrix.at(row, kWidth * k), matrix.at(row, kWidth * k + 1)};
    }
    fft(line.data(), line.size());
    for (std::size_t k = 0; k < line.size(); ++k) {
      matrix.at(row, kWidth * k) = line[k].real();
      matrix.at(row, kWidth * k + 1) = line[k].imag();
    }
  }
}

Matrix as_pairs(const Matrix& matrix) {
  if (matrix.columns == kWidth * matrix.rows) {
    return matrix;
  }
  Matrix pairs{matrix.rows, kWidth * matrix.columns, {}};
  pairs.values.resize(pairs.rows * pairs.columns);
  for (std::size_t i = 0; i < matrix.values.size(); ++i) {
    pairs.values[kWidth * i] = matrix.values[i];
  }
  return pairs;
}

/// Of pairs.
Matrix transposed(const Matrix& matrix) {
  Matrix result = matrix;
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    for (std::size_t column = 0; column < matrix.columns; ++column) {
      result.at(column / kWidth, row * kWidth + column % kWidth) = matrix.at(row, column);
    }
  }
  return result;
}

class FourierTransform final : public Application {
 public:
  /// `rows`: pairs, transformed already.
  FourierTransform(Matrix rows, NodeId nodes)
      : rows_(std::move(rows)),
        nodes_(nodes),
        memory_(nodes, static_cast<std::uint32_t>(block_flits()),
                transpose_blocks(rows_, nodes, kWidth)) {}

  std::uint64_t block_flits() const override { return block_side() * block_side() * kWidth; }
  std::string block_reason() const override {
    const std::string b = std::to_string(block_side());
    return std::to_string(rows_.rows) + " rows on " + std::to_string(nodes_) +
           " nodes make blocks of " + b + " x " + b +
           " complex numbers = " + std::to_string(block_flits()) + " flits";
  }
  Payload& memory() override { return memory_; }
  Matrix result() const override {
    Matrix columns = transposed_from_blocks(memory_.words(), nodes_, rows_.rows, kWidth);
    transform_rows(columns);
    return columns;
  }
  const char* result_name() const override { return "transposed spectrum"; }
  Matrix expected() const override {
    Matrix columns = transposed(rows_);
    transform_rows(columns);
    return columns;
  }

 private:
  std::size_t block_side() const { return rows_.rows / nodes_; }

  Matrix rows_;
  NodeId nodes_;
  StoredPayload memory_;
};

}  // namespace rows::fft2d

void fft(std::complex<double>* values, std::size_t size) {
  rows::fft2d::reverse_bits(values, size);
  for (std::size_t half = 1; half < size; half *= 2) {
    for (std::size_t k = 0; k < half; ++k) {
      const double angle = -rows::fft2d::kPi * static_cast<double>(k) / static_cast<double>(half);
      const std::complex<double> factor = std::polar(1.0, angle);
      for (std::size_t even = k; even < size; even += 2 * half) {
        const std::complex<double> odd = factor * values[even + half];
        values[even + half] = values[even] - odd;
        values[even] += odd;
      }
    }
  }
}

std::unique_ptr<Application> fft2d_application(const ApplicationInput& input) {
  const Matrix& matrix = input.data.values;
  if (matrix.columns != matrix.rows && matrix.columns != rows::fft2d::kWidth * matrix.rows) {
    throw ParameterError("traffic.data", input.data.file + " has " + std::to_string(matrix.rows) +
                                             " rows and " + std::to_string(matrix.columns) +
                                             " columns; give a square matrix, or twice as many "
                                             "columns for pairs of real and imaginary parts");
  }
  if (!is_power_of_two(matrix.rows)) {
    throw ParameterError("traffic.data",
                         input.data.file + " has " + std::to_string(matrix.rows) +
                             " rows, which are not a power of two; the nearest is " +
                             std::to_string(nearest_power_of_two(matrix.rows)));
  }
  check_shared_rows(input);
  Matrix rows = rows::fft2d::as_pairs(matrix);
  rows::fft2d::transform_rows(rows);
  return std::make_unique<rows::fft2d::FourierTransform>(std::move(rows),
                                                         input.topology.processors());
}

}  // namespace flitcast
