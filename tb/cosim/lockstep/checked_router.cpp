#include "tb/cosim/lockstep/checked_router.h"

#include <stdexcept>
#include <string>

namespace flitcast::cosim {

CheckedRouter::CheckedRouter(NodeId node, const RtlLibrary& library,
                             const FlitcastRtlStraps& straps)
    : node_(node),
      library_(library),
      router_(library.parameters, library.functions, straps),
      cycles_(kPast + 1, Past(library.parameters)),
      locals_(static_cast<std::size_t>(library.parameters.local_ports)) {
  if (const char* const why = router_.stopped_at_reset()) {
    throw std::runtime_error(std::string("the RTL stops at reset: ") + why);
  }
}

void CheckedRouter::take(const PinEvent& event) {
  Past& now = cycles_[now_];
  switch (event.kind) {
    case PinEvent::Kind::kFlitIn:
      if (event.port < library_.parameters.network_ports) {
        put(now.inputs, event);
      } else {
        wait_for_room(event);
      }
      return;
    case PinEvent::Kind::kFlitOut:
      put(now.model, event);
      return;
    case PinEvent::Kind::kCreditIn:
      now.inputs[Pin::kCredit].set(event.port);
      return;
    case PinEvent::Kind::kCreditOut:
      now.model[Pin::kCredit].set(event.port);
      return;
  }
}

void CheckedRouter::put(FlitPins& pins, const PinEvent& event) {
  pins[Pin::kValid].set(event.port);
  pins.put_kind(event.port, event.flit_kind);
  pins[Pin::kVc].put(event.port, event.vc);
  pins[Pin::kWord].put(event.port, event.word);
  pins[Pin::kRoute].put(event.port, event.route);
}

void CheckedRouter::wait_for_room(const PinEvent& event) {
  locals_[static_cast<std::size_t>(event.port - library_.parameters.network_ports)]
      .waiting.push_back(event);
  local_ready_ = true;
}

// What the node has for the router comes as far as there is room in the buffer of its port.
void CheckedRouter::give_local_flits() {
  for (LocalInput& local : locals_) {
    if (!local.waiting.empty() && local.given < RtlParameters::kLocalDepth) {
      put(cycles_[now_].inputs, local.waiting.front());
      local.waiting.pop_front();
      ++local.given;
    }
  }
}

void CheckedRouter::take_back_local_slots() {
  const auto credits = cycles_[now_].model[Pin::kCredit];
  local_ready_ = false;
  for (std::size_t i = 0; i < locals_.size(); ++i) {
    LocalInput& local = locals_[i];
    const int port = library_.parameters.network_ports + static_cast<int>(i);
    local.given -= credits.bit(port * library_.parameters.vcs) ? 1 : 0;
    local_ready_ |= !local.waiting.empty() && local.given < RtlParameters::kLocalDepth;
  }
}

const PinDifference* CheckedRouter::clock(Cycle now) {
  give_local_flits();
  Past& cycle = cycles_[now_];
  cycle.cycle = now;
  difference_.reset();
  if (const char* const stopped = router_.clock(cycle.inputs, cycle.rtl)) {
    difference_.emplace().stopped = stopped;
  } else if (!cycle.model.same_flits(cycle.rtl.pins)) {
    difference_ = difference();
  }
  busy_ = is_busy(now);
  take_back_local_slots();
  now_ = (now_ + 1) % cycles_.size();
  cycles_[now_].inputs.clear();
  cycles_[now_].model.clear();
  return difference_ ? &*difference_ : nullptr;
}

bool CheckedRouter::is_busy(Cycle now) {
  const Past& cycle = cycles_[now_];
  if (!library_.user) {
    return cycle.rtl.busy;
  }
  idle_.see(cycle.inputs.active() || cycle.rtl.pins.active(), now);
  return (!library_.has_busy || cycle.rtl.busy) && !idle_.is_long(now);
}

FlitEvent CheckedRouter::shown(int port) const {
  const Past& last = cycles_[(now_ + kPast) % cycles_.size()];
  const FlitPins& pins = last.rtl.pins;
  FlitEvent flit;
  if (pins[Pin::kValid].bit(port)) {
    flit.at = last.cycle;
    flit.word = pins[Pin::kWord].get(port);
    flit.vc = static_cast<std::uint16_t>(pins[Pin::kVc].get(port));
    flit.kind = pins.kind(port) | flit_kind::kBody;
  }
  return flit;
}

// Pins of ports that send no flit may be anything.
std::optional<PinDifference> CheckedRouter::difference() const {
  for (int port = 0; port < library_.parameters.ports(); ++port) {
    if (auto found = difference_of_flits(port)) {
      return found;
    }
  }
  for (int input = 0; input < library_.parameters.inputs(); ++input) {
    if (auto found = difference_at(Pin::kCredit, input)) {
      return found;
    }
  }
  return std::nullopt;
}

std::optional<PinDifference> CheckedRouter::difference_at(Pin pin, int place) const {
  const std::uint64_t expected = cycles_[now_].model[pin].get(place);
  const std::uint64_t got = cycles_[now_].rtl.pins[pin].get(place);
  return expected == got ? std::nullopt
                         : std::optional(PinDifference{pin, place, expected, got, ""});
}

std::optional<PinDifference> CheckedRouter::difference_of_flits(int port) const {
  for (const Pin pin : {Pin::kValid, Pin::kHead, Pin::kTail, Pin::kAddress, Pin::kMore, Pin::kVc,
                        Pin::kWord, Pin::kRoute}) {
    if (pin == Pin::kRoute && (port >= library_.parameters.network_ports || library_.user)) {
      continue;  // who takes a flit in has no use for it, and a user's router need not have it
    }
    if (auto found = difference_at(pin, port)) {
      return found;
    }
    if (pin == Pin::kValid && !cycles_[now_].model[pin].bit(port)) {
      break;
    }
  }
  return std::nullopt;
}

std::vector<const CheckedRouter::Past*> CheckedRouter::past() const {
  std::vector<const Past*> past;
  for (std::size_t i = 1; i < cycles_.size(); ++i) {
    const Past& cycle = cycles_[(now_ + i) % cycles_.size()];
    if (cycle.cycle >= 0) {
      past.push_back(&cycle);
    }
  }
  return past;
}

}  // namespace flitcast::cosim
