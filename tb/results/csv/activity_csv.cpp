#include "tb/results/csv/activity_csv.h"

#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace flitcast {

std::string activity_csv(const Activity& activity) {
  std::string text =
      "kind,node,port,to,buffer_writes,buffer_reads,switch_traversals,vc_allocations,absorbs,"
      "link_traversals,messages_started,injections,ejections";
  for (const std::string_view cause : kWaitCauseNames) {
    text += fmt::format(",stall_{}", cause);
  }
  text += '\n';
  const auto out = std::back_inserter(text);
  for (const RouterActivity& router : activity.routers) {
    fmt::format_to(out, "router,{},,,{},{},{},{},{},,,,{}\n", router.node, router.buffer_writes,
                   router.buffer_reads, router.switch_traversals, router.vc_allocations,
                   router.absorbs, std::string(kWaitCauses, ','));
  }
  for (const LinkActivity& link : activity.links) {
    fmt::format_to(out, "link,{},{},{},,,,,,{},,,,{}\n", link.from, link.port, link.to,
                   link.traversals, fmt::join(link.stalls.cycles(), ","));
  }
  for (const InterfaceActivity& ni : activity.interfaces) {
    fmt::format_to(out, "ni,{},,,,,,,,,{},{},{},{}\n", ni.node, ni.messages_started, ni.injections,
                   ni.ejections, fmt::join(ni.stalls.cycles(), ","));
  }
  return text;
}

}  // namespace flitcast
