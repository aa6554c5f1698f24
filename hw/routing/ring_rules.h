#pragma once

namespace flitcast {

/// Which way headers go round a ring where both are as short.
enum class Ties {
  kUp,
  kDrawn,  ///< either, drawn for every packet and dimension
};

/// How two classes of virtual channels keep worms from waiting in a circle round a ring. Class 0
/// has no worm on the wrap link, the one that closes the ring, in either.
enum class Datelines {
  kCrossing,  ///< class 0 up to the wrap link, class 1 from there on
  /// Class 1 for worms that will take the wrap link, class 0 for the others, from when they enter
  /// the dimension on. No minimal route in class 1 passes the link opposite the wrap link.
  kEntering,
};

}  // namespace flitcast
