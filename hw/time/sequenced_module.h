#pragma once

#include "hw/types.h"

namespace flitcast {

/// How far a module has been fetched into the cache, see SequencedModule::fetch.
struct FetchChain {
  void* in = nullptr;      ///< the module's own
  void* out = nullptr;     ///< likewise
  void* router = nullptr;  ///< likewise
  bool ended = false;
};

/// What has work in some cycles and sleeps in the others: a router, a network interface, a
/// workload.
class SequencedModule {
 public:
  SequencedModule() = default;
  SequencedModule(const SequencedModule&) = delete;
  SequencedModule& operator=(const SequencedModule&) = delete;
  virtual ~SequencedModule() = default;

  /// One cycle. Does nothing when the module was not woken for `now`.
  virtual void tick(Cycle now) = 0;

  /// Steps of fetch(): a chain of look-ups is that long at most.
  static constexpr int kFetchSteps = 32;
  /// On networks that do not fit into the cache, called for every step before tick(now), in turn
  /// with other modules: asks for the memory that the tick will need, and takes from what the step
  /// before has asked for where that is. Does nothing that the tick would not do as well.
  virtual void fetch(Cycle /*now*/, int /*step*/, FetchChain& chain) { chain.ended = true; }
};

}  // namespace flitcast
