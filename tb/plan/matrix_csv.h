#pragma once

#include <string>
#include <string_view>

#include "traffic/row/matrix.h"

namespace flitcast {

/// Reads a matrix: one row per line, numbers separated by commas; blanks around numbers, empty last
/// lines, a byte order mark and CRLF line ends are accepted. Throws FileError naming `file`, line
/// and column.
Matrix parse_matrix_csv(std::string_view text, const std::string& file);

/// As parse_matrix_csv for a file. Throws FileError.
Matrix read_matrix_csv(const std::string& file);

/// One row per line; every number in the fewest digits that read back to it exactly.
std::string matrix_csv(const Matrix& matrix);

}  // namespace flitcast
