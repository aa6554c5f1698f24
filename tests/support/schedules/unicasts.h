#pragma once

#include "traffic/schedule/operation.h"

namespace flitcast {

/// Messages of two nodes each, as many as a schedule likes: not a collective operation, and an
/// example of one that is defined outside of traffic/operations/. Block (o, f) starts at o and ends
/// at f, for the pairs that the schedule has.
class Unicasts final : public OperationKind {
 public:
  const char* name() const override { return "unicasts"; }
  BlockFamily family() const override { return BlockFamily::kLoose; }
  bool promises(const Operation& /*operation*/, NodeId node, const Block& block) const override {
    return node == block.final;
  }
};

inline const OperationKind& loose_unicasts() {
  static const Unicasts kind;
  return kind;
}

}  // namespace flitcast
