#pragma once

#include <string>
#include <vector>

#include "tb/report/links/link_use.h"
#include "tb/report/links/network.h"
#include "tb/report/page/choice.h"
#include "tb/report/page/page.h"

namespace flitcast {

// Pictures of how much every channel was in use, with a line on how to read them: on a plane
// (plane_picture.h) or as a table (matrix_picture.h). Data of the page that they take begin with
// `prefix`.

/// Of a run, or of the difference of two.
void add_link_picture(Page& page, const Network& network, const LinkUse& run,
                      const std::string& prefix = {});

/// Of the run that is chosen, one of several on a network.
void add_link_choice(Page& page, const Network& network, const std::vector<LinkUse>& runs,
                     const Choice& choice, const std::string& prefix);

}  // namespace flitcast
