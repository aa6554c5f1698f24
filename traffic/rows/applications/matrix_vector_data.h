#pragma once

#include <memory>

#include "traffic/row/application.h"

namespace flitcast {

/// The product of a matrix, traffic.data, and a vector, one row or column of numbers, or numbers in
/// [−1, 1) made from the seed where none is given. On a mesh of a columns and b rows a matrix of
/// b·m rows and a·m columns is divided into squares of m × m; pieces of vector and product are m
/// numbers. Throws ParameterError for other shapes.
std::unique_ptr<Application> matrix_vector_application(const ApplicationInput& input);

}  // namespace flitcast
