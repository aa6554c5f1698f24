#include "tb/cosim/lockstep/checked_router.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

namespace flitcast::cosim {

CheckedRouter::CheckedRouter(NodeId node, const RtlLibrary& library,
                             const FlitcastRtlStraps& straps)
    : node_(node),
      library_(library),
      router_(library.functions.make(), Unmake{&library.functions}),
      plan_(library.parameters),
      frame_(plan_, library.parameters),
      words_((kPast + 1) * frame_.words()),
      slots_(kPast + 1),
      now_(slots_.data()),
      locals_(static_cast<std::size_t>(library.parameters.local_ports)) {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    std::uint64_t* const words = &words_[i * frame_.words()];
    slots_[i] = {-1, words, frame_.inputs(words), frame_.outputs(words)};
  }
  if (const char* const why = library_.functions.reset(router_.get(), &straps)) {
    throw std::runtime_error(std::string("the RTL stops at reset: ") + why);
  }
}

void CheckedRouter::put_flags(std::uint64_t* pins, const PinEvent& event) {
  for (std::size_t i = 0; i < 4; ++i) {
    pins[static_cast<std::size_t>(Pin::kHead) + i] |= (std::uint64_t{event.flags} >> i & 1U)
                                                      << event.port;
  }
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
      put(words(), local.waiting.front());
      local.waiting.pop_front();
      ++local.given;
    }
  }
}

void CheckedRouter::take_back_local_slots() {
  const std::uint64_t credits = words()[frame_.model() + plan_.first(Pin::kCredit)];
  local_ready_ = false;
  for (std::size_t i = 0; i < locals_.size(); ++i) {
    LocalInput& local = locals_[i];
    const auto input = (static_cast<std::size_t>(library_.parameters.network_ports) + i) *
                       static_cast<std::size_t>(library_.parameters.vcs);
    local.given -= static_cast<int>(credits >> input & 1U);
    local_ready_ |= !local.waiting.empty() && local.given < RtlParameters::kLocalDepth;
  }
}

const PinDifference* CheckedRouter::clock(Cycle now) {
  give_local_flits();
  now_->cycle = now;
  const char* const stopped =
      library_.functions.clock(router_.get(), &now_->inputs, &now_->outputs);
  difference_.reset();
  if (stopped != nullptr) {
    difference_.emplace().stopped = stopped;
  } else if (std::memcmp(words() + frame_.model(), words() + frame_.rtl(),
                         plan_.words() * sizeof(std::uint64_t)) != 0) {
    difference_ = difference();
  }
  busy_ = is_busy(now);
  take_back_local_slots();
  now_ = now_ == &slots_.back() ? slots_.data() : now_ + 1;
  std::fill_n(words(), frame_.rtl(), 0);
  return difference_ ? &*difference_ : nullptr;
}

bool CheckedRouter::is_busy(Cycle now) {
  if (!library_.user) {
    return now_->outputs.busy != 0;
  }
  const auto active = [&](std::size_t from) {
    return (words()[from + plan_.first(Pin::kValid)] | words()[from + plan_.first(Pin::kCredit)]) !=
           0;
  };
  idle_.see(active(0) || active(frame_.rtl()), now);
  return (!library_.has_busy || now_->outputs.busy != 0) && !idle_.is_long(now);
}

FlitEvent CheckedRouter::shown(int port) const {
  const Slot& last = now_ == slots_.data() ? slots_.back() : *(now_ - 1);
  const std::uint64_t* const pins = last.words + frame_.rtl();
  FlitEvent flit;
  if (plan_.get(pins, Pin::kValid, port) != 0) {
    flit.at = last.cycle;
    flit.word = plan_.get(pins, Pin::kWord, port);
    flit.vc = static_cast<std::uint16_t>(plan_.get(pins, Pin::kVc, port));
    std::uint64_t flags = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      flags |= plan_.get(pins, static_cast<Pin>(static_cast<std::size_t>(Pin::kHead) + i), port)
               << i;
    }
    flit.kind = kind_of(static_cast<std::uint8_t>(flags));
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
    const std::uint64_t expected = plan_.get(words() + frame_.model(), Pin::kCredit, input);
    const std::uint64_t got = plan_.get(words() + frame_.rtl(), Pin::kCredit, input);
    if (expected != got) {
      return PinDifference{Pin::kCredit, input, expected, got, ""};
    }
  }
  return std::nullopt;
}

std::optional<PinDifference> CheckedRouter::difference_of_flits(int port) const {
  const std::uint64_t* const model = words() + frame_.model();
  const std::uint64_t* const rtl = words() + frame_.rtl();
  for (const Pin pin : {Pin::kValid, Pin::kHead, Pin::kTail, Pin::kAddress, Pin::kMore, Pin::kVc,
                        Pin::kWord, Pin::kRoute}) {
    if (pin == Pin::kRoute && (port >= library_.parameters.network_ports || library_.user)) {
      continue;  // who takes a flit in has no use for it, and a user's router need not have it
    }
    const std::uint64_t expected = plan_.get(model, pin, port);
    const std::uint64_t got = plan_.get(rtl, pin, port);
    if (expected != got) {
      return PinDifference{pin, port, expected, got, ""};
    }
    if (pin == Pin::kValid && expected == 0) {
      break;
    }
  }
  return std::nullopt;
}

std::vector<CheckedRouter::Past> CheckedRouter::past() const {
  std::vector<Past> cycles;
  const auto now = static_cast<std::size_t>(now_ - slots_.data());
  for (std::size_t i = 1; i < slots_.size(); ++i) {
    const Slot& slot = slots_[(now + i) % slots_.size()];
    if (slot.cycle >= 0) {
      cycles.push_back({slot.cycle, slot.words});
    }
  }
  return cycles;
}

}  // namespace flitcast::cosim
