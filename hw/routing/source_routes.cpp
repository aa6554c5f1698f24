// Every header carries the ports of its way. It leads along the same path as without, so that the
// network is as free of deadlock as the schedule's paths are.

#include "hw/routing/routing_policies.h"

namespace flitcast {

const RoutingPolicy& source_policy() {
  static const RoutingPolicy policy{"source", "routes in the headers", {}, true};
  return policy;
}

}  // namespace flitcast
