#pragma once

#include <cstdint>

#include "hw/types.h"

namespace flitcast {

/// What a link does to flits on its way. It follows from the numbers of link and flit alone, so
/// that neither the order of events nor a second look changes it.
///
/// A flit is never missing at the other end: the word of one that is lost is taken for whatever the
/// receiver finds on its wires in that cycle. So a worm keeps its shape, and its header, tail and
/// route, which are taken to be protected by a code that corrects them; all else is as wrong as the
/// bits that are turned.
class LinkFault {
 public:
  virtual ~LinkFault() = default;

  /// The bits with which the word of flit `number` (0, 1, …) of link `link` comes out turned; 0: it
  /// comes out as it went in.
  virtual Word turned_bits(std::uint64_t link, std::uint64_t number) const = 0;
};

}  // namespace flitcast
