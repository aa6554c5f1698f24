#pragma once

#include <string>

#include "tb/report/load/load_results.h"
#include "tb/report/page/page.h"

namespace flitcast {

// Pictures of a point of one curve, with its rate to choose. Data of the page begin with `prefix`.

void add_histogram_picture(Page& page, const ReportedCurve& curve, const std::string& prefix);
void add_node_picture(Page& page, const ReportedCurve& curve, const std::string& prefix);
void add_channel_picture(Page& page, const ReportedCurve& curve, const std::string& prefix);

}  // namespace flitcast
