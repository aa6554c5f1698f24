#include "tb/area/area_cache.h"

#include <sstream>

#include <fmt/format.h>

#include "tb/system/files/atomic_file.h"
#include "tb/system/files/input_file.h"

namespace flitcast::area {
namespace {

/// A number below 0 stands for one that is not known.
constexpr double kUnknown = -1;

std::optional<double> known(double number) {
  return number < 0 ? std::nullopt : std::optional(number);
}

}  // namespace

std::optional<RouterArea> AreaCache::find(const std::string& hash) const {
  constexpr std::size_t kMostBytes = 10'000;
  RouterArea area;
  double gates = 0;
  double period = 0;
  try {
    std::istringstream text(read_regular_file(file(hash), kMostBytes));
    if (!(text >> area.cells >> area.flip_flops >> area.lut4 >> gates >> period)) {
      return std::nullopt;
    }
  } catch (const FileError&) {
    return std::nullopt;
  }
  area.gates = known(gates);
  area.period_ns = known(period);
  return area;
}

void AreaCache::keep(const std::string& hash, const RouterArea& area) const {
  make_folder(folder_);
  write_whole_file(file(hash),
                   fmt::format("{} {} {} {} {}\n", area.cells, area.flip_flops, area.lut4,
                               area.gates.value_or(kUnknown), area.period_ns.value_or(kUnknown)));
}

}  // namespace flitcast::area
