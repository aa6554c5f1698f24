#pragma once

#include "hw/router_pipeline.h"
#include "hw/types.h"

namespace flitcast {

/// How the ports of a router and their virtual channels are numbered. Ports 0 … network_ports − 1
/// lead to neighbours, the local ports (injection and ejection) follow: those of the router's first
/// processor, then as many of the next. Virtual channel v of port p
/// is p·vcs + v, as an input and as an output. The virtual channels of a link are divided into
/// classes: one each for the first `narrow` of them, the others as evenly as it goes, the larger
/// ones first; those of one port and class are an output unit, which is what headers ask for.
struct PortLayout {
  int network_ports;
  int local_ports;
  int vcs;
  int classes;     ///< 1 … vcs
  int narrow = 0;  ///< 0 … classes - 1
  int seats = 1;   ///< processors, which share the local ports alike

  int ports() const { return network_ports + local_ports; }
  /// Input virtual channels; as many output ones.
  int inputs() const { return ports() * vcs; }
  int units() const { return ports() * classes; }
  bool is_network(int port) const { return port < network_ports; }
  /// Local ports of a processor.
  int ports_of_seat() const { return local_ports / seats; }
  int first_port_of_seat(int seat) const { return network_ports + seat * ports_of_seat(); }
  /// Of a local port.
  int seat_of(int port) const { return (port - network_ports) / ports_of_seat(); }

  int input(int port, int vc) const { return port * vcs + vc; }
  int unit(int port, int vc_class) const { return port * classes + vc_class; }
  PortId port_of_unit(int unit) const { return static_cast<PortId>(unit / classes); }
  int class_of_unit(int unit) const { return unit % classes; }
  bool is_local_unit(int unit) const { return unit >= network_ports * classes; }

  int class_of(int vc) const {
    return vc < narrow ? vc : narrow + (vc - narrow) * (classes - narrow) / (vcs - narrow);
  }
  /// The first virtual channel of a class.
  int first_vc(int vc_class) const {
    const int wide = classes - narrow;
    return vc_class < narrow ? vc_class
                             : narrow + ((vc_class - narrow) * (vcs - narrow) + wide - 1) / wide;
  }
  /// The class of messages that a virtual channel is for.
  int message_class_of(int vc, const RouterPipeline& pipeline) const {
    const int first = first_vc(class_of(vc));
    return pipeline.class_at(vc - first, first_vc(class_of(vc) + 1) - first);
  }
};

}  // namespace flitcast
