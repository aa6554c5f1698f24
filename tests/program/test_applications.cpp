#include <cmath>
#include <complex>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/plan/matrix_csv.h"
#include "tests/support/program/run_flitcast.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/rows/applications/fft2d.h"
#include "traffic/rows/applications/matrix_vector_data.h"

namespace flitcast::test_applications {
namespace {

using Complex = std::complex<double>;

const std::string kConfigs = std::string(FLITCAST_ROOT) + "/configs/";

Matrix numbers(std::size_t rows, std::size_t columns) {
  Matrix matrix{rows, columns, std::vector<double>(rows * columns)};
  for (std::size_t i = 0; i < matrix.values.size(); ++i) {
    matrix.values[i] = std::sin(static_cast<double>(3 * i + 1));
  }
  return matrix;
}

/// Σ over j of values[j]·exp(−2πi·jk/n).
Complex naive_dft(const std::vector<Complex>& values, std::size_t k) {
  Complex sum = 0;
  const auto n = static_cast<double>(values.size());
  for (std::size_t j = 0; j < values.size(); ++j) {
    sum += values[j] * std::polar(1.0, -2 * M_PI * static_cast<double>(j * k) / n);
  }
  return sum;
}

/// The transposed spectrum of real or complex numbers, from the definition.
Matrix naive_spectrum(const Matrix& input) {
  const std::size_t n = input.rows;
  const std::size_t width = input.columns / n;
  std::vector<std::vector<Complex>> by_column(n);  // of the rows' transforms
  for (std::size_t row = 0; row < n; ++row) {
    std::vector<Complex> line;
    for (std::size_t j = 0; j < n; ++j) {
      line.emplace_back(input.at(row, width * j), width == 2 ? input.at(row, 2 * j + 1) : 0);
    }
    for (std::size_t k = 0; k < n; ++k) {
      by_column[k].push_back(naive_dft(line, k));
    }
  }
  Matrix spectrum{n, 2 * n, std::vector<double>(2 * n * n)};
  for (std::size_t column = 0; column < n; ++column) {
    for (std::size_t k = 0; k < n; ++k) {
      const Complex value = naive_dft(by_column[column], k);
      spectrum.at(column, 2 * k) = value.real();
      spectrum.at(column, 2 * k + 1) = value.imag();
    }
  }
  return spectrum;
}

void expect_near(const Matrix& found, const Matrix& expected, double tolerance) {
  ASSERT_EQ(found.rows, expected.rows);
  ASSERT_EQ(found.columns, expected.columns);
  for (std::size_t i = 0; i < found.values.size(); ++i) {
    ASSERT_NEAR(found.values[i], expected.values[i], tolerance) << i;
  }
}

/// What the factory says of an input, "key: message"; empty when it takes it.
template <typename Make>
std::string refusal(Make&& make, const Topology& topology, const Matrix& data,
                    const std::optional<NamedMatrix>& vector = std::nullopt) {
  try {
    make(ApplicationInput{topology, {"m.csv", data}, vector});
    return "";
  } catch (const ParameterError& error) {
    return error.key() + ": " + error.what();
  }
}

TEST(Fft, AgreesWithTheDefinition) {
  for (std::size_t n = 1; n <= 256; n *= 2) {
    std::vector<Complex> values;
    for (std::size_t i = 0; i < n; ++i) {
      values.emplace_back(std::sin(static_cast<double>(i * i)), static_cast<double>(i % 3));
    }
    std::vector<Complex> transformed = values;
    fft(transformed.data(), n);
    for (std::size_t k = 0; k < n; ++k) {
      EXPECT_LT(std::abs(transformed[k] - naive_dft(values, k)), 1e-10) << n << " " << k;
    }
  }
}

TEST(Fft2d, ExpectsTheTransposedSpectrumOfRealAndOfComplexNumbers) {
  const Topology cube(TopologyKind::kHypercube, {2});
  for (const Matrix& input : {numbers(4, 4), numbers(8, 16), numbers(32, 32)}) {
    const auto application = fft2d_application({cube, {"m.csv", input}, {}});
    expect_near(application->expected(), naive_spectrum(input), 1e-9);
    EXPECT_EQ(application->block_flits(), input.rows * input.rows / 8);
  }
}

TEST(Fft2d, RefusesShapesThatDoNotFit) {
  const Topology cube(TopologyKind::kHypercube, {2});
  EXPECT_EQ(refusal(fft2d_application, cube, numbers(8, 4)),
            "traffic.data: m.csv has 8 rows and 4 columns; give a square matrix, or twice as many "
            "columns for pairs of real and imaginary parts");
  EXPECT_EQ(refusal(fft2d_application, cube, numbers(12, 12)),
            "traffic.data: m.csv has 12 rows, which are not a power of two; the nearest is 16");
  EXPECT_EQ(refusal(fft2d_application, cube, numbers(2, 4)),
            "traffic.data: m.csv has 2 rows, which 4 nodes cannot share evenly; give a multiple of "
            "4");
  EXPECT_EQ(refusal(fft2d_application, cube, numbers(4, 8)), "");
}

TEST(MatrixVector, RefusesShapesThatDoNotFit) {
  const Topology mesh(TopologyKind::kMesh, {2, 4});
  const auto& make = matrix_vector_application;
  EXPECT_EQ(refusal(make, mesh, numbers(8, 8)),
            "traffic.data: m.csv has 8 rows and 8 columns, which 2 x 4 nodes cannot share in "
            "squares; the nearest are 16 rows and 8 columns");
  EXPECT_EQ(refusal(make, mesh, numbers(4, 1)),
            "traffic.data: m.csv has 4 rows and 1 columns, which 2 x 4 nodes cannot share in "
            "squares; the nearest are 4 rows and 2 columns");
  EXPECT_EQ(refusal(make, mesh, numbers(12, 6)), "");
  EXPECT_EQ(refusal(make, mesh, numbers(12, 6), NamedMatrix{"v.csv", numbers(2, 3)}),
            "traffic.vector: v.csv has 2 rows and 3 columns; give one row or column of 6 numbers");
  EXPECT_EQ(refusal(make, mesh, numbers(12, 6), NamedMatrix{"v.csv", numbers(5, 1)}),
            "traffic.vector: v.csv has 5 rows and 1 columns; give one row or column of 6 numbers");
  EXPECT_EQ(refusal(make, mesh, numbers(12, 6), NamedMatrix{"v.csv", numbers(6, 1)}), "");
  EXPECT_EQ(refusal(make, mesh, numbers(12, 6), NamedMatrix{"v.csv", numbers(1, 6)}), "");
}

TEST(MatrixVector, MakesAVectorWhereNoneIsGiven) {
  const Topology mesh(TopologyKind::kMesh, {1, 1});
  Matrix unit{3, 3, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  const auto vector_of = [&](std::uint64_t seed) {
    return matrix_vector_application({mesh, {"m.csv", unit}, {}, seed})->expected().values;
  };
  for (const double x : vector_of(1)) {
    EXPECT_GE(x, -1);
    EXPECT_LT(x, 1);
  }
  EXPECT_EQ(vector_of(1), vector_of(1));
  EXPECT_NE(vector_of(1), vector_of(2));
}

// A row of two nodes, each with one column of the matrix.
TEST(MatrixVector, MultipliesWhatHasArrived) {
  const Topology mesh(TopologyKind::kMesh, {2, 1});
  const Matrix matrix{1, 2, {3, 5}};
  const NamedMatrix vector{"v.csv", {1, 2, {7, 11}}};
  const Block product = make_block(0, 0);
  const auto application = matrix_vector_application({mesh, {"m.csv", matrix}, vector});
  Payload& memory = application->memory();
  Word word = 0;
  memory.read(1, product, 0, 1, &word);
  EXPECT_EQ(to_double(word), 5 * 11);
  word = to_word(1000);
  memory.add(0, product, 0, 1, &word);
  memory.finish();
  EXPECT_EQ(application->result().values, (std::vector<double>{3 * 7 + 1000}));
  EXPECT_EQ(application->expected().values, (std::vector<double>{3 * 7 + 5 * 11}));
}

TEST(MatrixVector, HasNoProductWithoutItsPieceOfTheVector) {
  const Topology mesh(TopologyKind::kMesh, {1, 2});
  const Matrix matrix{2, 1, {3, 5}};
  const NamedMatrix vector{"v.csv", {1, 1, {7}}};
  const auto lost = matrix_vector_application({mesh, {"m.csv", matrix}, vector});
  lost->memory().finish();
  EXPECT_EQ(lost->result().at(0, 0), 21);
  EXPECT_TRUE(std::isnan(lost->result().at(1, 0)));

  const auto whole = matrix_vector_application({mesh, {"m.csv", matrix}, vector});
  const Block piece = make_block(0, Block::kEveryone);
  Word word = 0;
  whole->memory().read(0, piece, 0, 1, &word);
  whole->memory().write(1, piece, 0, 1, &word);
  whole->memory().finish();
  EXPECT_EQ(whole->result().values, whole->expected().values);
}

TEST(ShippedApplications, MatvecWritesTheProduct) {
  const TempFolder folder;
  const ProgramResult run = run_flitcast({"run", kConfigs + "matvec.ini"}, folder.root());
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Matrix matrix = read_matrix_csv(kConfigs + "data/matrix-16.csv");
  const Matrix vector = read_matrix_csv(kConfigs + "data/vector-16.csv");
  Matrix product{16, 1, std::vector<double>(16)};
  for (std::size_t row = 0; row < 16; ++row) {
    for (std::size_t column = 0; column < 16; ++column) {
      product.values[row] += matrix.at(row, column) * vector.values[column];
    }
  }
  expect_near(read_matrix_csv(folder.path("out/matvec.csv")), product, 1e-9);
}

TEST(ShippedApplications, Fft2dWritesTheTransposedSpectrum) {
  for (const char* variant : {"dex", "sex"}) {
    const TempFolder folder;
    const ProgramResult run =
        run_flitcast({"run", kConfigs + "fft2d.ini", std::string("--traffic.variant=") + variant},
                     folder.root());
    ASSERT_EQ(run.exit_code, 0) << run.err;
    expect_near(read_matrix_csv(folder.path("out/fft2d.csv")),
                naive_spectrum(read_matrix_csv(kConfigs + "data/waves-16.csv")), 1e-10);
  }
}

}  // namespace
}  // namespace flitcast::test_applications
