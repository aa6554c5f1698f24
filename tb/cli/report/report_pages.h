#pragma once

#include <string>

#include "tb/cli/arguments.h"

namespace flitcast::report {

/// What the viewer (viewer.h) makes, as JSON, the page of flitcast report of, by its operands: of a
/// run, of two, of a sweep, of curves under load, of an answer of flitcast choose. Throws
/// ConfigError where they are nothing to report of, where an option is for another kind of page,
/// and where --out would take the place of what the page is made of.
std::string report_inputs(const cli::Arguments& arguments);

}  // namespace flitcast::report
