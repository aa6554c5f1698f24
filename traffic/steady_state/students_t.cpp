#include "traffic/steady_state/students_t.h"

#include <array>
#include <stdexcept>

namespace flitcast {
namespace {

constexpr std::array kTable = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706,
                               2.4469,  2.3646, 2.3060, 2.2622, 2.2281};
constexpr double kNormal = 1.959964;  // for infinitely many degrees

}  // namespace

double students_t_95(std::uint64_t degrees) {
  if (degrees == 0) {
    throw std::invalid_argument("Student's t needs a degree of freedom");
  }
  if (degrees <= kTable.size()) {
    return kTable[degrees - 1];
  }
  const auto n = static_cast<double>(degrees);
  const double x = kNormal;
  const double x3 = x * x * x;
  const double x5 = x3 * x * x;
  const double x7 = x5 * x * x;
  return x + (x3 + x) / (4 * n) + (5 * x5 + 16 * x3 + 3 * x) / (96 * n * n) +
         (3 * x7 + 19 * x5 + 17 * x3 - 15 * x) / (384 * n * n * n);
}

}  // namespace flitcast
