#pragma once

#include <cstddef>
#include <string>

namespace flitcast {

/// The content of what InputFile reads, of at most `max_bytes`. Throws FileError.
std::string read_text_file(const std::string& path, std::size_t max_bytes);

}  // namespace flitcast
