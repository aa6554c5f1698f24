#pragma once

#include <string>
#include <vector>

namespace flitcast::report {

/// Draws all pictures of a page of these inputs (viewer.h) into a folder, which is made where it is
/// missing: an SVG file each, light, on white, named by its number and the headings above it,
/// "02-rounds-in-space-and-time.svg". Returns their names. Node.js runs the library that draws in a
/// browser. Throws ConfigError where Node.js is missing or fails, FileError where a file cannot be
/// written.
std::vector<std::string> write_pictures(const std::string& inputs, const std::string& folder);

/// "rounds-in-space-and-time": letters and digits of a text, the others as one dash, not too many.
std::string file_stem(const std::string& text);

}  // namespace flitcast::report
