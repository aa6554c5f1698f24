#include "tb/text/text_columns.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <sstream>

#include <fmt/format.h>

namespace flitcast {
namespace {

/// In place of a number that there is not.
constexpr const char* kNone = "–";

/// Where the rest of a line is to begin when it is broken.
std::size_t hanging_indent(const std::string& line, std::size_t width) {
  const std::size_t first = line.find_first_not_of(' ');
  std::size_t indent = first == std::string::npos ? 0 : text_width(line.substr(0, first));
  for (std::size_t gap = line.find("  ", first); gap != std::string::npos;) {
    const std::size_t word = line.find_first_not_of(' ', gap);
    const std::size_t column = text_width(line.substr(0, word));
    if (word == std::string::npos || 2 * column > width) {
      break;
    }
    indent = column;
    gap = line.find("  ", word);
  }
  return indent;
}

std::string wrapped_line(const std::string& line, std::size_t width) {
  const std::string margin(hanging_indent(line, width), ' ');
  std::string out;
  std::string rest = line;
  while (text_width(rest) > width) {
    const std::size_t words = rest.find_first_not_of(' ');
    std::size_t cut = std::string::npos;
    for (std::size_t blank = rest.find(' ', words); blank != std::string::npos;
         blank = rest.find(' ', blank + 1)) {
      if (text_width(rest.substr(0, blank)) > width && cut != std::string::npos) {
        break;
      }
      cut = blank;
    }
    const std::size_t next = cut == std::string::npos ? cut : rest.find_first_not_of(' ', cut);
    if (next == std::string::npos) {
      break;
    }
    out += rest.substr(0, rest.find_last_not_of(' ', cut) + 1) + "\n";
    rest = std::string(margin).append(rest, next);
  }
  return out + rest;
}

bool is_number(std::string_view text) {
  return text == kNone || text.find_first_not_of("-.0123456789") == std::string_view::npos;
}

}  // namespace

std::size_t text_width(std::string_view text) {
  const auto starts_code_point = [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_code_point));
}

std::string pad_right(std::string_view text, std::size_t width) {
  return std::string(text) + std::string(width - std::min(width, text_width(text)), ' ');
}

std::string pad_left(std::string_view text, std::size_t width) {
  return std::string(width - std::min(width, text_width(text)), ' ') + std::string(text);
}

std::string count_of(std::uint64_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string with_prefix(double value) {
  constexpr double kStep = 1000;
  const char* prefix = "";
  for (const char* next : {"k ", "M ", "G ", "T "}) {
    if (value < kStep) {
      break;
    }
    value /= kStep;
    prefix = next;
  }
  return fmt::format("{:.3g} {}", value, prefix);
}

std::string decimal(double value) {
  constexpr double kFourDigits = 9999.5;
  if (!std::isfinite(value)) {
    return kNone;
  }
  return std::abs(value) < kFourDigits ? fmt::format("{:.4g}", value)
                                       : fmt::format("{:.0f}", value);
}

std::string difference_text(double difference, double base, int digits) {
  constexpr double kExact = 1e15;
  constexpr double kPercent = 100;
  const bool whole =
      std::trunc(difference) == difference || std::abs(difference) >= std::pow(10, digits);
  std::string text = whole && std::abs(difference) < kExact
                         ? fmt::format("{:+.0f}", difference)
                         : fmt::format("{:+.{}g}", difference, digits);
  if (base == 0) {
    return text;
  }
  const double percent = kPercent * difference / std::abs(base);
  return std::abs(percent) < kPercent ? fmt::format("{} ({:+.3g} %)", text, percent)
                                      : fmt::format("{} ({:+.0f} %)", text, percent);
}

std::string unexplained_text(std::int64_t cycles, bool waited) {
  if (cycles == 0) {
    return "";
  }
  if (cycles < 0 && waited) {
    return fmt::format("less {} that the closed form has counted", -cycles);
  }
  return fmt::format("{} that no wait explains: the closed form does not fit", cycles);
}

std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows[0].size());
  std::vector<bool> numbers(rows[0].size(), true);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], text_width(row[i]));
      numbers[i] = numbers[i] && (&row == &rows[0] || is_number(row[i]));
    }
  }
  std::string out;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      out += i == 0 ? "" : "  ";
      out += numbers[i] ? pad_left(row[i], widths[i]) : pad_right(row[i], widths[i]);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  }
  return out;
}

std::string indented(const std::string& text, std::size_t columns) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    out += (line.empty() ? "" : std::string(columns, ' ')) + line + "\n";
  }
  return out;
}

std::string wrapped(const std::string& text, std::size_t width) {
  if (width == 0) {
    return text;
  }
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    out += wrapped_line(line, width) + "\n";
  }
  return out;
}

std::string cut_off(const std::string& text, std::size_t width) {
  if (width == 0 || text_width(text) <= width) {
    return text;
  }
  std::size_t bytes = 0;
  for (std::size_t columns = 0; columns < width; ++bytes) {
    const bool starts = (static_cast<unsigned char>(text[bytes]) & 0xC0U) != 0x80U;
    columns += starts ? 1 : 0;
  }
  // The last of these columns is for the sign.
  return text.substr(0, bytes - 1) + "…";
}

void Facts::add(std::string label, std::string value, std::string remark) {
  lines_.push_back({std::move(label), std::move(value), std::move(remark)});
}

void Facts::words(std::string label, std::string text) {
  lines_.push_back({std::move(label), "", std::move(text)});
}

std::string Facts::text() const {
  std::size_t label_width = 0;
  std::size_t value_width = 0;
  for (const Line& line : lines_) {
    label_width = std::max(label_width, text_width(line.label));
    value_width = std::max(value_width, text_width(line.value));
  }
  std::string out;
  for (const Line& line : lines_) {
    if (!line.label.empty()) {
      out += "  " + pad_right(line.label, label_width + 2);
      out += line.value.empty() ? "" : pad_left(line.value, value_width);
      out += line.value.empty() || line.remark.empty() ? "" : " ";
      out += line.remark;
    }
    out += '\n';
  }
  return out;
}

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

std::string slug(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) != 0) {
      out += static_cast<char>(std::tolower(letter));
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  return out;
}

}  // namespace flitcast
