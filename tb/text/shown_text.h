#pragma once

#include <string>
#include <string_view>

namespace flitcast {

// Texts that others wrote (names of files, values, contents of result files), made fit to be shown.

/// As UTF-8: bytes that are none become U+FFFD.
std::string valid_utf8(std::string_view text);

/// As UTF-8 without control characters but line breaks and tabs: each of the others, which could
/// steer a terminal, becomes '?'.
std::string printable(std::string_view text);

/// As printable, in one line.
std::string printable_line(std::string_view text);

/// As printable_line, and shortened: fit for a message.
std::string brief(std::string_view text);
/// The same in double quotes.
std::string in_quotes(std::string_view text);

}  // namespace flitcast
