#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "hw/types.h"
#include "traffic/program/mapped_array.h"

namespace flitcast {

/// What an operation of a program does.
enum class OpKind : std::uint8_t {
  kSend,        ///< a message to a peer, from `source` where it has data
  kReceive,     ///< a message of a peer, into `target` where it has data
  kReceiveAdd,  ///< the same, of which `target` gets the sum with `source`
  kCopy,        ///< `target` = `source`
  kReduce,      ///< `target` += `source`
  kCompute,     ///< takes its time
  kDelay,       ///< takes its time, and nobody's turn
  kWait,        ///< waits for others, and for its date
};

/// An operation of a program. It is ready when what it depends on has finished, or started where
/// the dependency says so. A receive, a delay and a wait start when they are ready; all others take
/// turns, in the order in which they became ready, with those of their stream. A send has started
/// when its message is posted, and takes its stream for the time of a start-up; it has finished
/// when the last word has left the node. Sends of a rank that start in one cycle go in the order of
/// the program.
struct ProgramOp {
  static constexpr std::uint32_t kAny = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t kNone = kAny;

  /// Cycles of a computation or a delay; of a wait the cycle, counted from the start of the
  /// program, before which it does not end; payload flits of all others.
  std::uint64_t amount = 0;
  std::uint32_t peer = kAny;  ///< rank; of a receive kAny: any
  std::uint32_t tag = 0;      ///< or channel; of a receive kAny: any
  /// The first chunk in the memory of the rank, of those one after the other; of a `listed`
  /// operation where in Program::place they are told one by one; kNone: no data.
  std::uint32_t source = kNone;
  std::uint32_t target = kNone;
  std::uint32_t dependencies = 0;  ///< that it has to wait for
  std::uint32_t last_edge = kNone;
  std::uint16_t stream = 0;
  OpKind kind = OpKind::kWait;
  bool tells_start = false;  ///< some dependency ends when it starts
  bool listed = false;
  bool at_once = false;  ///< a copy or a sum that takes no time: others tell what it takes
  std::uint8_t message_class = 0;  ///< of a send: see Packet::message_class
  /// A send of the same data as an earlier one of its rank, whose start is all that it depends on:
  /// a worm that forks brings both messages, and takes the time of one.
  bool joins = false;
};

inline bool receives(OpKind kind) {
  return kind == OpKind::kReceive || kind == OpKind::kReceiveAdd;
}

/// Operations of a stream, one after the other.
inline bool takes_turns(OpKind kind) {
  return !receives(kind) && kind != OpKind::kDelay && kind != OpKind::kWait;
}

/// What ranks have and get: the piece `piece` of what `origin` has, or its sum over so many ranks
/// from `origin` on, in the chunk `place` of the memory of `rank`.
struct ChunkContent {
  std::uint32_t rank;
  std::uint32_t place;
  std::uint32_t origin;
  std::uint32_t piece;
  std::uint32_t summed = 1;
};

/// What was measured of a program where it ran before, in cycles from its beginning.
struct MeasuredRun {
  /// A wait of a processor.
  struct Wait {
    std::uint32_t begins;  ///< the operation with whose end it begins
    std::uint32_t ends;    ///< the one with whose end it ends
    std::uint32_t processor;
    std::uint64_t event;  ///< of the file, from 1, with which it ends
    Cycle start;
    Cycle end;
  };
  std::vector<Wait> waits;
  std::vector<std::string> processors;  ///< "3-7 NCRISC"
  std::vector<std::uint32_t> last;      ///< the last operation of each
  Cycle end = 0;                        ///< of the last of all
};

/// A program: what every rank does, as programs in the form of MSCCL or GOAL have it. Operations
/// and dependencies lie in mapped files, so that a program may be larger than the memory.
///
/// Messages are matched in the order in which they were sent and receives became ready, by source,
/// destination and tag. A program with data says what is in the chunks at the beginning, and what
/// they hold at the end.
class Program {
 public:
  /// The most operations, and the most dependencies.
  static constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max() / 2;

