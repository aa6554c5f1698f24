#include "hw/rtl_router/rtl_site.h"

namespace flitcast {

void RtlSite::attach_input(PortId port, Link& link) {
  attach_inputs(inputs, layout, port, link);
  link.attach_reader(wakes.first(), layout.input(port, 0), flit_kind::kEvery);
}

std::string RtlSite::name_of_unit(int unit) const {
  if (layout.is_local_unit(unit)) {
    return "the node";
  }
  const std::string port = "port " + std::to_string(layout.port_of_unit(unit));
  return layout.classes == 1 ? port
                             : port + ", class " + std::to_string(layout.class_of_unit(unit));
}

void RtlSite::attach_output(PortId port, Link& link) {
  attach_outputs(outputs, layout, port, link);
  for (int vc = 0; vc < link.vcs(); ++vc) {
    link.virtual_channel(vc).open();
  }
  link.fast().router = nullptr;
}

}  // namespace flitcast
