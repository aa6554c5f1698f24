#pragma once

#include <string_view>

namespace flitcast::report {

/// A file that was put into the program when it was built: what pages are made of.
struct Asset {
  std::string_view name;     ///< "page.html"
  std::string_view content;  ///< all of it, lasts as long as the program
};

/// Those named like `name`, or null: the drawing library is only in programs that were built with
/// FLITCAST_REPORT.
const Asset* find_asset(std::string_view name);

/// As find_asset, for those that every program has. Throws std::logic_error.
std::string_view asset(std::string_view name);

/// True when the program can draw.
bool has_drawing_library();

}  // namespace flitcast::report
