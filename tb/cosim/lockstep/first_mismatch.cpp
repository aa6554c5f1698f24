#include "tb/cosim/lockstep/first_mismatch.h"

#include <algorithm>

namespace flitcast::cosim {
namespace {

FlitEvent flit_of(const PinEvent& event, Cycle at) {
  return {at, event.message, event.word, event.sequence, event.flit_kind, event.vc};
}

/// What the model sends by an output in a cycle.
std::optional<FlitEvent> sent_by(const std::vector<PinEvent>& events, std::uint32_t router,
                                 int port, Cycle at) {
  const auto sent = std::find_if(events.begin(), events.end(), [&](const PinEvent& event) {
    return event.kind == PinEvent::Kind::kFlitOut && event.router == router && event.port == port;
  });
  return sent == events.end() ? std::nullopt : std::optional(flit_of(*sent, at));
}

}  // namespace

FirstMismatch::FirstMismatch(const std::vector<CheckedRouter>& routers,
                             const RtlParameters& parameters, const NetworkConfig& config,
                             const Topology& topology)
    : routers_(routers),
      parameters_(parameters),
      delay_(config.router_delay),
      topology_(topology),
      times_(topology, config),
      histories_(routers.size(), RouterHistory(parameters.inputs(), parameters.ports())),
      stopped_(routers.size()) {}

void FirstMismatch::arrive(const std::vector<PinEvent>& events, Cycle at) {
  for (const PinEvent& event : events) {
    if (!flit_ && event.kind == PinEvent::Kind::kFlitIn) {
      histories_[event.router].arrive(event.port * parameters_.vcs + event.vc, flit_of(event, at));
    }
  }
}

void FirstMismatch::clocked(std::uint32_t router, const PinDifference* difference, Cycle at) {
  stopped_[router] = difference != nullptr && !difference->stopped.empty();
  if (flit_) {
    follow_router(at);
  } else if (difference != nullptr && !difference->is_credit() && !differs_) {
    differs_ = router;
    difference_ = *difference;
  } else if (difference != nullptr && difference->is_credit() && !credit_ && !credit_now_) {
    credit_now_ = described(router, *difference, at);
  }
}

void FirstMismatch::depart(const std::vector<PinEvent>& events, Cycle at) {
  for (const PinEvent& event : events) {
    flits_ += event.kind == PinEvent::Kind::kFlitOut ? 1 : 0;
  }
  if (flit_) {
    follow_model(events, at);
    return;
  }
  if (differs_) {
    find_flit(events, at);
    return;
  }
  if (credit_now_) {
    credit_ = credit_now_;
    credit_now_.reset();
  }
  for (const PinEvent& event : events) {
    if (event.kind == PinEvent::Kind::kFlitOut) {
      histories_[event.router].send(event.port, flit_of(event, at));
    } else if (event.kind == PinEvent::Kind::kCreditOut) {
      histories_[event.router].leave(event.port, at);
    }
  }
}

PinMismatch FirstMismatch::described(std::uint32_t router, const PinDifference& difference,
                                     Cycle at) const {
  PinMismatch pin;
  pin.cycle = at;
  pin.node = routers_[router].node();
  pin.stopped = !difference.stopped.empty();
  pin.is_credit = difference.is_credit();
  pin.port = pin.is_credit ? difference.place / parameters_.vcs : difference.place;
  pin.is_local = pin.port >= parameters_.network_ports;
  if (pin.is_credit) {
    pin.vc = difference.place % parameters_.vcs;
    pin.rule.rule = ContractRule::kCredit;
    (difference.expected != 0 ? pin.expected : pin.got).emplace();
  }
  return pin;
}

void FirstMismatch::find_flit(const std::vector<PinEvent>& events, Cycle at) {
  const std::uint32_t router = *differs_;
  PinMismatch pin = described(router, difference_, at);
  const RouterHistory& before = histories_[router];
  pin.expected = sent_by(events, router, pin.port, at);
  const FlitEvent shown = routers_[router].shown(pin.port);
  if (!pin.stopped && shown.kind != flit_kind::kNone) {
    const FlitEvent* const flit = before.shown_at(pin.port, shown.is(flit_kind::kHead), shown.word);
    pin.got = flit != nullptr ? *flit : shown;
    pin.got->vc = shown.vc;
  }
  pin.vc = pin.expected ? pin.expected->vc : pin.got ? pin.got->vc : 0;
  const Cycle interval =
      pin.is_local ? 1 : times_.of(pin.node, static_cast<PortId>(pin.port)).cycles_per_flit;
  flit_ = Flit{router,
               pin,
               {at, pin.port, !pin.is_local, delay_, interval, pin.expected, pin.got, before,
                pin.expected, std::nullopt}};
  histories_.clear();
}

void FirstMismatch::follow_model(const std::vector<PinEvent>& events, Cycle at) {
  if (!flit_->details.next_of_model) {
    flit_->details.next_of_model = sent_by(events, flit_->router, flit_->pin.port, at);
  }
}

void FirstMismatch::follow_router(Cycle at) {
  const auto& expected = flit_->details.expected;
  const FlitEvent shown = routers_[flit_->router].shown(flit_->pin.port);
  if (!flit_->details.sent_at && expected && shown.is(flit_kind::kHead) &&
      shown.word == expected->word) {
    flit_->details.sent_at = at;
  }
}

LockstepResult FirstMismatch::result() const {
  LockstepResult result;
  result.routers = routers_.size();
  result.of = topology_.nodes();
  result.flits = flits_;
  result.vcs = parameters_.vcs;
  result.first = credit_;
  if (flit_) {
    PinMismatch pin = flit_->pin;
    pin.rule = pin.stopped ? BrokenRule{} : broken_rule(flit_->details);
    (result.first ? result.first_flit : result.first) = pin;
  }
  return result;
}

}  // namespace flitcast::cosim
