#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "traffic/program/communication_program.h"
#include "traffic/program/program_watcher.h"

namespace flitcast {

/// Watches a program that is played, in any order of times, for what another order could change:
/// two operations that access a chunk, one of which writes it, and two messages, or receives, of a
/// channel, that no dependency and no message orders. An operation accesses its chunks from when it
/// is ready to its end; who writes what is there already changes nothing.
///
/// What has happened before an operation is told by a clock: of every chain of operations, one
/// after the other, how many.
class ProgramRaces final : public ProgramWatcher {
 public:
  /// The program must outlive it.
  explicit ProgramRaces(const Program& program);

  /// In words; empty where there is none so far.
  const std::string& first() const { return first_; }
  /// It has looked at all that was played: clocks were not too long for it.
  bool complete() const { return work_ < kMostWork; }

  void begins(Cycle /*at*/) override {}
  void ready(std::uint32_t op, const Cause& cause, Cycle at) override;
  void held_up(std::uint32_t /*op*/, Cycle /*at*/) override {}
  void started(std::uint32_t /*op*/, const Cause& /*cause*/, Cycle /*at*/) override {}
  void posted(std::uint32_t op, Cycle at) override;
  void arrived(std::uint32_t /*op*/, Cycle /*at*/) override {}
  void matched(std::uint32_t receive, std::uint32_t send, const Cause& cause, Cycle at) override;
  void finished(std::uint32_t op, Cycle at) override;
  void left_source(std::uint32_t /*op*/, const Packet& /*packet*/, Cycle /*issued*/,
                   Cycle /*injected*/, Cycle /*at*/) override {}
  void came(std::uint32_t /*op*/, const Packet& /*packet*/, Cycle /*head*/,
            Cycle /*tail*/) override {}

 private:
  static constexpr std::uint32_t kNone = ProgramOp::kNone;
  /// Entries of clocks that are joined.
  static constexpr std::uint64_t kMostWork = 4'000'000'000;

  /// By chain: how many operations of it are over.
  using Clock = std::vector<std::uint32_t>;
  struct State {
    Clock before{};               ///< what has happened when it is ready
    std::uint32_t chain = kNone;  ///< kNone: not ready
    std::uint32_t place = 0;      ///< in its chain, from 1
    std::uint32_t follows = kNone;
    std::uint32_t uses = 2;  ///< of its clock: its end, and its message
  };
  /// What a chunk holds: a sum of numbers for pieces; 0: nothing.
  using Content = std::uint64_t;
  /// A chunk: what changed it last, and who has used it since.
  struct Chunk {
    Content content = 0;
    std::uint32_t writer = kNone;
    std::vector<std::uint32_t> readers{};
  };
  /// The last send, or receive, of a channel.
  struct Last {
    std::uint32_t op = kNone;
    Clock before{};
  };

  void join(Clock& clock, const Clock& other);
  void release(State& state);
  void enter_chain(std::uint32_t op);
  bool over(std::uint32_t op, const Clock& clock) const;
  std::vector<Content> contents(std::uint32_t op, std::uint32_t first);
  void access(std::uint32_t op);
  void use(std::uint32_t op, std::uint32_t place);
  void write(std::uint32_t op, std::uint32_t place, Content content);
  void check(std::uint32_t other, std::uint32_t op, std::uint32_t place);
  void keep_order(std::unordered_map<std::uint64_t, Last>& lasts, std::uint64_t channel,
                  std::uint32_t op);
  void tell(std::uint32_t a, std::uint32_t b, const std::string& what);

  const Program& program_;
  std::vector<State> states_;
  std::vector<std::uint32_t> tails_;  // by chain: its last operation
  std::vector<std::vector<Chunk>> memory_;
  std::unordered_map<std::uint32_t, std::vector<Content>> messages_;  // by send, then by receive
  std::vector<std::unordered_map<std::uint64_t, Last>> sends_;  // by receiving rank, and channel
  std::vector<std::unordered_map<std::uint64_t, Last>> receives_;
  std::uint64_t work_ = 0;
  std::string first_;
};

}  // namespace flitcast
