#include <fmt/format.h>

#include "tb/cosim/characterise/router_characteristics.h"

namespace flitcast::cosim {
namespace {

std::string shown(const std::optional<Cycle>& cycles, Cycle more = 0) {
  return cycles ? fmt::format("{}", *cycles + more) : "-";
}

std::string shown(const std::optional<Turns>& turns) {
  return !turns                         ? "-"
         : *turns == Turns::kRoundRobin ? "round robin"
         : *turns == Turns::kPriority   ? "fixed priority"
                                        : "other";
}

std::string shown(const std::optional<bool>& yes) {
  return !yes ? "-" : *yes ? "yes" : "no";
}

}  // namespace

std::string characteristics_table(const RouterCharacteristics& measured,
                                  const NetworkConfig& config) {
  const RouterCharacteristics due = contract(config);
  std::string text = fmt::format("{:<52}  {:>12}  {:>12}\n", "cycles", "measured", "contract");
  const auto line = [&](const char* what, const std::string& is, const std::string& should) {
    text += fmt::format("{:<52}  {:>12}  {:>12}{}\n", what, is, should,
                        is == should || is == "-" ? "" : "  differs");
  };
  line("header from input to network output, router.delay", shown(measured.header),
       shown(due.header));
  line("t_d, with link.delay", shown(measured.header, config.link_delay),
       shown(due.header, config.link_delay));
  line("flit behind it", shown(measured.body), shown(due.body));
  line("header from input to the node", shown(measured.ejection), shown(due.ejection));
  line("t_m, from flit to flit of a worm", shown(measured.flit_gap), shown(due.flit_gap));
  line("from a tail to the next header of an output", shown(measured.worm_gap),
       shown(due.worm_gap));
  line("from a tail to the header that waited behind it", shown(measured.queued),
       shown(due.queued));
  line("a slot, taken by a header, can be taken again after", shown(measured.header_slot),
       shown(due.header_slot));
  line("a slot, taken by another flit, can be taken again after", shown(measured.body_slot),
       shown(due.body_slot));
  line("arbitration", shown(measured.turns), shown(due.turns));
  line("an output is granted without a credit", shown(measured.grants_without_credit),
       shown(due.grants_without_credit));
  return text;
}

}  // namespace flitcast::cosim
