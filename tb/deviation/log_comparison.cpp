#include "tb/deviation/log_comparison.h"

#include <algorithm>

#include <fmt/format.h>

namespace flitcast {
namespace {

std::string named(const FlitEvent& flit) {
  if (flit.is(flit_kind::kHead)) {
    return fmt::format("the header of message {}", flit.message);
  }
  if (flit.is(flit_kind::kAddress)) {
    return fmt::format("an address of message {}", flit.message);
  }
  return fmt::format("{} {} of message {}", flit.is(flit_kind::kTail) ? "the tail, word" : "word",
                     flit.sequence, flit.message);
}

std::string named(const Deviation& deviation, const std::optional<FlitEvent>& event) {
  return !event ? "nothing" : deviation.is_credit ? "a credit" : named(*event);
}

PinDeviation described(const Deviation& deviation, const LoggedRouters& routers) {
  PinDeviation pin;
  pin.cycle = deviation.at;
  pin.node = deviation.node;
  pin.is_credit = deviation.is_credit;
  pin.port = deviation.is_credit ? deviation.pin / routers.vcs() : deviation.pin;
  pin.is_local = pin.port >= routers.network_ports();
  pin.vc = deviation.is_credit ? deviation.pin % routers.vcs()
                               : (deviation.expected ? deviation.expected : deviation.got)->vc;
  pin.expected = named(deviation, deviation.expected);
  pin.got = named(deviation, deviation.got);
  return pin;
}

PinDeviation of_credit(const Deviation& deviation, const LoggedRouters& routers) {
  PinDeviation pin = described(deviation, routers);
  pin.rule = "a credit leaves in the cycle in which its flit leaves";
  return pin;
}

PinDeviation of_flit(const FlitDeviation& flit, const LoggedRouters& routers) {
  PinDeviation pin = described(flit.deviation, routers);
  pin.rule = broken_rule(flit, routers);
  return pin;
}

}  // namespace

void LogComparison::compare(Cycle at, const LogEntries& model, const LogEntries& router) {
  first_.compare(at, model, router);
  for (const LogEntry& entry : model) {
    flits_ += entry.what == LogEntry::What::kSend ? 1 : 0;
    if (entry.what == LogEntry::What::kMessageEnd) {
      messages_.add_of_model(entry);
    }
  }
  for (const LogEntry& entry : router) {
    if (entry.what == LogEntry::What::kMessageEnd) {
      messages_.add_of_router(entry);
    }
  }
}

ModelDifferences LogComparison::differences() const {
  ModelDifferences differences;
  differences.routers =
      static_cast<std::uint64_t>(std::count(routers_.nodes.begin(), routers_.nodes.end(), true));
  differences.of = routers_.nodes.size();
  differences.vcs = routers_.vcs();
  differences.flits = flits_;
  differences.messages = messages_.differences();
  if (const auto& credit = first_.of_credit()) {
    differences.first = of_credit(*credit, routers_);
  }
  if (const auto& flit = first_.of_flit()) {
    (differences.first ? differences.first_flit : differences.first) = of_flit(*flit, routers_);
  }
  return differences;
}

}  // namespace flitcast
