#pragma once

namespace flitcast {

struct InputVc;
class WormRouter;
class WormSink;
class WormSource;

/// What the two ends of a link leave at it for worms that pass as a whole, see hw/fast. Nothing
/// here changes a date: where all of it is empty, flits pass one by one.
struct FastPath {
  WormRouter* router = nullptr;  ///< the writer, if it is a router that worms may pass at present
  /// The writer's input virtual channel from which a worm comes by this link, or came last. Only
  /// the writer knows what it is; null when the writer is no router.
  InputVc* worm_from = nullptr;
  /// The header of a worm has gone by this link, and its body is left at its source until it is
  /// known how far the header gets: see WormSettler::may_lag.
  bool body_lags = false;
  WormSource* source = nullptr;  ///< the writer, if it may hand messages over as a whole at present
  WormSink* sink = nullptr;      ///< the reader, if it may take messages in as a whole at present
};

}  // namespace flitcast
