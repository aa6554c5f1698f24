#pragma once

#include "tb/cli/arguments.h"
#include "tb/report/page/page.h"

namespace flitcast {

/// The page that flitcast report makes of its operands: of a run, of two, of a sweep, of curves
/// under load, of an answer of flitcast choose. Throws ConfigError where they are nothing to report
/// of, where an option is for another kind of page, and where --out would take the place of what
/// the page is made of.
Page report_page(const Arguments& arguments);

}  // namespace flitcast
