#include "hw/ni/gated_port.h"

#include <stdexcept>
#include <string>

namespace flitcast {

void GatedPort::attach(Link& link, const WakeCause& wake) {
  link_ = &link;
  wake_ = wake;
  link.virtual_channel(0).attach_reader(wake);
}

void GatedPort::take(Cycle now) {
  VirtualChannel& channel = link_->virtual_channel(0);
  const Flit flit = channel.front();
  const Cycle in_memory = now + 1;
  link_->release(channel, now, context_.wakes);
  if ((flit.kind & flit_kind::kHead) != 0) {
    packet_ = flit.packet;
    next_ = 0;
    head_arrived_ = in_memory;
  } else {
    if (flit.packet != packet_ || flit.sequence != next_) {
      throw std::logic_error("node " + std::to_string(context_.node) +
                             " received a flit out of order");
    }
    context_.client.write(packet_, context_.node, next_++, 1, &flit.word);
  }
  if ((flit.kind & flit_kind::kTail) != 0) {
    packet_ = kNoPacket;
    context_.client.received(flit.packet, context_.node, head_arrived_, in_memory);
  }
}

}  // namespace flitcast
