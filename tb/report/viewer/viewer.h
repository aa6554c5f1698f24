#pragma once

#include <string>

namespace flitcast::report {

// What the viewer is given, as JSON text: an object whose `kind` says how the page is made of the
// rest (viewer/pages.mjs). Lists of objects of the same members may be packed (columns.h).

/// The whole page, self-contained. Throws std::logic_error without the drawing library.
std::string viewer_html(const std::string& inputs);

/// What the scripts of the page read, as JSON: `theme` and `inputs`.
std::string viewer_data(const std::string& inputs);

}  // namespace flitcast::report
