#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace flitcast {

/// Makes writing to a closed pipe, or beyond the size that files may have, an error of the write
/// that is tried, not the end of the process.
void survive_failed_writes();

/// Writes to standard output at once. What a reader does not want any more, who has closed the
/// pipe, is dropped. Throws FileError when standard output cannot be written otherwise.
void print(const std::string& text);

/// Columns of the terminal that standard output is; 0, no limit, where it is none.
std::size_t output_width();

/// Writes a message to standard error, "flitcast: " before it and a line break after it unless it
/// ends in one, control characters in it replaced (shown_text.h). A message that cannot be written
/// is lost, nothing more.
void tell(std::string_view message);

}  // namespace flitcast
