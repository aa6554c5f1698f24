#pragma once

#include "tb/report/links/network.h"
#include "tb/report/links/plane_layout.h"
#include "tb/report/links/shown_use.h"
#include "tb/report/page/page.h"
#include "tb/report/page/spec.h"

namespace flitcast {

/// True when the network is drawn as PlaneLayout has it: no hypercube, and small enough for nodes
/// that can be told apart.
bool drawn_on_plane(const Topology& topology);

/// How large a plane gets, and the values for a spec that has `across`, `digits`, `below`,
/// `x_domain`, `y_domain` and `height`.
struct PlaneFrame {
  explicit PlaneFrame(const Network& network);

  PlaneLayout layout;
  SpecValues values;
  Page::Frame frame;
};

/// Use of the channels on a plane, with a line on how to read it.
void add_plane_picture(Page& page, const Network& network, const ShownUse& shown);

}  // namespace flitcast
