#include "hw/router/core_parts.h"

#include <cstddef>

#include "hw/router/parts/vc_view.h"

namespace flitcast {

PortLayout layout_of(const RouterSite& site) {
  const NetworkConfig& config = site.config;
  const Routing& routing = site.routing;
  const auto seats = static_cast<int>(routing.topology().seats());
  return {site.network_ports,
          config.ports * seats,
          config.vcs,
          routing.classes_of(config.vcs),
          routing.keeps_escape() ? routing.escape_classes_of(config.vcs) : 0,
          seats};
}

void attach_inputs(std::vector<InputVc>& inputs, const PortLayout& layout, PortId port,
                   Link& link) {
  for (int vc = 0; vc < link.vcs(); ++vc) {
    InputVc& in = inputs[static_cast<std::size_t>(layout.input(port, vc))];
    in.channel = &link.virtual_channel(vc);
    in.link = &link;
    in.port = port;
  }
}

void attach_outputs(std::vector<OutputVc>& outputs, const PortLayout& layout, PortId port,
                    Link& link) {
  for (int vc = 0; vc < link.vcs(); ++vc) {
    OutputVc& out = outputs[static_cast<std::size_t>(layout.input(port, vc))];
    out.channel = &link.virtual_channel(vc);
    out.link = &link;
    out.port = port;
    out.vc = static_cast<std::uint16_t>(vc);
    out.unit = static_cast<std::uint16_t>(layout.unit(port, layout.class_of(vc)));
    out.held = false;
  }
}

std::vector<OccupiedVc> occupied_vcs(const std::vector<InputVc>& inputs, const PortLayout& layout,
                                     const RoomRule& rule, Cycle now) {
  std::vector<OccupiedVc> occupied;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const InputVc& in = inputs[i];
    if (in.channel != nullptr && in.channel->is_open() && in.channel->occupied()) {
      occupied.push_back(occupation_of(static_cast<int>(i), in, layout, rule, now));
    }
  }
  return occupied;
}

void end_waits(std::vector<InputVc>& inputs, const std::vector<OutputVc>& outputs,
               const PortLayout& layout, const Reporter& reporter, WaitBook& waits, Cycle end) {
  for (std::size_t index = 0; index < inputs.size(); ++index) {
    InputVc& in = inputs[index];
    if (in.blocked()) {
      const PortId port = wanted_port(in, layout);
      const auto output = static_cast<std::size_t>(layout.input(port, 0));
      if (reporter) {
        reporter.waited(static_cast<int>(index), in, port, end);
      }
      waits.unblock(in, *outputs[output].link, end);
    }
  }
}

}  // namespace flitcast
