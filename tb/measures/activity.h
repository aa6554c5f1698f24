#pragma once

#include <cstdint>
#include <vector>

#include "hw/types.h"
#include "hw/waits.h"

namespace flitcast {

/// How often what happened in a router, its buffers and its switch.
struct RouterActivity {
  NodeId node;
  std::uint64_t buffer_writes;      ///< flits into input buffers, from links and from the node
  std::uint64_t buffer_reads;       ///< flits out of them
  std::uint64_t switch_traversals;  ///< flits to an output, copies for the node included
  std::uint64_t vc_allocations;     ///< output virtual channels given to headers, local ones too
  std::uint64_t absorbs;            ///< payload flits copied to the node while they went on
};

/// On a channel between routers.
struct LinkActivity {
  NodeId from;
  PortId port;  ///< output port of `from`
  NodeId to;
  std::uint64_t traversals;
  Waits stalls;  ///< cycles that flits stood ready for it without leave
};

/// In a network interface.
struct InterfaceActivity {
  NodeId node;
  std::uint64_t messages_started;
  std::uint64_t injections;  ///< flits into the router, headers included
  std::uint64_t ejections;   ///< flits out of it, headers included
  Waits stalls;              ///< cycles that flits stood ready for a receive port without leave
};

/// The events of a run, module by module. Every event is counted in one place.
struct Activity {
  std::vector<RouterActivity> routers;        ///< by node
  std::vector<LinkActivity> links;            ///< by node and port
  std::vector<InterfaceActivity> interfaces;  ///< by node
};

}  // namespace flitcast
