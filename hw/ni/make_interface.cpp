#include "hw/ni/interfaces.h"

namespace flitcast {

std::unique_ptr<InterfaceCore> make_interface(const InterfaceSite& site) {
  const InterfaceKind* const kind = site.config.interface;
  return (kind == nullptr ? kInterfaces[0]() : *kind).make(site);
}

}  // namespace flitcast
