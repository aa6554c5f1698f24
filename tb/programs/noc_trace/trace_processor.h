#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tb/programs/noc_trace/chip_messages.h"
#include "tb/programs/noc_trace/noc_event.h"
#include "tb/programs/noc_trace/program_draft.h"

namespace flitcast {

/// A processor of a chip whose trace becomes a program: one event comes as long after another as it
/// did, and barriers end when what they wait for is over. `number` is that of an event, from 1; all
/// throw NocFault.
class TraceProcessor {
 public:
  using Ends = ChipMessages::Ends;
  /// What it has begun and no barrier has waited for.
  struct Outstanding {
    Ends reads;
    Ends writes;
    Ends changes;
  };

  /// It was first heard of in `tile`, where it is `place`. Cycles are counted from `beginning` on.
  TraceProcessor(std::string name, std::uint32_t tile, std::uint16_t place, std::int64_t beginning)
      : name_(std::move(name)), actor_{tile, 0, place}, beginning_(beginning), at_(beginning) {}

  const std::string& name() const { return name_; }
  const ChipMessages::Actor& actor() const { return actor_; }
  void use(std::uint32_t noc) { actor_.noc = noc; }
  /// The operation with whose end its last event comes.
  std::uint32_t last() const { return last_; }
  /// Cycle of its last event.
  Cycle end() const { return at_ - beginning_; }
  /// By the network that it uses.
  Outstanding& outstanding() { return outstanding_[actor_.noc]; }

  /// Its next event, `rank` being that of the network which it uses.
  void advance(const NocEvent& event, std::uint64_t number, std::uint32_t rank,
               ProgramDraft& draft);
  /// The last event was the beginning of a barrier.
  void begin_barrier(const NocEvent& event, std::uint64_t number);
  struct Wait {
    std::uint32_t begins;
    std::uint32_t ends;
    Cycle start;
    Cycle end;
  };
  /// Nothing where there is nothing that it waits for: its time is software's, and kept.
  std::optional<Wait> end_barrier(const NocEvent& event, std::uint64_t number, std::uint32_t rank,
                                  ProgramDraft& draft);
  /// The last event waits, and nothing tells until when: the next one comes when it came, or when
  /// the wait is over where that is later.
  void wait_without_end(NocDeed deed, std::uint32_t rank, ProgramDraft& draft);
  /// No barrier is without its end.
  void check_closed() const;

 private:
  struct Barrier {
    NocDeed deed;
    std::string type;
    std::uint64_t number;
    std::uint32_t noc;
  };

  void check_order(const NocEvent& event, std::uint64_t number) const;
  static void wait_for(std::vector<std::uint32_t>& ends, std::uint32_t wait, ProgramDraft& draft);

  std::string name_;
  ChipMessages::Actor actor_;
  std::int64_t beginning_;
  std::int64_t at_;  // timestamp of its last event
  std::uint32_t last_ = ProgramOp::kNone;
  std::uint32_t also_ = ProgramOp::kNone;  // what the next one waits for, too
  std::optional<Barrier> open_;
  std::array<Outstanding, 2> outstanding_;
};

}  // namespace flitcast
