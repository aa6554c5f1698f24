#include "hw/rtl_router/rtl_site.h"

namespace flitcast {
namespace {

constexpr std::uint16_t kEveryKind = 0xFFFF;

}  // namespace

void RtlSite::attach_input(PortId port, Link& link) {
  attach_inputs(inputs, layout, port, link);
  link.attach_reader(wakes.first(), layout.input(port, 0), kEveryKind);
}

void RtlSite::attach_output(PortId port, Link& link) {
  attach_outputs(outputs, layout, port, link);
  for (int vc = 0; vc < link.vcs(); ++vc) {
    link.virtual_channel(vc).open();
  }
  link.set_router(nullptr);
}

}  // namespace flitcast
