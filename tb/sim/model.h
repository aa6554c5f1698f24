#pragma once

#include <systemc>

#include "hw/fabric/fabric.h"
#include "hw/time/sequencer.h"
#include "traffic/play/player.h"

namespace flitcast {

/// Told which round is being played.
class RoundObserver {
 public:
  virtual ~RoundObserver() = default;
  /// From cycle `at` on it is `round`; the number of rounds when all are over.
  virtual void round_is(std::uint64_t round, Cycle at) = 0;
};

/// The player as a SystemC module, triggered like the hardware.
class PlayerModule : public sc_core::sc_module {
 public:
  PlayerModule(sc_core::sc_module_name name, Player& player, WakeQueue& wakes, Sequencer& sequencer,
               std::uint32_t module);

  void set_observer(RoundObserver* observer) { observer_ = observer; }

 private:
  SC_HAS_PROCESS(PlayerModule);
  void tick();

  Player& player_;
  WakeQueue& wakes_;
  sc_core::sc_event wake_;
  RoundObserver* observer_ = nullptr;
};

/// The whole simulation: sequencer, network and player, named tb.sequencer, tb.fabric, tb.player.
class Model : public sc_core::sc_module {
 public:
  /// All references must outlive the model; `deliveries` may be null.
  Model(sc_core::sc_module_name name, const Topology& topology, const Routing& routing,
        const PlayerOptions& options, const sc_core::sc_time& period, const Schedule& schedule,
        Payload& payload, DeliverySink* deliveries);

  Sequencer& sequencer() { return sequencer_; }
  /// The run ends with this cycle at the latest. Before it starts.
  void set_last_cycle(Cycle cycle) { wakes_.set_last_cycle(cycle); }
  const Fabric& fabric() const { return fabric_; }
  Fabric& fabric() { return fabric_; }
  WakeQueue& wakes() { return wakes_; }
  void set_round_observer(RoundObserver* observer) { player_module_.set_observer(observer); }
  const Player& player() const { return player_; }
  const PacketPool& packets() const { return packets_; }
  Cycle now() const { return wakes_.now(); }

 private:
  WakeQueue wakes_;
  PacketPool packets_;
  Player player_;
  Sequencer sequencer_;
  Fabric fabric_;
  PlayerModule player_module_;
};

}  // namespace flitcast
