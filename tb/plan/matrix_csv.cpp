#include "tb/plan/matrix_csv.h"

#include <charconv>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/system/file_error.h"
#include "tb/system/files/input_file.h"

namespace flitcast {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{1} << 28;

double parse_cell(std::string_view cell, const std::string& file, std::size_t line,
                  std::size_t column) {
  const auto error = [&](const char* message) {
    return FileError("{}:{}: column {}: {}", file, line, column, message);
  };
  const std::string_view number = trim(cell);
  if (number.empty()) {
    throw error("there is no number");
  }
  double value = 0;
  const auto [end, status] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (status == std::errc::result_out_of_range) {
    throw error((in_quotes(number) + " is out of the range of a double").c_str());
  }
  if (status != std::errc{} || end != number.data() + number.size() || !std::isfinite(value)) {
    throw error((in_quotes(number) + " is not a number").c_str());
  }
  return value;
}

/// Appends the cells of one line; returns how many there were.
std::size_t parse_row(std::string_view text, const std::string& file, std::size_t line,
                      std::vector<double>& values) {
  for (std::size_t column = 1;; ++column) {
    const std::size_t comma = text.find(',');
    values.push_back(parse_cell(text.substr(0, comma), file, line, column));
    if (comma == std::string_view::npos) {
      return column;
    }
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

Matrix parse_matrix_csv(std::string_view text, const std::string& file) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    text.remove_prefix(kByteOrderMark.size());
  }
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) {
    text.remove_suffix(1);
  }
  if (text.empty()) {
    throw FileError(file + ":1: the file has no numbers");
  }
  Matrix matrix;
  for (std::size_t line = 1;; ++line) {
    const std::size_t end = text.find('\n');
    std::string_view row = text.substr(0, end);
    if (!row.empty() && row.back() == '\r') {
      row.remove_suffix(1);
    }
    const std::size_t columns = parse_row(row, file, line, matrix.values);
    if (line > 1 && columns != matrix.columns) {
      throw FileError("{}:{}: column {}: the line has {} numbers, the lines before it {}", file,
                      line, columns, columns, matrix.columns);
    }
    matrix.columns = columns;
    matrix.rows = line;
    if (end == std::string_view::npos) {
      return matrix;
    }
    text.remove_prefix(end + 1);
  }
}

Matrix read_matrix_csv(const std::string& file) {
  return parse_matrix_csv(read_text_file(file, kMaxBytes), file);
}

std::string matrix_csv(const Matrix& matrix) {
  std::string out;
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    for (std::size_t column = 0; column < matrix.columns; ++column) {
      fmt::format_to(std::back_inserter(out), "{}{}", column == 0 ? "" : ",",
                     matrix.at(row, column));
    }
    out += '\n';
  }
  return out;
}

}  // namespace flitcast
