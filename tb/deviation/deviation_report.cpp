#include "tb/deviation/deviation_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "tb/deviation/first_deviation.h"
#include "tb/deviation/message_differences.h"

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

PinDeviation described(const Deviation& deviation, const RouterLog& model,
                       const RouterLog& router) {
  PinDeviation pin;
  pin.cycle = deviation.at;
  pin.node = deviation.node;
  pin.is_credit = deviation.is_credit;
  pin.port = deviation.is_credit ? deviation.pin / model.vcs() : deviation.pin;
  pin.is_local = pin.port >= model.network_ports();
  pin.vc = deviation.is_credit ? deviation.pin % model.vcs()
                               : (deviation.expected ? deviation.expected : deviation.got)->vc;
  pin.expected = named(deviation, deviation.expected);
  pin.got = named(deviation, deviation.got);
  pin.rule = broken_rule(deviation, model, router);
  return pin;
}

std::string lines_of(const char* title, const PinDeviation& pin, int vcs) {
  std::string text = fmt::format(
      "{:<20}cycle {}, node {}, {} port {}{}{}: expected {}, got {}\n", title, pin.cycle, pin.node,
      pin.is_credit ? "input" : "output", pin.port, pin.is_local ? ", of the node" : "",
      pin.is_credit && vcs > 1 ? fmt::format(", virtual channel {}", pin.vc) : "", pin.expected,
      pin.got);
  if (!pin.rule.empty()) {
    text += fmt::format("{:<20}{}\n", "  the rule", pin.rule);
  }
  return text;
}

std::string lines_of(const MessageDifferences& messages) {
  std::string text;
  if (messages.messages > 0) {
    text += fmt::format(
        "{:<20}{} of {} ({:.1f} %) are longer or shorter in the network\n"
        "{:<20}min {:+}, p50 {:+}, p95 {:+}, max {:+}\n",
        "messages", messages.differ, messages.messages,
        100.0 * static_cast<double>(messages.differ) / static_cast<double>(messages.messages),
        "  cycles more", messages.min, messages.p50, messages.p95, messages.max);
  }
  if (messages.only_model + messages.only_here > 0) {
    text += fmt::format("{:<20}{} with the model alone, {} with these routers alone\n", "delivered",
                        messages.only_model, messages.only_here);
  }
  return text;
}

std::size_t flits_of(const RouterLog& log) {
  std::size_t flits = 0;
  for (NodeId node = 0; node < log.nodes().size(); ++node) {
    if (log.nodes()[node]) {
      for (const auto& stream : log.pins(node).sends) {
        flits += stream.size();
      }
    }
  }
  return flits;
}

}  // namespace

ModelDifferences model_differences(const RouterLog& model, const RouterLog& router) {
  ModelDifferences differences;
  differences.routers =
      static_cast<std::uint64_t>(std::count(model.nodes().begin(), model.nodes().end(), true));
  differences.of = model.nodes().size();
  differences.vcs = model.vcs();
  differences.flits = flits_of(model);
  differences.messages = message_differences(model, router);
  if (const auto first = first_deviation(model, router)) {
    differences.first = described(*first, model, router);
    const auto flit = first->is_credit ? first_deviation(model, router, true) : std::nullopt;
    if (flit) {
      differences.first_flit = described(*flit, model, router);
    }
  }
  return differences;
}

std::string deviation_report(const ModelDifferences& differences) {
  std::string text = fmt::format("{:<20}{} of {} routers are somebody else's\n",
                                 "against the model", differences.routers, differences.of);
  if (!differences.first) {
    return text + fmt::format("{:<20}in every cycle, {} flits and their credits\n", "equal",
                              differences.flits);
  }
  text += lines_of("first deviation", *differences.first, differences.vcs);
  if (differences.first_flit) {
    text += lines_of("first of a flit", *differences.first_flit, differences.vcs);
  }
  return text + lines_of(differences.messages);
}

}  // namespace flitcast
