#pragma once

#include <cstdint>
#include <vector>

#include "tb/programs/program_file.h"
#include "traffic/program/communication_program.h"
#include "traffic/program/mapped_array.h"

namespace flitcast {

/// The packets of a trace, of any number, that become a program: a send of the source of each and a
/// receive of its destination. What a node has for itself takes no network, and no time.
class TracePackets {
 public:
  /// The most, and the most dependencies.
  static constexpr std::size_t kMost = Program::kMost / 4;
  /// So that sums of them are counted.
  static constexpr std::uint64_t kLastCycle = 1'000'000'000'000'000;

  /// A packet that goes in `cycle`, up to kLastCycle, in any order. Throws std::length_error.
  std::uint32_t add(std::uint64_t cycle, std::uint32_t source, std::uint32_t destination,
                    std::uint32_t flits);
  /// `then` goes after the arrival of `first`. Throws std::length_error.
  void require(std::uint32_t then, std::uint32_t first);
  std::size_t size() const { return packets_.size(); }

  /// Last call. Of so many ranks, all of which are larger than any node.
  Program program(std::uint32_t ranks, TraceTiming timing);

 private:
  struct Packet {
    std::uint64_t cycle;
    std::uint64_t waited_for;  ///< the last cycle of what it waits for
    std::uint32_t flits;
    std::uint32_t source;
    std::uint32_t destination;
    std::uint32_t place;  ///< among all, by cycle
    std::uint32_t next_sent;
    std::uint32_t next_received;
    std::uint32_t goes;     ///< the operation that waits for arrivals
    std::uint32_t arrives;  ///< the one that ends with its arrival
    std::uint32_t sends;
    bool waits;  ///< for others
  };
  struct Dependency {
    std::uint32_t then;
    std::uint32_t first;
  };
  struct Node {
    std::uint32_t first_sent = ProgramOp::kNone;
    std::uint32_t last_sent = ProgramOp::kNone;
    std::uint32_t first_received = ProgramOp::kNone;
    std::uint32_t last_received = ProgramOp::kNone;
  };
  /// The date that the sends of a rank wait for.
  struct Date {
    std::uint32_t op = ProgramOp::kNone;
    std::uint64_t cycle = 0;
  };

  void list_by_node();
  void add_rank(std::uint32_t rank, Program& program);
  void add_departure(std::uint32_t packet, Date& date, Program& program);
  void add_arrival(std::uint32_t packet, Program& program);

  MappedArray<Packet> packets_;
  MappedArray<Dependency> dependencies_;
  std::vector<Node> nodes_;
  TraceTiming timing_ = TraceTiming::kCycles;
};

}  // namespace flitcast
