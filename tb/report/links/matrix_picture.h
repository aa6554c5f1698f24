#pragma once

#include "tb/report/links/network.h"
#include "tb/report/links/shown_use.h"
#include "tb/report/page/page.h"

namespace flitcast {

/// Use of the channels as a table of cells, with a line on how to read it.
void add_matrix_picture(Page& page, const Network& network, const ShownUse& shown);

}  // namespace flitcast
