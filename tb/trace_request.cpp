#include "tb/trace_request.h"

#include <algorithm>
#include <fnmatch.h>

#include <fmt/format.h>

#include "tb/config_value.h"

namespace flitcast {
namespace {

bool matches(const std::string& glob, const std::string& module) {
  return ::fnmatch(glob.c_str(), ("tb.fabric." + module).c_str(), 0) == 0;
}

void add_matching(const std::string& glob, const Topology& topology, const RawConfig& raw,
                  TraceScope& scope) {
  bool any = false;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    const bool router = matches(glob, trace_name::router(node));
    const bool interface =
        node < topology.processors() && matches(glob, trace_name::interface(node));
    scope.routers[node] = scope.routers[node] || router;
    scope.interfaces[node] = scope.interfaces[node] || interface;
    any = any || router || interface;
  }
  if (!any) {
    throw raw.error(
        "trace.scope",
        fmt::format("{} names no module; there are tb.fabric.router_0 to "
                    "tb.fabric.router_{} and tb.fabric.ni_0 to tb.fabric.ni_{}; give "
                    "for example tb.fabric.router_1*",
                    flitcast::quoted(glob), topology.nodes() - 1, topology.processors() - 1));
  }
}

TraceScope resolve_scope(const std::vector<std::string>& globs, const Topology& topology,
                         const RawConfig& raw) {
  TraceScope scope{std::vector<bool>(topology.nodes()), std::vector<bool>(topology.nodes())};
  if (globs.empty()) {
    add_matching("*", topology, raw, scope);
  }
  for (const std::string& glob : globs) {
    add_matching(glob, topology, raw, scope);
  }
  return scope;
}

/// Routers on the way of a message, network interfaces at its ends.
void add_path(const MessageView& message, TraceScope& touched) {
  for (const NodeId node : message.path) {
    touched.routers[node] = true;
  }
  touched.interfaces[message.source] = true;
  for (const NodeId node : message.destinations) {
    touched.interfaces[node] = true;
  }
}

TraceScope touched_in_round(const Schedule& schedule, std::uint64_t number, NodeId nodes,
                            const RawConfig& raw) {
  TraceScope touched{std::vector<bool>(nodes), std::vector<bool>(nodes)};
  if (number >= schedule.rounds) {
    throw raw.error("trace.around", fmt::format("there is no round {}; give round:0 to round:{}",
                                                number, schedule.rounds - 1));
  }
  Round round;
  schedule.fill(number, round);
  if (round.empty()) {
    throw raw.error("trace.around", fmt::format("round {} has no messages", number));
  }
  for (std::size_t i = 0; i < round.size(); ++i) {
    add_path(round[i], touched);
  }
  return touched;
}

/// Finds the round of the message, too.
TraceScope touched_by_message(const Schedule& schedule, NodeId nodes, const RawConfig& raw,
                              TraceRequest& request) {
  TraceScope touched{std::vector<bool>(nodes), std::vector<bool>(nodes)};
  std::uint64_t first = 0;
  Round round;
  for (std::uint64_t number = 0; number < schedule.rounds; ++number) {
    round.clear();
    schedule.fill(number, round);
    if (*request.message < first + round.size()) {
      request.round = number;
      add_path(round[static_cast<std::size_t>(*request.message - first)], touched);
      return touched;
    }
    first += round.size();
  }
  throw raw.error("trace.around",
                  first == 0 ? "there are no messages"
                             : fmt::format("there is no message {}; give message:0 to message:{}",
                                           *request.message, first - 1));
}

void narrow(const TraceScope& touched, const RawConfig& raw, TraceScope& scope) {
  bool any = false;
  for (std::size_t node = 0; node < scope.routers.size(); ++node) {
    scope.routers[node] = scope.routers[node] && touched.routers[node];
    scope.interfaces[node] = scope.interfaces[node] && touched.interfaces[node];
    any = any || scope.routers[node] || scope.interfaces[node];
  }
  if (!any) {
    throw raw.error("trace.scope", "names no module that trace.around touches");
  }
}

}  // namespace

TraceRequest resolve_trace(const RawConfig& raw, const Config& config, const Topology& topology,
                           const Schedule& schedule) {
  TraceRequest request;
  request.scope = resolve_scope(config.trace.scope, topology, raw);
  request.from = config.trace.window.from;
  request.to = config.trace.window.to;
  request.round = config.trace.round;
  request.message = config.trace.message;
  if (request.message) {
    narrow(touched_by_message(schedule, topology.nodes(), raw, request), raw, request.scope);
  } else if (request.round) {
    narrow(touched_in_round(schedule, *request.round, topology.nodes(), raw), raw, request.scope);
  }
  return request;
}

}  // namespace flitcast