  struct Rank {
    std::uint32_t first = 0;  ///< its operations, in the order of the file
    std::uint32_t end = 0;
    std::uint32_t streams = 0;
    std::uint32_t chunks = 0;  ///< of its memory
  };
  struct Edge {
    std::uint32_t then;  ///< what waits
    std::uint32_t next;  ///< of the same operation; after the last one the first
    bool on_start;
  };

  explicit Program(std::size_t ranks) : ranks_(ranks) {}

  // To be made rank by rank, in any order.

  /// What is added from now on is of this rank, which has none yet.
  void begin_rank(std::uint32_t rank);
  /// Its number in the program. Throws std::length_error beyond kMost.
  std::uint32_t add(const ProgramOp& op);
  /// `then` waits until `first`, of the same rank or another, has finished, or, `on_start`, has
  /// started.
  void require(std::uint32_t then, std::uint32_t first, bool on_start = false);
  /// Chunks that are not one after the other: the number of the first in the list.
  std::uint32_t list(const std::vector<std::uint32_t>& chunks);
  void set_chunks(std::uint32_t rank, std::uint32_t chunks) { ranks_[rank].chunks = chunks; }
  /// With data: so many flits are a chunk.
  std::uint64_t chunk_flits = 0;
  std::vector<ChunkContent> starts_with;
  std::vector<ChunkContent> promises;
  /// "alltoall_allpairs: all-to-all of 8 ranks"
  std::string title;
  /// A line for all that was asked for with it and has no effect on it.
  std::vector<std::string> ineffective;
  MeasuredRun measured;
  /// A line for sizes and one for times of the file that are other ones here.
  std::vector<std::string> rounded;
  /// What there is to tell those who play it.
  std::vector<std::string> notes;
  /// Messages of a channel that may be under way, or wait to be received; 0: any number.
  std::uint32_t fifo_depth = 0;

  std::uint32_t ranks() const { return static_cast<std::uint32_t>(ranks_.size()); }
  const Rank& rank(std::uint32_t rank) const { return ranks_[rank]; }
  std::uint32_t rank_of(std::uint32_t op) const;
  std::size_t size() const { return ops_.size(); }
  const ProgramOp& operator[](std::uint32_t op) const { return ops_[op]; }
  /// Calls visit(edge) for all that wait for the operation, in the order in which they were told.
  template <typename Visit>
  void for_each_edge(std::uint32_t op, Visit&& visit) const {
    const std::uint32_t last = ops_[op].last_edge;
    for (std::uint32_t at = last; last != ProgramOp::kNone;) {
      at = edges_[at].next;
      visit(edges_[at]);
      if (at == last) {
        return;
      }
    }
  }
  /// The chunk with number `index` of the operation that begins at `first`, its source or target.
  std::uint32_t place(const ProgramOp& op, std::uint32_t first, std::uint32_t index) const {
    return op.listed ? places_[first + index] : first + index;
  }
  std::uint64_t messages() const { return messages_; }
  /// Payload of all messages, and of the largest.
  std::uint64_t flits() const { return flits_; }
  std::uint64_t largest_flits() const { return largest_flits_; }

  /// The sends that join this one.
  std::vector<std::uint32_t> joined(std::uint32_t op) const;
  /// A worm that forks brings the message of a send.
  bool forks(std::uint32_t op) const { return ops_[op].joins || !joined(op).empty(); }
  /// Of every send that others join: its number, and theirs.
  std::vector<std::vector<std::uint32_t>> broadcasts() const;
  /// Who sends to whom, source and destination, each pair once; without broadcasts.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs() const;

  /// "rank 3: operation 5, which sends 4 flits to 2 with tag 7"; operations of a rank are counted
  /// from 1.
  std::string describe(std::uint32_t op) const;
  /// The memory of the machine that it takes is given back.
  void rest() const;

 private:
  std::vector<Rank> ranks_;
  std::vector<std::uint32_t> order_;  // of ranks in which they were made
  MappedArray<ProgramOp> ops_;
  MappedArray<Edge> edges_;
  MappedArray<std::uint32_t> places_;
  std::uint64_t messages_ = 0;
  std::uint64_t flits_ = 0;
  std::uint64_t largest_flits_ = 0;
};

}  // namespace flitcast
