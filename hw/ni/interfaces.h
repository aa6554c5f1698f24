#pragma once

#include "hw/ni/interface_kind.h"

namespace flitcast {

const InterfaceKind& plain_interface();
const InterfaceKind& memory_interface();

/// All kinds, in the order in which they are told of, the default first: the list to which a new
/// one is added.
inline constexpr const InterfaceKind& (*kInterfaces[])() = {plain_interface, memory_interface};

}  // namespace flitcast
