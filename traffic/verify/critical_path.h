#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "hw/routing/routing.h"
#include "traffic/schedule/block_index.h"
#include "traffic/schedule/schedule.h"
#include "traffic/theory/message_times.h"
#include "traffic/verify/verify_report.h"

namespace flitcast {

/// When a schedule would end if every message started as soon as its blocks are at its sender and
/// a port of the sender is free, and no message were held up by another on the way.
///
/// A message that starts at time x holds its port for t_s − 1 + (H − 1 + L)·t_m cycles, with the
/// t_m of its first link, after which the next start-up begins, and its blocks are at a destination
/// as MessageTimes says after x. A staged router takes it in at a flit a cycle, so that the port is
/// free earlier, and the next message stands behind it in the router: where there is one port, as
/// long as the one before has not left. (With several it may be that of another.) There they are
/// ready when they are reduced and the copying of their round is done. A partial sum waits for all
/// that was added to it in earlier rounds.
class CriticalPath {
 public:
  /// `routing`: by which worms fork; must outlive it.
  CriticalPath(const Operation& operation, const Routing& routing, const VerifyOptions& options);

  void add(const Schedule& schedule, const Round& round);
  /// When the last of the blocks is ready, so far.
  Cycle cycles() const { return cycles_; }

 private:
  /// A message whose blocks no other of its round has.
  void move(const MessageView& m, std::uint64_t payload_flits, Cycle copying);
  Cycle available(const MessageView& m) const;
  /// Takes a port of the source for a message whose blocks are there at `ready`; the start time, as
  /// if nothing were before it in the router.
  Cycle take_port(const MessageView& m, std::uint64_t payload_flits, Cycle ready);
  /// `handling`: cycles of local operations after the arrival.
  void arrive(const MessageView& m, Cycle start, std::uint64_t payload_flits, Cycle handling);

  /// The blocks of a message are ready at a destination.
  void be_ready(const MessageView& m, NodeId destination, Cycle finish);
  /// The worm that message `first` is the first of begins.
  void take_tree(const Round& round, std::size_t first, std::uint64_t payload_flits);

  const Routing& routing_;
  TimingModel model_;
  MessageTimes times_;
  int ports_;  // that send side by side
  Operation operation_;
  std::optional<BlockPlaces> places_;  // empty for loose blocks, which depend on nothing
  std::vector<Cycle> ready_;
  std::vector<Cycle> port_free_;    // node-major, ports_ to a node
  std::vector<Cycle> front_free_;   // by node, of the buffer behind its only port
  std::vector<Cycle> starts_;       // of the messages of the round being added
  std::map<NodeId, Cycle> copies_;  // of the last worm, if it forks: cycles by destination
  Cycle cycles_ = 0;
};

}  // namespace flitcast
