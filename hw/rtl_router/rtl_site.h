#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hw/router/core_parts.h"
#include "hw/router/parts/input_vc.h"
#include "hw/router/parts/port_layout.h"
#include "hw/router/parts/reporter.h"
#include "hw/router/parts/wait_book.h"
#include "hw/rtl_router/header_pins.h"
#include "hw/rtl_router/protocol_violation.h"
#include "hw/rtl_router/rtl_parameters.h"
#include "hw/time/alarms.h"

namespace flitcast {

/// What is around a router in SystemVerilog: its links and the worms in front of its inputs, those
/// that are told of them, and its alarms. The parts of RtlCore and UserCore work on it.
struct RtlSite {
  /// With `tags` headers tell by which input they came: HeaderPins.
  RtlSite(const RouterSite& site, const RtlParameters& of_library, bool tags)
      : node(site.node),
        parameters(of_library),
        layout(layout_of(site)),
        inputs(static_cast<std::size_t>(layout.inputs())),
        outputs(inputs.size()),
        headers(parameters, site.routing.topology(), site.packets, site.node, tags),
        violations(site.node),
        reporter(site.node, layout),
        waits(site.packets),
        wakes(site.wakes, site.module) {}
  RtlSite(const RtlSite&) = delete;
  RtlSite& operator=(const RtlSite&) = delete;

  void attach_input(PortId port, Link& link);
  void attach_output(PortId port, Link& link);

  /// "port 2", of a network port with its class where there are several; "the node".
  std::string name_of_unit(int unit) const;

  InputVc& input(int index) { return inputs[static_cast<std::size_t>(index)]; }
  OutputVc& output(int index) { return outputs[static_cast<std::size_t>(index)]; }

  NodeId node;
  RtlParameters parameters;
  PortLayout layout;
  std::vector<InputVc> inputs;    // port-major
  std::vector<OutputVc> outputs;  // port-major
  HeaderPins headers;
  ViolationReport violations;
  Reporter reporter;
  WaitBook waits;
  Alarms<1> wakes;
};

}  // namespace flitcast
