#pragma once

#include <cstdint>
#include <vector>

#include "hw/link/link.h"
#include "hw/link_fault.h"
#include "hw/packet.h"

namespace flitcast {

/// A flit that came wrong out of a link.
struct DamagedFlit {
  Cycle at = 0;              ///< when it entered the link
  std::uint64_t number = 0;  ///< of the flits of the link, from 0 on
  std::uint64_t message = 0;
};

/// The wire of a link with a fault: changes what is on it before the reader may see it. Modules may
/// not decide anything ahead of the cycle that they are in.
class FaultyWire {
 public:
  /// Of link number `number`. All references must outlive it.
  FaultyWire(const LinkFault& fault, std::uint64_t number, Link& link, PacketPool& packets)
      : fault_(fault), number_(number), link_(link), packets_(packets) {}

  /// To be called before every cycle: changes the flits that have entered since. Of a header the
  /// interface sees what has become of it (Packet::turned_header), routers what it was.
  void act() {
    if (link_.flits() != seen_) {
      see_new_flits();
    }
  }

  /// Flits that came out wrong.
  std::uint64_t damaged() const { return damaged_; }
  /// The first of them, if there is one.
  const DamagedFlit& first() const { return first_; }

 private:
  void see_new_flits();
  void change(Flit& flit, Cycle arrival);

  const LinkFault& fault_;
  std::uint64_t number_;
  Link& link_;
  PacketPool& packets_;
  std::uint64_t seen_ = 0;
  Cycle last_ = -1;  // when the last of these arrives
  std::uint64_t damaged_ = 0;
  DamagedFlit first_;
};

}  // namespace flitcast
