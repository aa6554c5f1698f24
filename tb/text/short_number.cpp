#include "tb/text/short_number.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

namespace flitcast {

double short_number(double number, const std::function<bool(double)>& good) {
  constexpr int kFewest = 4;
  constexpr int kMost = std::numeric_limits<double>::max_digits10;
  const int whole = std::abs(number) < 1 ? 0 : 1 + static_cast<int>(std::log10(std::abs(number)));
  for (int digits = std::max(kFewest, whole); digits < kMost; ++digits) {
    const double rounded = std::strtod(fmt::format("{:.{}g}", number, digits).c_str(), nullptr);
    if (good(rounded)) {
      return rounded;
    }
  }
  return number;
}

}  // namespace flitcast
