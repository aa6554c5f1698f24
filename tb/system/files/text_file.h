#pragma once

#include <cstddef>
#include <string>

namespace flitcast {

/// The content of what InputFile reads, of at most `max_bytes`. Throws FileError.
std::string read_text_file(const std::string& path, std::size_t max_bytes);
/// The same of a file that others may have put there: a pipe, which may never end, or a device is
/// refused.
std::string read_regular_file(const std::string& path, std::size_t max_bytes);

}  // namespace flitcast
