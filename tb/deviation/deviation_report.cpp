#include "tb/deviation/deviation_report.h"

#include <fmt/format.h>

namespace flitcast {
namespace {

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

}  // namespace

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
