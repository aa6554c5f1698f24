#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <string>
#include <unordered_map>
#include <vector>

#include "hw/network_config.h"
#include "traffic/play/word_series.h"
#include "traffic/program/communication_program.h"
#include "traffic/program/program_memory.h"
#include "traffic/program/program_watcher.h"

namespace flitcast {

/// A message of a program under way.
struct ProgramMessage {
  std::uint32_t op = 0;  ///< that sends it
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  std::vector<WordSeries> words;  ///< chunk by chunk; without data one series for all
  Cycle posted = 0;
};

/// What carries messages from rank to rank.
class MessageCarrier {
 public:
  virtual ~MessageCarrier() = default;
  /// A message is posted at `now`. The machine is to be told when it has been sent, and when it has
  /// arrived. Those that join one (ProgramOp::joins) come right after it.
  virtual void carry(std::uint32_t message, Cycle now) = 0;
  /// It has been received, and its number may come again.
  virtual void forget(std::uint32_t message) = 0;
};

/// Plays a program on whatever carries its messages: keeps what is ready, matches messages and
/// receives, and knows when all is done. What it remembers is what is under way.
class ProgramMachine {
 public:
  /// What costs time besides messages, and how many of them a rank posts ahead.
  struct Costs {
    Cycle startup = 0;         ///< that a send takes of its stream
    Cycle copy_flit = 0;       ///< t_r
    Cycle reduce_flit = 0;     ///< t_op
    std::uint32_t posted = 2;  ///< messages of a rank that the carrier has and has not sent
  };

  /// Cycles of an operation that has to do with no message and begins so long after the program.
  static Cycle cycles_of(const ProgramOp& op, const Costs& costs, Cycle begun);

  /// The program and the carrier must outlive it. `fifo_depth` as Program::fifo_depth.
  ProgramMachine(const Program& program, const Costs& costs, std::uint32_t fifo_depth,
                 std::uint64_t seed, MessageCarrier& carrier);

  /// From its start on; null: nobody. It must outlive the machine.
  void set_watcher(ProgramWatcher* watcher) { watcher_ = watcher; }
  void start(Cycle now);
  /// Does all that is due at `now`. Throws std::length_error where that is later than can be
  /// counted on from.
  void act(Cycle now);
  /// The next cycle to act in, or kNever.
  Cycle next() const { return events_.empty() ? kNever : events_.top().at; }
  static constexpr Cycle kNever = std::numeric_limits<Cycle>::max();

  // To be told by the carrier, ahead of time or in it.
  /// The last word left the source in cycle `at`.
  void sent(std::uint32_t message, Cycle at);
  /// All words are in the memory of the destination from cycle `at` on.
  void arrived(std::uint32_t message, Cycle at);

  const ProgramMessage& message(std::uint32_t message) const { return messages_[message].told; }
  bool finished() const { return done_ == program_.size(); }
  std::uint64_t done() const { return done_; }
  /// The cycle of the last operation.
  Cycle completion() const { return completion_; }
  /// Messages that nobody has received.
  std::uint64_t left_over() const { return in_channels_; }
  /// One of them, in words.
  std::string describe_left_over() const;
  /// What holds up the program that does not go on: up to `most` operations and what each waits
  /// for, those first on which others depend.
  std::vector<std::string> waiting(std::size_t most) const;
  /// The first violation of what the program promises; empty when all is as it should be.
  std::string data_error() const { return memory_.first_error(); }
  /// See ProgramMemory.
  std::uint64_t smaller() const { return memory_.smaller(); }
  const std::string& first_smaller() const { return memory_.first_smaller(); }

