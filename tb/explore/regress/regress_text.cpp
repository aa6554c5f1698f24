#include "tb/explore/regress/regress_text.h"

#include <sstream>

#include <fmt/format.h>

#include "tb/results/expectations.h"
#include "tb/text/text_columns.h"

namespace flitcast {
namespace {

std::string measured_text(const Unmet& unmet) {
  return told_measure(unmet.path, unmet.expected, unmet.measured);
}

/// The beginning of a message of many lines.
std::string shortened(const std::string& message) {
  constexpr std::size_t kMostLines = 12;
  std::istringstream lines(message);
  std::string out;
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    out += count < kMostLines ? line + "\n" : "";
  }
  return count <= kMostLines ? out : out + fmt::format("… {} lines more\n", count - kMostLines);
}

}  // namespace

std::string difference_table(const RegressVerdict& verdict) {
  std::vector<std::vector<std::string>> rows{{"key", "expected", "measured", "difference"}};
  bool numbers = false;
  for (const Unmet& unmet : verdict.unmet) {
    rows.push_back({unmet.path, unmet.expected, measured_text(unmet), unmet.difference});
    numbers = numbers || !unmet.difference.empty();
  }
  if (!numbers) {
    rows[0][3].clear();
  }
  return aligned(rows) + (verdict.as_told ? "" : shortened(verdict.message));
}

std::string difference_line(const RegressVerdict& verdict) {
  const Unmet& first = verdict.unmet.at(0);
  const std::size_t more = verdict.unmet.size() - 1;
  return fmt::format("{}: expected {}, measured {}{}", first.path, first.expected,
                     measured_text(first), more == 0 ? "" : fmt::format(" (and {} more)", more));
}

std::string change_table(const std::vector<ExpectChange>& changes) {
  std::vector<std::vector<std::string>> rows;
  rows.reserve(changes.size());
  for (const ExpectChange& change : changes) {
    rows.push_back({change.path, change.from, "->", change.to});
  }
  return aligned(rows);
}

}  // namespace flitcast
