#include <iterator>
#include <string>
#include <utility>

#include <flitcast/systemc/interface_pins.h>

namespace flitcast::systemc {

using sc_core::sc_time_stamp;

InterfacePins::InterfacePins(sc_core::sc_module_name name, NetworkModule& network,
                             std::uint32_t node, std::uint8_t message_class)
    : sc_core::sc_module(name), network_(network), node_(node), message_class_(message_class) {
  network.attach(node, *this);
  SC_METHOD(edge);
  dont_initialize();
  sensitive << clk.pos();
}

void InterfacePins::report(const char* what) const {
  SC_REPORT_ERROR("/flitcast/systemc", (std::string(name()) + ": " + what).c_str());
}

void InterfacePins::posted(const Network::Packet& /*packet*/) {
  --waiting_;
  posted_ = posted_at_ == sc_time_stamp() ? posted_ + 1 : 1;
  posted_at_ = sc_time_stamp();
}

/// Packets that wait for room as of the last edge: whether the network takes one at this one is not
/// known to whoever comes first in its delta cycle.
unsigned InterfacePins::waiting() const {
  return waiting_ + (posted_at_ == sc_time_stamp() ? posted_ : 0);
}

void InterfacePins::received(const Network::Arrival& arrival) {
  UnderWay& packet = *static_cast<UnderWay*>(arrival.user);
  arrived_.push_back({arrival.source, sc_time_stamp(), std::move(packet.words)});
  packet.from.under_way_.erase(packet.place);
}

void InterfacePins::edge() {
  if (in_valid.read() && in_ready.read()) {
    inject();
  }
  in_ready.write(waiting() < 2);
  eject();
}

void InterfacePins::inject() {
  if (in_head.read() != entering_.empty()) {
    report(in_head.read() ? "a head came before the tail of the packet before it"
                          : "a flit came that belongs to no packet");
    return;
  }
  if (in_head.read()) {
    destination_ = in_destination.read();
    if (destination_ >= network_.network().nodes()) {
      report("a head came for a node that is not there");
      return;
    }
  }
  entering_.push_back(in_word.read());
  if (in_tail.read()) {
    Network::Packet packet;
    packet.source = node_;
    packet.destination = destination_;
    packet.flits = static_cast<std::uint32_t>(entering_.size() - 1);
    packet.message_class = message_class_;
    under_way_.push_back({*this, std::move(entering_), {}});
    under_way_.back().place = std::prev(under_way_.end());
    packet.user = &under_way_.back();
    entering_.clear();
    ++waiting_;
    network_.send(packet);
  }
}

void InterfacePins::eject() {
  if (out_valid.read() && out_ready.read() && ++shown_ == arrived_.front().words.size()) {
    arrived_.pop_front();
    shown_ = 0;
  }
  const bool shows = !arrived_.empty() && arrived_.front().at < sc_time_stamp();
  out_valid.write(shows);
  if (shows) {
    const Arrived& packet = arrived_.front();
    out_head.write(shown_ == 0);
    out_tail.write(shown_ + 1 == packet.words.size());
    out_source.write(packet.source);
    out_word.write(packet.words[shown_]);
  }
}

}  // namespace flitcast::systemc
