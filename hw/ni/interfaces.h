#pragma once

#include "hw/ni/interface_kind.h"

namespace flitcast {

const InterfaceKind& plain_interface();
const InterfaceKind& memory_interface();
const InterfaceKind& retransmitting_interface();
const InterfaceKind& answering_interface();

/// All kinds, in the order in which they are told of, the default first: the list to which a new
/// one is added.
inline constexpr const InterfaceKind& (*kInterfaces[])() = {
    plain_interface, memory_interface, retransmitting_interface, answering_interface};

/// Messages are checked, acknowledged, and sent again.
inline bool retransmits(const NetworkConfig& config) {
  return config.interface == &retransmitting_interface();
}

}  // namespace flitcast
