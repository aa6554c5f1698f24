#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw/routing/routing.h"
#include "hw/worm_tree.h"
#include "traffic/play/workload.h"
#include "traffic/program/placement.h"
#include "traffic/program/program_machine.h"

namespace flitcast {

/// Plays a program on the network: the workload of ranks. Every word that arrives is compared with
/// the one that was sent.
class ProgramPlayer final : public Workload, private MessageCarrier {
 public:
  /// All references must outlive it. Where routes are drawn, `routing` has them. `watcher` may be
  /// null, as of the machine.
  ProgramPlayer(const Program& program, Placement nodes, const Routing& routing,
                const NetworkConfig& network, std::uint64_t seed,
                ProgramWatcher* watcher = nullptr);

  bool finished() const override { return machine_.finished(); }
  Cycle completion() const override { return machine_.completion(); }
  WorkloadProgress progress() const override;
  /// How far it is, and what waits.
  std::string position() const override;
  /// A few operations that hold it up, and what they wait for.
  std::vector<std::string> waiting() const;

  const ProgramMachine& machine() const { return machine_; }
  std::uint64_t messages() const { return sent_; }
  std::uint64_t payload_flits() const { return flits_; }
  /// The first word that is wrong, or what the ranks do not hold; only when finished.
  std::string data_error() const;

  void read(PacketHandle packet, std::uint32_t first, std::uint32_t count, Word* out) override;
  void write(PacketHandle packet, NodeId at, std::uint32_t first, std::uint32_t count,
             const Word* in) override;
  void sent(PacketHandle packet, Cycle issued, Cycle injected) override;
  void received(PacketHandle packet, NodeId at, Cycle head_arrived, Cycle tail_arrived) override;

 private:
  struct Carried {
    PacketHandle packet = 0;
    Cycle issued = 0;
    std::uint64_t words = 0;      // that have arrived
    std::vector<PortId> route{};  // where it is drawn
  };

  void start() override { wake_at(now() + 1); }
  void act(Cycle now) override;
  void carry(std::uint32_t message, Cycle now) override;
  void forget(std::uint32_t message) override;
  /// A worm that forks, and the messages that it brings.
  struct Broadcast {
    struct Message {
      std::uint32_t number;
      NodeId destination;
    };
    std::vector<Message> messages{};  // the first one, then those that join it
    std::vector<WordSeries> words{};  // of the first one
    std::size_t missing = 0;          // of these, before the worm goes
    std::size_t under_way = 0;        // of these, not forgotten
    std::optional<WormTree> tree{};
  };

  bool collect(std::uint32_t message, Cycle now);
  void post_packet(PacketHandle packet, std::uint32_t message, Cycle now);
  /// The message that a packet brings to a node.
  std::uint32_t message_to(PacketHandle packet, NodeId at) const;
  const std::vector<WordSeries>& words_of(PacketHandle packet) const;
  Packet told_of(PacketHandle packet, std::uint32_t message) const;
  /// Calls visit(series from its first word on, words, offset in the batch).
  template <typename Visit>
  void for_each_piece(PacketHandle packet, std::uint32_t first, std::uint32_t count,
                      Visit&& visit) const;

  const Program& program_;
  const Routing& routing_;
  Placement nodes_;  // that packets point to, too
  ProgramMachine machine_;
  ProgramWatcher* watcher_;
  std::vector<Carried> carried_;             // by message
  std::vector<std::uint32_t> message_of_{};  // by packet, or the first one
  std::list<Broadcast> broadcasts_{};        // the last one may be missing some
  std::map<PacketHandle, std::list<Broadcast>::iterator> broadcast_of_{};
  bool started_ = false;
  std::uint64_t sent_ = 0;
  std::uint64_t flits_ = 0;
  std::string word_error_{};
};

/// What a program costs on this hardware besides its messages.
ProgramMachine::Costs program_costs(const NetworkConfig& network);

}  // namespace flitcast
