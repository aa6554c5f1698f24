#include "tb/cosim/lockstep/replayed_router.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

namespace flitcast::cosim {

ReplayedRouter::ReplayedRouter(NodeId node, const RtlParameters& parameters,
                               const FlitcastRtlRouter& functions, const FlitcastRtlStraps& straps)
    : node_(node),
      parameters_(parameters),
      functions_(functions),
      router_(functions.make(), Unmake{&functions}),
      plan_(parameters),
      frame_(plan_, parameters),
      words_((kPast + 1) * frame_.words()),
      slots_(kPast + 1),
      now_(slots_.data()),
      locals_(static_cast<std::size_t>(parameters.local_ports)) {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    std::uint64_t* const words = &words_[i * frame_.words()];
    slots_[i] = {-1, words, frame_.inputs(words), frame_.outputs(words)};
  }
  if (const char* const why = functions_.reset(router_.get(), &straps)) {
    throw std::runtime_error(std::string("the RTL stops at reset: ") + why);
  }
}

void ReplayedRouter::put_flags(std::uint64_t* pins, const PinEvent& event) {
  for (std::size_t i = 0; i < 4; ++i) {
    pins[static_cast<std::size_t>(Pin::kHead) + i] |= (std::uint64_t{event.flags} >> i & 1U)
                                                      << event.port;
  }
}

void ReplayedRouter::wait_for_room(const PinEvent& event) {
  locals_[static_cast<std::size_t>(event.port - parameters_.network_ports)].waiting.push_back(
      event);
  local_ready_ = true;
}

// What the node has for the router comes as far as there is room in the buffer of its port.
void ReplayedRouter::give_local_flits() {
  for (LocalInput& local : locals_) {
    if (!local.waiting.empty() && local.given < RtlParameters::kLocalDepth) {
      put(words(), local.waiting.front());
      local.waiting.pop_front();
      ++local.given;
    }
  }
}

void ReplayedRouter::take_back_local_slots() {
  const std::uint64_t credits = words()[frame_.model() + plan_.first(Pin::kCredit)];
  local_ready_ = false;
  for (std::size_t i = 0; i < locals_.size(); ++i) {
    LocalInput& local = locals_[i];
    const auto input = (static_cast<std::size_t>(parameters_.network_ports) + i) *
                       static_cast<std::size_t>(parameters_.vcs);
    local.given -= static_cast<int>(credits >> input & 1U);
    local_ready_ |= !local.waiting.empty() && local.given < RtlParameters::kLocalDepth;
  }
}

const PinDifference* ReplayedRouter::clock(Cycle now) {
  give_local_flits();
  now_->cycle = now;
  const char* const stopped = functions_.clock(router_.get(), &now_->inputs, &now_->outputs);
  difference_.reset();
  if (stopped != nullptr) {
    difference_.emplace().stopped = stopped;
  } else if (std::memcmp(words() + frame_.model(), words() + frame_.rtl(),
                         plan_.words() * sizeof(std::uint64_t)) != 0) {
    difference_ = difference();
  }
  busy_ = now_->outputs.busy != 0;
  take_back_local_slots();
  now_ = now_ == &slots_.back() ? slots_.data() : now_ + 1;
  std::fill_n(words(), frame_.rtl(), 0);
  return difference_ ? &*difference_ : nullptr;
}

// Pins of ports that send no flit may be anything.
std::optional<PinDifference> ReplayedRouter::difference() const {
  for (int port = 0; port < parameters_.ports(); ++port) {
    if (auto found = difference_of_flits(port)) {
      return found;
    }
  }
  for (int input = 0; input < parameters_.inputs(); ++input) {
    const std::uint64_t expected = plan_.get(words() + frame_.model(), Pin::kCredit, input);
    const std::uint64_t got = plan_.get(words() + frame_.rtl(), Pin::kCredit, input);
    if (expected != got) {
      return PinDifference{Pin::kCredit, input, expected, got, ""};
    }
  }
  return std::nullopt;
}

std::optional<PinDifference> ReplayedRouter::difference_of_flits(int port) const {
  const std::uint64_t* const model = words() + frame_.model();
  const std::uint64_t* const rtl = words() + frame_.rtl();
  for (const Pin pin : {Pin::kValid, Pin::kHead, Pin::kTail, Pin::kAddress, Pin::kMore, Pin::kVc,
                        Pin::kWord, Pin::kRoute}) {
    if (pin == Pin::kRoute && port >= parameters_.network_ports) {
      continue;  // who takes a flit in has no use for it
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

std::vector<ReplayedRouter::Past> ReplayedRouter::past() const {
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
