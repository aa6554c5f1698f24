#include "traffic/schedule/schedule.h"

namespace flitcast {

void Round::clear() {
  records_.clear();
  destinations_.clear();
  ports_.clear();
  blocks_.clear();
  copy_flits_ = 0;
  forks_ = false;
  transfer_ = Transfer::kNatural;
}

void Round::add_hop(NodeId node) {
  const PortId port = topology_->port_towards(at_, node);
  if (port == kNoPort) {
    throw ScheduleError("a message from node " + std::to_string(records_.back().source) +
                        " takes link " + std::to_string(at_) + "->" + std::to_string(node) +
                        ", which " + topology_->describe() + " does not have");
  }
  add_port(port);
}

}  // namespace flitcast
