#include "traffic/program/program_path.h"

#include <algorithm>
#include <numeric>

namespace flitcast {
namespace {

using What = PathStep::What;

/// Splits what a message took more than its costs: header waits first, as they are known, then
/// what its body lost: see RoundAccount::explain_end. Less than nothing is left where a body that
/// gathered while its header waited for a port made up for it.
void add_waits(const Waits& of_header, Cycle rest, bool shared, PathSplit& split) {
  split.waits += of_header;
  rest -= of_header.total();
  split.waits[rest < 0 ? WaitCause::kPort
              : shared ? WaitCause::kSerialisation
                       : WaitCause::kCredit] += rest;
}

/// No more than `most` of the waits, those of the first causes.
Waits at_most(const Waits& waits, Cycle most) {
  Waits some;
  for (std::size_t i = 0; i < kWaitCauses; ++i) {
    const auto cause = static_cast<WaitCause>(i);
    some[cause] = std::min(waits[cause], most);
    most -= some[cause];
  }
  return some;
}

class Walk {
 public:
  Walk(const ProgramRecord& record, const std::function<void(const PathStep&)>& visit)
      : record_(record),
        program_(record.program()),
        shared_(record.network().vcs > 1),
        visit_(visit) {}

  /// Back to the first step that begins at `since`, or before.
  void from(std::uint32_t op, Cycle since) {
    reached_ = record_[op].finished;
    ProgramCause next = whole(op);
    constexpr std::uint64_t kRest = std::uint64_t{1} << 12U;
    for (std::uint64_t steps = 1; next.what != ProgramCause::What::kBeginning && reached_ > since;
         ++steps) {
      next = before(next);
      if (steps % kRest == 0) {
        record_.rest();
      }
    }
  }

 private:
  /// What made happen what happened there.
  ProgramCause before(const ProgramCause& cause) {
    switch (cause.what) {
      case ProgramCause::What::kArrived:
        return message(cause.op);
      case ProgramCause::What::kStarted:
        return record_[cause.op].cause;
      case ProgramCause::What::kStreamFree:
        return program_[cause.op].kind == OpKind::kSend ? start_up(cause.op) : whole(cause.op);
      default:
        return whole(cause.op);
    }
  }

  void tell(std::uint32_t op, What what, Cycle from, Cycle to, const PathSplit& split) {
    reached_ = std::min(reached_, from);
    if (to > from) {
      visit_({op, what, from, to, split});
    }
  }

  /// An operation until it was over.
  ProgramCause whole(std::uint32_t op) {
    const OpKind kind = program_[op].kind;
    const OpDates& dates = record_[op];
    if (kind == OpKind::kSend) {
      return send(op);
    }
    PathSplit split;
    if (receives(kind)) {
      const Cycle adds = kind == OpKind::kReceiveAdd ? static_cast<Cycle>(program_[op].amount) *
                                                           record_.network().reduce_per_flit
                                                     : 0;
      split[PathPart::kMemory] = adds;
      tell(op, What::kWork, dates.finished - adds, dates.finished, split);
      return dates.arrival == ProgramOp::kNone
                 ? dates.cause
                 : ProgramCause{ProgramCause::What::kArrived, dates.arrival};
    }
    Cycle& part = kind == OpKind::kCompute                           ? split[PathPart::kCompute]
                  : kind == OpKind::kCopy || kind == OpKind::kReduce ? split[PathPart::kMemory]
                                                                     : split[PathPart::kDelay];
    part = dates.finished - dates.started;
    tell(op, What::kWork, dates.started, dates.finished, split);
    return dates.cause;
  }

  ProgramCause start_up(std::uint32_t op) {
    PathSplit split;
    split[PathPart::kStartup] = record_.network().startup;
    const Cycle started = record_[op].started;
    tell(op, What::kStartup, started, started + split[PathPart::kStartup], split);
    return record_[op].cause;
  }

  ProgramCause send(std::uint32_t op) {
    const OpDates& dates = record_[op];
    const MessageDates& message = record_.message_of(op);
    const MessageCosts costs = record_.costs_of(message);
    PathSplit split;
    split[PathPart::kStartup] = costs.port - costs.port_flits;
    split[PathPart::kSerialisation] = costs.port_flits;
    const Cycle rest = dates.finished - message.issued - costs.port;
    add_waits(at_most(message.waits_by_left, std::max<Cycle>(rest, 0)), rest, shared_, split);
    split.waits[WaitCause::kPort] += message.issued - dates.started;
    tell(op, What::kSend, dates.started, dates.finished, split);
    return dates.cause;
  }

  ProgramCause message(std::uint32_t op) {
    const OpDates& dates = record_[op];
    const MessageDates& message = record_.message_of(op);
    const MessageCosts costs = record_.costs_of(message);
    PathSplit split;
    split[PathPart::kStartup] = record_.model().t_s;
    split[PathPart::kHops] = costs.hops;
    split[PathPart::kSerialisation] = costs.flits;
    const Cycle alone =
        split[PathPart::kStartup] + split[PathPart::kHops] + split[PathPart::kSerialisation];
    const Cycle rest = message.tail - message.issued - alone;
    // The header of a worm that forks waits on several ways.
    add_waits(program_.forks(message.op) ? at_most(message.waits, std::max<Cycle>(rest, 0))
                                         : message.waits,
              rest, shared_, split);
    split.waits[WaitCause::kPort] += message.issued - dates.started;
    tell(op, What::kMessage, dates.started, message.tail, split);
    return dates.cause;
  }

  const ProgramRecord& record_;
  const Program& program_;
  bool shared_;
  Cycle reached_ = 0;
  const std::function<void(const PathStep&)>& visit_;
};

}  // namespace

PathSplit& PathSplit::operator+=(const PathSplit& other) {
  for (std::size_t part = 0; part < kPathParts; ++part) {
    cycles[part] += other.cycles[part];
  }
  waits += other.waits;
  return *this;
}

Cycle PathSplit::total() const {
  return std::accumulate(cycles.begin(), cycles.end(), waits.total());
}

void walk_critical_path(const ProgramRecord& record,
                        const std::function<void(const PathStep&)>& visit) {
  if (record.last() != ProgramOp::kNone) {
    Walk(record, visit).from(record.last(), record.begun() - 1);
  }
}

void walk_path_to(const ProgramRecord& record, std::uint32_t op, Cycle since,
                  const std::function<void(const PathStep&)>& visit) {
  Walk(record, visit).from(op, since);
}

}  // namespace flitcast
