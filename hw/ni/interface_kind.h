#pragma once

#include <memory>
#include <string_view>

#include "hw/ni/interface_core.h"

namespace flitcast {

/// A kind of network interface that can be asked for by name.
struct InterfaceKind {
  std::string_view word;  ///< ni.interface: "plain"
  std::string_view help;  ///< one line

  std::unique_ptr<InterfaceCore> (*make)(const InterfaceSite& site);
};

}  // namespace flitcast
