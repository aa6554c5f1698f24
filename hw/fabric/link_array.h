#pragma once

#include <cstddef>
#include <memory>

#include <systemc>

#include "hw/link/link_channel.h"

namespace flitcast {

/// Links of a fabric, side by side in memory. A module, because that lets a fabric be taken down
/// fast: see Fabric::~Fabric.
class LinkArray final : public sc_core::sc_module {
 public:
  /// Room for `capacity` links.
  LinkArray(sc_core::sc_module_name name, std::size_t capacity);
  ~LinkArray() override;

  /// A link more, which stays where it is. Precondition: there is room.
  LinkChannel& add(const LinkParameters& parameters, PortId source_port, PortId sink_port) {
    return *new (links_ + size_++) LinkChannel(parameters, source_port, sink_port);
  }

 private:
  LinkChannel* links_;
  std::size_t capacity_;
  std::size_t size_ = 0;
};

}  // namespace flitcast
