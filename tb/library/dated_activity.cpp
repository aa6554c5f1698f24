#include "tb/library/dated_activity.h"

namespace flitcast {

void DatedActivity::flit_sent(NodeId node, PortId port, const Flit& /*flit*/, Cycle at) {
  note({at, Report::kSent, node, port});
}

void DatedActivity::flit_left(NodeId node, int input, Cycle at) {
  note({at, Report::kLeft, node, input});
}

void DatedActivity::vc_changed(NodeId node, int input, const InputVcView& view, Cycle at) {
  note({at, Report::kVc, node, input, view});
}

void DatedActivity::waited(NodeId node, PortId port, WaitCause cause, Cycle cycles, Cycle at) {
  note({at, Report::kWaited, node, port, {}, cause, cycles});
}

void DatedActivity::send_changed(NodeId node, int port, SendState state, PacketHandle /*packet*/,
                                 Cycle at) {
  note({at, Report::kSend, node, port, {}, {}, 0, state});
}

void DatedActivity::note(Report report) {
  count_until(wakes_.now());
  if (report.at <= wakes_.now()) {
    count(report);
  } else {
    report.order = reports_++;
    ahead_.push(report);
  }
}

void DatedActivity::count_until(Cycle last) {
  for (; !ahead_.empty() && ahead_.top().at <= last; ahead_.pop()) {
    count(ahead_.top());
  }
}

void DatedActivity::count(const Report& report) {
  const auto port = static_cast<PortId>(report.place);
  switch (report.kind) {
    case Report::kSent:
      counter_.flit_sent(report.node, port, {}, report.at);
      break;
    case Report::kLeft:
      counter_.flit_left(report.node, report.place, report.at);
      break;
    case Report::kVc:
      counter_.vc_changed(report.node, report.place, report.view, report.at);
      break;
    case Report::kWaited:
      counter_.waited(report.node, port, report.cause, report.cycles, report.at);
      break;
    case Report::kSend:
      counter_.send_changed(report.node, report.place, report.state, kNoPacket, report.at);
      break;
  }
}

Network::Activity DatedActivity::counted(Cycle now) {
  count_until(now - 1);
  const flitcast::Activity activity = counter_.counted(now - 1);
  Network::Activity all;
  all.cycle = now;
  for (const flitcast::RouterActivity& router : activity.routers) {
    all.routers.push_back({router.node, router.buffer_writes, router.buffer_reads,
                           router.switch_traversals, router.vc_allocations});
  }
  for (const flitcast::LinkActivity& link : activity.links) {
    all.links.push_back({link.from, link.to, link.port, link.traversals, link.stalls.total()});
  }
  for (const flitcast::InterfaceActivity& interface : activity.interfaces) {
    all.interfaces.push_back(
        {interface.node, interface.messages_started, interface.injections, interface.ejections});
  }
  return all;
}

}  // namespace flitcast
