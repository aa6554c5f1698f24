#include "hw/ni/sending.h"

namespace flitcast {

void report_sending(Probe& probe, NodeId node, int port, const Sending& message,
                    const VirtualChannel& channel, Cycle from) {
  if (message.injected > from) {
    probe.send_changed(node, port, SendState::kStartup, message.packet, message.issued);
  }
  probe.send_changed(node, port, SendState::kSending, message.packet, message.injected);
  channel.visit_slots([&](const Flit& flit, Cycle time) {
    if (flit.kind != flit_kind::kNone && time > from) {
      probe.flit_injected(node, port, flit, time - 1);
    }
  });
}

}  // namespace flitcast
