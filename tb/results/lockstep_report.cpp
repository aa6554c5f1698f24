#include "tb/results/lockstep_report.h"

#include <array>

#include <fmt/format.h>

namespace flitcast {
namespace {

/// By ContractRule.
constexpr std::array<const char*, 9> kRules{
    "",
    "a header takes router.delay, {} cycles here; this one took {}",
    "an output is granted without a look at credits, to the header that is ready first",
    "headers get an output in turn: the one that got it last comes last",
    "ejection pays no router.delay: a header for the node goes on at once",
    "router.delay counts from the arrival of a header, also while it queues",
    "an output takes the next header exactly t_m after the tail before it",
    "only headers are delayed: the flits after one go on as they come, every t_m",
    "a credit leaves in the cycle in which its flit leaves"};

std::string words_of(const PinMismatch& pin, const std::optional<FlitEvent>& flit) {
  if (!flit) {
    return "nothing";
  }
  if (pin.is_credit) {
    return "a credit";
  }
  if (flit->message == FlitEvent::kUnknown) {
    return "a flit that is not due";
  }
  if (flit->is(flit_kind::kHead)) {
    return fmt::format("the header of message {}", flit->message);
  }
  if (flit->is(flit_kind::kAddress)) {
    return fmt::format("an address of message {}", flit->message);
  }
  return fmt::format("{} {} of message {}", flit->is(flit_kind::kTail) ? "the tail, word" : "word",
                     flit->sequence, flit->message);
}

std::string lines_of(const char* title, const PinMismatch& pin, int vcs) {
  std::string text = fmt::format(
      "{:<20}cycle {}, node {}, {} port {}{}{}: expected {}, got {}\n", title, pin.cycle, pin.node,
      pin.is_credit ? "input" : "output", pin.port, pin.is_local ? ", of the node" : "",
      pin.is_credit && vcs > 1 ? fmt::format(", virtual channel {}", pin.vc) : "",
      expected_words(pin), got_words(pin));
  if (const std::string rule = rule_words(pin.rule); !rule.empty()) {
    text += fmt::format("{:<20}{}\n", "  the rule", rule);
  }
  return text;
}

}  // namespace

std::string expected_words(const PinMismatch& pin) {
  return words_of(pin, pin.expected);
}

std::string got_words(const PinMismatch& pin) {
  return pin.stopped ? "a stop of the SystemVerilog" : words_of(pin, pin.got);
}

std::string rule_words(const BrokenRule& broken) {
  return fmt::format(fmt::runtime(kRules[static_cast<std::size_t>(broken.rule)]), broken.delay,
                     broken.took);
}

std::string lockstep_report(const LockstepResult& result) {
  std::string text = fmt::format("{:<20}{} of {} routers are somebody else's\n",
                                 "against the model", result.routers, result.of);
  if (!result.first) {
    return text +
           fmt::format("{:<20}in every cycle, {} flits and their credits\n", "equal", result.flits);
  }
  text += lines_of("first mismatch", *result.first, result.vcs);
  return result.first_flit ? text + lines_of("first of a flit", *result.first_flit, result.vcs)
                           : text;
}

}  // namespace flitcast