 private:
  static constexpr std::uint32_t kNone = ProgramOp::kNone;
  enum class Phase : std::uint8_t { kWaits, kReady, kStarted, kDone };
  struct State {
    std::uint32_t next;   // in the list that the operation is in
    std::uint32_t count;  // dependencies so far, then the place among the receives of the rank
    Phase phase;
  };
  /// Operations, or messages, one after the other.
  struct List {
    std::uint32_t first = kNone;
    std::uint32_t last = kNone;
    bool empty() const { return first == kNone; }
  };
  struct Channel {
    std::uint64_t key = 0;    // source and tag
    List messages;            // sent and not matched, in that order
    List receives;            // that wait for this channel alone
    List held_up;             // sends
    std::uint32_t taken = 0;  // messages that are not received
  };
  struct Stream {
    List ready;
    bool busy = false;
  };
  struct RankState {
    std::vector<Stream> streams;
    std::unordered_map<std::uint64_t, Channel> channels;  // to this rank
    List wild;                                            // receives from any source or tag
    List posts;                                           // sends that the carrier has no room for
    std::uint32_t posted = 0;
    std::uint32_t receives = 0;  // that have started
  };
  struct Message {
    ProgramMessage told;
    Channel* channel = nullptr;
    std::uint32_t next = kNone;
    std::uint64_t arrival = 0;  // its place among all; 0: not yet
    bool sent = false;
    bool received = false;
  };
  using What = ProgramCause::What;  // in the order in which events of a cycle are handled
  struct Event {
    Cycle at;
    std::uint32_t op;
    std::uint32_t message;
    std::uint32_t rank;
    What what;
    /// Of one cycle in an order that does not depend on who tells first.
    std::uint64_t place() const { return static_cast<std::uint64_t>(what) << 32U | op; }
    bool operator>(const Event& other) const {
      return at != other.at ? at > other.at : place() > other.place();
    }
  };

  /// The memory of what is over is given back, and what is under way comes again.
  void rest() const;
  /// Something comes about `after` so many cycles.
  void plan(Cycle after, std::uint32_t rank, std::uint32_t op, What what,
            std::uint32_t message = kNone);
  void handle(const Event& event);
  void ready(std::uint32_t rank, std::uint32_t op);
  void serve(std::uint32_t rank, std::uint32_t stream);
  void begin(std::uint32_t rank, std::uint32_t op);
  void begin_send(std::uint32_t rank, std::uint32_t op);
  void begin_receive(std::uint32_t rank, std::uint32_t op);
  void post_begun();
  void post_waiting(std::uint32_t rank);
  void post(std::uint32_t rank, std::uint32_t op);
  void match(std::uint32_t rank, Channel& channel);
  void pair(std::uint32_t message, std::uint32_t op);
  void finish(const Event& event);
  void leave_channel(std::uint32_t rank, std::uint32_t message);
  void forget_if_over(std::uint32_t message);
  std::uint32_t rank_of(std::uint32_t op, std::uint32_t likely) const;
  void release(std::uint32_t rank, std::uint32_t op, bool on_start);
  void occupy(std::uint32_t rank, std::uint32_t op, Cycle cycles);
  Channel& channel_of(std::uint32_t source, std::uint32_t destination, std::uint32_t tag);
  std::uint32_t take_wild(RankState& rank, const Channel& channel, std::uint32_t before);

  /// `records` have the member `next` of what lists are of.
  template <typename Records>
  static void append(List& list, std::uint32_t each, Records& records);
  template <typename Records>
  static std::uint32_t take(List& list, const Records& records);
  std::string reason(std::uint32_t op) const;

  const Program& program_;
  Costs costs_;
  std::uint32_t fifo_depth_;
  MessageCarrier& carrier_;
  ProgramWatcher* watcher_ = nullptr;
  ProgramCause cause_;  // the event that is handled
  MappedArray<State> states_;
  std::vector<RankState> ranks_;
  std::vector<Message> messages_;
  std::vector<std::uint32_t> free_messages_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::vector<Event> at_once_;              // of this cycle, in their order
  std::vector<std::uint32_t> begun_sends_;  // likewise, not posted
  ProgramMemory memory_;
  Cycle begun_ = 0;
  Cycle now_ = 0;
  Cycle completion_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t arrivals_ = 0;
  std::uint64_t in_channels_ = 0;
};

template <typename Records>
void ProgramMachine::append(List& list, std::uint32_t each, Records& records) {
  records[each].next = kNone;
  if (list.empty()) {
    list.first = each;
  } else {
    records[list.last].next = each;
  }
  list.last = each;
}

template <typename Records>
std::uint32_t ProgramMachine::take(List& list, const Records& records) {
  const std::uint32_t taken = list.first;
  list.first = records[taken].next;
  return taken;
}

}  // namespace flitcast
