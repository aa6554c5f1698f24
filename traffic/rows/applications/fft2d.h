#pragma once

#include <complex>
#include <cstddef>
#include <memory>

#include "traffic/row/application.h"

namespace flitcast {

/// Discrete Fourier transform in place, X[k] = Σ x[j]·exp(−2πi·jk/size), by the algorithm of Cooley
/// and Tukey. `size` is a power of two.
void fft(std::complex<double>* values, std::size_t size);

/// Two-dimensional Fourier transform of traffic.data, n × n numbers or n × n pairs of a real and an
/// imaginary part: every node transforms its rows; the array is transposed, two words to an
/// element; every node transforms its rows again, the columns of the array. The result is the
/// transposed spectrum, pairs in rows. Throws ParameterError for other shapes, for an n that is not
/// a power of two, and for rows that the nodes cannot share evenly.
std::unique_ptr<Application> fft2d_application(const ApplicationInput& input);

}  // namespace flitcast
