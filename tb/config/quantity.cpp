#include "tb/config/quantity.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/text/text_columns.h"

namespace flitcast {
namespace {

/// Holds every product below: digits, a unit's factor and a period or flit, 10^33 at most.
__extension__ using Wide = __int128;

constexpr std::int64_t kPerSecond = 1'000'000'000'000;  // picoseconds
constexpr std::int64_t kKibi = 1024;
constexpr std::int64_t kMostCounted =
    9'000'000'000'000;  // cycles or flits: they fit in picoseconds, too

enum class OuterKind { kTime, kBytes, kBytesPerSecond, kPerSecond };

/// So many picoseconds, bytes, bytes or cycles a second.
struct OuterUnit {
  std::string_view word;
  OuterKind kind;
  std::int64_t factor;
  std::int64_t divisor = 1;
};

constexpr OuterUnit kUnits[] = {
    {"ps", OuterKind::kTime, 1},
    {"ns", OuterKind::kTime, 1'000},
    {"us", OuterKind::kTime, 1'000'000},
    {"µs", OuterKind::kTime, 1'000'000},
    {"ms", OuterKind::kTime, 1'000'000'000},
    {"s", OuterKind::kTime, kPerSecond},
    {"B", OuterKind::kBytes, 1},
    {"kB", OuterKind::kBytes, 1'000},
    {"KB", OuterKind::kBytes, 1'000},
    {"MB", OuterKind::kBytes, 1'000'000},
    {"GB", OuterKind::kBytes, 1'000'000'000},
    {"TB", OuterKind::kBytes, kPerSecond},
    {"KiB", OuterKind::kBytes, kKibi},
    {"MiB", OuterKind::kBytes, kKibi* kKibi},
    {"GiB", OuterKind::kBytes, kKibi* kKibi* kKibi},
    {"TiB", OuterKind::kBytes, kKibi* kKibi* kKibi* kKibi},
    {"B/s", OuterKind::kBytesPerSecond, 1},
    {"kB/s", OuterKind::kBytesPerSecond, 1'000},
    {"MB/s", OuterKind::kBytesPerSecond, 1'000'000},
    {"GB/s", OuterKind::kBytesPerSecond, 1'000'000'000},
    {"TB/s", OuterKind::kBytesPerSecond, kPerSecond},
    {"Mbit/s", OuterKind::kBytesPerSecond, 1'000'000, 8},
    {"Gbit/s", OuterKind::kBytesPerSecond, 1'000'000'000, 8},
    {"Tbit/s", OuterKind::kBytesPerSecond, kPerSecond, 8},
    {"kHz", OuterKind::kPerSecond, 1'000},
    {"MHz", OuterKind::kPerSecond, 1'000'000},
    {"GHz", OuterKind::kPerSecond, 1'000'000'000},
};

bool takes(Dimension dimension, OuterKind kind) {
  switch (dimension) {
    case Dimension::kNone:
      return false;
    case Dimension::kTime:
      return kind == OuterKind::kTime;
    case Dimension::kSize:
      return kind == OuterKind::kBytes;
    case Dimension::kPace:
      return kind == OuterKind::kTime || kind == OuterKind::kBytesPerSecond;
    case Dimension::kRate:
      return kind == OuterKind::kBytesPerSecond;
    case Dimension::kPeriod:
      return kind == OuterKind::kTime || kind == OuterKind::kPerSecond;
  }
  return false;
}

struct Fraction {
  Wide numerator;
  Wide denominator;
};

/// In the picoseconds, bytes or cycles a second of its kind.
struct Quantity {
  OuterKind kind;
  Fraction amount;
};

/// Up to 15 digits, with a point between them or none, and a unit.
std::optional<Quantity> parse(Dimension dimension, std::string_view text) {
  constexpr std::size_t kMostDigits = 15;
  text = trim(text);
  Fraction number{0, 1};
  std::size_t digits = 0;
  std::size_t end = 0;
  bool point = false;
  for (; end < text.size() && digits <= kMostDigits; ++end) {
    if (text[end] == '.' && !point && digits > 0) {
      point = true;
    } else if (text[end] >= '0' && text[end] <= '9') {
      number.numerator = number.numerator * 10 + (text[end] - '0');
      number.denominator *= point ? 10 : 1;
      ++digits;
    } else {
      break;
    }
  }
  const std::string_view word = trim(text.substr(end));
  const auto* const unit = std::find_if(
      std::begin(kUnits), std::end(kUnits),
      [&](const OuterUnit& each) { return each.word == word && takes(dimension, each.kind); });
  if (unit == std::end(kUnits) || digits == 0 || digits > kMostDigits || text[end - 1] == '.') {
    return std::nullopt;
  }
  return Quantity{unit->kind,
                  {number.numerator * unit->factor, number.denominator * unit->divisor}};
}

/// What it is in cycles, flits, or picoseconds of a period.
Fraction in_model(Dimension dimension, const Quantity& outside, const Scale& scale) {
  const auto [numerator, denominator] = outside.amount;
  switch (outside.kind) {
    case OuterKind::kPerSecond:
      return {kPerSecond * denominator, numerator};
    case OuterKind::kTime:
      return {numerator,
              dimension == Dimension::kPeriod ? denominator : denominator * scale.period_ps};
    case OuterKind::kBytes:
      return {numerator, denominator * scale.flit_bytes};
    case OuterKind::kBytesPerSecond:
      break;
  }
  const Fraction flits_per_cycle{numerator * scale.period_ps,
                                 denominator * scale.flit_bytes * kPerSecond};
  return dimension == Dimension::kRate
             ? flits_per_cycle
             : Fraction{flits_per_cycle.denominator, flits_per_cycle.numerator};
}

std::string shown_time(std::int64_t picoseconds) {
  return fmt::format("{} ns", static_cast<double>(picoseconds) / 1000);
}

std::string counted(std::int64_t number, const char* what) {
  return count_of(static_cast<std::uint64_t>(number), what);
}

/// What is counted, and what two numbers of it are outside.
std::string neighbours(Dimension dimension, OuterKind kind, std::int64_t below,
                       const Scale& scale) {
  if (dimension == Dimension::kPeriod) {
    return fmt::format("picoseconds; give {} or {} ps", below, below + 1);
  }
  if (kind == OuterKind::kBytes) {
    return fmt::format("flits of {} B; give {} B ({}) or {} B ({})", scale.flit_bytes,
                       below * scale.flit_bytes, counted(below, "flit"),
                       (below + 1) * scale.flit_bytes, counted(below + 1, "flit"));
  }
  if (kind == OuterKind::kTime) {
    return fmt::format("cycles of {}; give {} ({}) or {} ({})", shown_time(scale.period_ps),
                       shown_time(below * scale.period_ps), counted(below, "cycle"),
                       shown_time((below + 1) * scale.period_ps), counted(below + 1, "cycle"));
  }
  const auto at = [&](std::int64_t cycles) {
    const double seconds = static_cast<double>(cycles * scale.period_ps) / 1e12;
    return fmt::format("{:.6g} GB/s ({})", static_cast<double>(scale.flit_bytes) / seconds / 1e9,
                       counted(cycles, "cycle"));
  };
  return fmt::format("cycles for a flit of {} B; give {}{}", scale.flit_bytes,
                     below == 0 ? "" : at(below) + " or ", at(below + 1));
}

std::string plain_number(Dimension dimension, std::string_view text, const Quantity& outside,
                         const Scale& scale) {
  const auto [numerator, denominator] = in_model(dimension, outside, scale);
  const Wide whole = denominator == 0 ? 0 : numerator / denominator;
  if (denominator == 0 || whole > kMostCounted) {
    throw ValueError("{} is out of range", in_quotes(trim(text)));
  }
  if (dimension == Dimension::kRate) {
    return fmt::format("{}", static_cast<double>(numerator) / static_cast<double>(denominator));
  }
  const auto below = static_cast<std::int64_t>(whole);
  if (numerator % denominator != 0) {
    throw ValueError("{} is no whole number of {}", in_quotes(trim(text)),
                     neighbours(dimension, outside.kind, below, scale));
  }
  return dimension == Dimension::kPeriod ? fmt::format("{}", static_cast<double>(below) / 1000)
                                         : std::to_string(below);
}

/// Calls visit(part) for what is between commas and colons, and visit(separator) for these.
template <typename Visit>
void visit_parts(std::string_view text, Visit&& visit) {
  constexpr std::string_view kSeparators = ",:";
  while (!text.empty()) {
    const std::size_t end =
        std::max<std::size_t>(1, std::min(text.find_first_of(kSeparators), text.size()));
    visit(text.substr(0, end));
    text.remove_prefix(end);
  }
}

}  // namespace

bool has_quantity(Dimension dimension, std::string_view text) {
  bool has = false;
  visit_parts(text, [&](std::string_view part) { has |= parse(dimension, part).has_value(); });
  return has;
}

std::string plain_numbers(Dimension dimension, std::string_view text, const Scale& scale) {
  std::string plain;
  visit_parts(text, [&](std::string_view part) {
    const auto quantity = parse(dimension, part);
    plain += quantity ? plain_number(dimension, part, *quantity, scale) : std::string(part);
  });
  return plain;
}

std::string shown_rate(double flits_per_cycle, const Scale& scale) {
  const double bytes = flits_per_cycle * static_cast<double>(scale.flit_bytes);
  return fmt::format("{:.4g} GB/s", bytes * 1000 / static_cast<double>(scale.period_ps));
}

std::string shown_bytes(std::uint64_t flits, const Scale& scale) {
  double bytes = static_cast<double>(flits) * static_cast<double>(scale.flit_bytes);
  std::string_view unit = "B";
  for (const char* next : {"KiB", "MiB", "GiB", "TiB"}) {
    if (bytes < 1024) {
      break;
    }
    bytes /= 1024;
    unit = next;
  }
  return fmt::format("{:.4g} {}", bytes, unit);
}

}  // namespace flitcast
