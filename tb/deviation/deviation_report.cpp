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

std::string place_of(const Deviation& deviation, const RouterLog& log) {
  const int port = deviation.is_credit ? deviation.pin / log.vcs() : deviation.pin;
  const std::string vc = deviation.is_credit && log.vcs() > 1
                             ? fmt::format(", virtual channel {}", deviation.pin % log.vcs())
                             : "";
  const std::string local = port >= log.network_ports() ? ", of the node" : "";
  return fmt::format("cycle {}, node {}, {} port {}{}{}", deviation.at, deviation.node,
                     deviation.is_credit ? "input" : "output", port, local, vc);
}

std::string lines_of(const char* title, const Deviation& deviation, const RouterLog& model,
                     const RouterLog& router) {
  std::string text =
      fmt::format("{:<20}{}: expected {}, got {}\n", title, place_of(deviation, model),
                  named(deviation, deviation.expected), named(deviation, deviation.got));
  if (const std::string rule = broken_rule(deviation, model, router); !rule.empty()) {
    text += fmt::format("{:<20}{}\n", "  the rule", rule);
  }
  return text;
}

std::string lines_of_messages(const RouterLog& model, const RouterLog& router) {
  const MessageDifferences differences = message_differences(model, router);
  if (differences.messages == 0) {
    return "";
  }
  return fmt::format(
      "{:<20}{} of {} ({:.1f} %) are longer or shorter in the network\n"
      "{:<20}min {:+}, p50 {:+}, p95 {:+}, max {:+}\n",
      "messages", differences.differ, differences.messages,
      100.0 * static_cast<double>(differences.differ) / static_cast<double>(differences.messages),
      "  cycles more", differences.min, differences.p50, differences.p95, differences.max);
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

std::string deviation_report(const RouterLog& model, const RouterLog& router) {
  const auto nodes = std::count(model.nodes().begin(), model.nodes().end(), true);
  std::string text = fmt::format("{:<20}{} of {} routers are somebody else's\n",
                                 "against the model", nodes, model.nodes().size());
  const auto first = first_deviation(model, router);
  if (!first) {
    return text + fmt::format("{:<20}in every cycle, {} flits and their credits\n", "equal",
                              flits_of(model));
  }
  text += lines_of("first deviation", *first, model, router);
  if (first->is_credit) {
    if (const auto flit = first_deviation(model, router, true)) {
      text += lines_of("first of a flit", *flit, model, router);
    }
  }
  return text + lines_of_messages(model, router);
}

}  // namespace flitcast
