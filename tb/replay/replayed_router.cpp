#include "tb/replay/replayed_router.h"

#include <algorithm>
#include <cstring>

namespace flitcast {

ReplayedRouter::ReplayedRouter(NodeId node, const RtlParameters& parameters,
                               const FlitcastRtlRouter& functions, const FlitcastRtlStraps& straps)
    : node_(node),
      parameters_(parameters),
      functions_(functions),
      router_(functions.make(), Unmake{&functions}),
      plan_(parameters),
      frame_(plan_, parameters),
      words_(frame_.words()),
      inputs_(frame_.inputs(words_.data())),
      outputs_(frame_.outputs(words_.data())),
      locals_(static_cast<std::size_t>(parameters.local_ports)),
      past_words_(kPast * words_.size()),
      past_cycles_(kPast, -1) {
  functions_.reset(router_.get(), &straps);
}

void ReplayedRouter::take(const PinEvent& event) {
  const std::size_t credit = plan_.first(Pin::kCredit);
  switch (event.kind) {
    case PinEvent::Kind::kFlitIn:
      if (event.port < parameters_.network_ports) {
        put(0, event);
      } else {
        locals_[static_cast<std::size_t>(event.port - parameters_.network_ports)].waiting.push_back(
            event);
        local_ready_ = true;
      }
      return;
    case PinEvent::Kind::kFlitOut:
      put(frame_.model(), event);
      return;
    case PinEvent::Kind::kCreditIn:
      words_[credit] |= std::uint64_t{1} << event.port;
      return;
    case PinEvent::Kind::kCreditOut:
      words_[frame_.model() + credit] |= std::uint64_t{1} << event.port;
      return;
  }
}

void ReplayedRouter::put(std::size_t first, const PinEvent& event) {
  std::uint64_t* const pins = &words_[first];
  const int port = event.port;
  pins[static_cast<std::size_t>(Pin::kValid)] |= std::uint64_t{1} << port;
  if (event.flags != 0) {
    for (std::size_t i = 0; i < 4; ++i) {
      pins[static_cast<std::size_t>(Pin::kHead) + i] |= (std::uint64_t{event.flags} >> i & 1U)
                                                        << port;
    }
  }
  pins[plan_.first(Pin::kWord) + static_cast<std::size_t>(port)] = event.word;
  if (event.vc != 0) {
    plan_.put(pins, Pin::kVc, port, event.vc);
  }
  if (event.route != 0) {
    plan_.put(pins, Pin::kRoute, port, event.route);
  }
}

// What the node has for the router comes as far as there is room in the buffer of its port.
void ReplayedRouter::give_local_flits() {
  for (LocalInput& local : locals_) {
    if (!local.waiting.empty() && local.given < RtlParameters::kLocalDepth) {
      put(0, local.waiting.front());
      local.waiting.pop_front();
      ++local.given;
    }
  }
}

void ReplayedRouter::take_back_local_slots() {
  const std::uint64_t credits = words_[frame_.model() + plan_.first(Pin::kCredit)];
  local_ready_ = false;
  for (std::size_t i = 0; i < locals_.size(); ++i) {
    LocalInput& local = locals_[i];
    const auto input = (static_cast<std::size_t>(parameters_.network_ports) + i) *
                       static_cast<std::size_t>(parameters_.vcs);
    local.given -= static_cast<int>(credits >> input & 1U);
    local_ready_ |= !local.waiting.empty() && local.given < RtlParameters::kLocalDepth;
  }
}

std::optional<PinDifference> ReplayedRouter::clock(Cycle now) {
  give_local_flits();
  const char* const stopped = functions_.clock(router_.get(), &inputs_, &outputs_);
  const std::size_t place = clocked_++ % kPast;
  past_cycles_[place] = now;
  std::memcpy(&past_words_[place * words_.size()], words_.data(), words_.size() * sizeof words_[0]);
  std::optional<PinDifference> found;
  if (stopped != nullptr) {
    found.emplace().stopped = stopped;
  } else if (std::memcmp(&words_[frame_.model()], &words_[frame_.rtl()],
                         plan_.words() * sizeof words_[0]) != 0) {
    found = difference();
  }
  busy_ = outputs_.busy != 0;
  take_back_local_slots();
  std::fill_n(words_.begin(), frame_.rtl(), 0);
  return found;
}

// Pins of ports that send no flit may be anything.
std::optional<PinDifference> ReplayedRouter::difference() const {
  for (int port = 0; port < parameters_.ports(); ++port) {
    if (auto found = difference_of_flits(port)) {
      return found;
    }
  }
  for (int input = 0; input < parameters_.inputs(); ++input) {
    const std::uint64_t expected = plan_.get(&words_[frame_.model()], Pin::kCredit, input);
    const std::uint64_t got = plan_.get(&words_[frame_.rtl()], Pin::kCredit, input);
    if (expected != got) {
      return PinDifference{Pin::kCredit, input, expected, got, ""};
    }
  }
  return std::nullopt;
}

std::optional<PinDifference> ReplayedRouter::difference_of_flits(int port) const {
  const std::uint64_t* const model = &words_[frame_.model()];
  const std::uint64_t* const rtl = &words_[frame_.rtl()];
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
  const std::size_t first = clocked_ < kPast ? 0 : clocked_ - kPast;
  for (std::size_t i = first; i < clocked_; ++i) {
    cycles.push_back({past_cycles_[i % kPast], &past_words_[i % kPast * words_.size()]});
  }
  return cycles;
}

}  // namespace flitcast
