#include "tb/programs/noc_trace/trace_processor.h"

#include <utility>

namespace flitcast {
namespace {

/// So that sums of them are counted.
constexpr std::int64_t kMostCycles = 1'000'000'000'000'000;

}  // namespace

void TraceProcessor::check_order(const NocEvent& event, std::uint64_t number) const {
  if (event.timestamp < at_) {
    throw NocFault(number, "its timestamp {} is before that of the last event of {}, {}",
                   event.timestamp, name_, at_);
  }
  if (event.timestamp - beginning_ > kMostCycles) {
    throw NocFault(number, "it is {} cycles after the first; give at most {}",
                   event.timestamp - beginning_, kMostCycles);
  }
}

void TraceProcessor::advance(const NocEvent& event, std::uint64_t number, std::uint32_t rank,
                             ProgramDraft& draft) {
  check_order(event, number);
  check_closed();
  const auto since = static_cast<std::uint64_t>(event.timestamp - at_);
  std::uint32_t next = draft.add(rank, OpKind::kDelay, since);
  if (last_ != ProgramOp::kNone) {
    draft.require(next, last_);
  }
  if (also_ != ProgramOp::kNone) {
    const std::uint32_t both = draft.add(rank, OpKind::kWait);
    draft.require(both, next);
    draft.require(both, std::exchange(also_, ProgramOp::kNone));
    next = both;
  }
  last_ = next;
  at_ = event.timestamp;
}

void TraceProcessor::begin_barrier(const NocEvent& event, std::uint64_t number) {
  open_ = Barrier{event.deed, event.type, number, actor_.noc};
}

std::optional<TraceProcessor::Wait> TraceProcessor::end_barrier(const NocEvent& event,
                                                                std::uint64_t number,
                                                                std::uint32_t rank,
                                                                ProgramDraft& draft) {
  const bool of_reads = event.deed == NocDeed::kReadsDone;
  const NocDeed beginning = of_reads ? NocDeed::kReadBarrier : NocDeed::kWriteBarrier;
  if (!open_ || open_->deed != beginning) {
    throw NocFault(number, "{} has no beginning", event.type);
  }
  if (open_->noc != actor_.noc) {
    throw NocFault(number, "{} is of NOC_{}, and its beginning of NOC_{}", event.type, actor_.noc,
                   open_->noc);
  }
  open_.reset();
  std::vector<std::uint32_t>& ends = (of_reads ? outstanding().reads : outstanding().writes).done;
  if (ends.empty()) {
    advance(event, number, rank, draft);
    return std::nullopt;
  }
  check_order(event, number);
  const std::uint32_t wait = draft.add(rank, OpKind::kWait);
  draft.require(wait, last_);
  wait_for(ends, wait, draft);
  const Wait told{last_, wait, end(), event.timestamp - beginning_};
  last_ = wait;
  at_ = event.timestamp;
  return told;
}

void TraceProcessor::wait_without_end(NocDeed deed, std::uint32_t rank, ProgramDraft& draft) {
  const std::uint32_t wait = draft.add(rank, OpKind::kWait);
  draft.require(wait, last_);
  Outstanding& all = outstanding();
  if (deed == NocDeed::kAllDone || deed == NocDeed::kWritesSent) {
    wait_for(all.writes.sent, wait, draft);
  }
  if (deed == NocDeed::kAllDone) {
    wait_for(all.reads.done, wait, draft);
    wait_for(all.writes.done, wait, draft);
  }
  if (deed == NocDeed::kAllDone || deed == NocDeed::kAtomicsDone) {
    wait_for(all.changes.done, wait, draft);
  }
  also_ = wait;
}

void TraceProcessor::check_closed() const {
  if (open_) {
    throw NocFault(open_->number, "{} of {} has no end", open_->type, name_);
  }
}

void TraceProcessor::wait_for(std::vector<std::uint32_t>& ends, std::uint32_t wait,
                              ProgramDraft& draft) {
  for (const std::uint32_t end : ends) {
    draft.require(wait, end);
  }
  ends.clear();
}

}  // namespace flitcast
