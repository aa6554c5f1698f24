#include "tb/trace/trace_request.h"

#include <fnmatch.h>

#include <fmt/format.h>

#include "tb/config/config_value.h"

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
  for (const NodeId node : message.nodes()) {
    touched.routers[node] = true;
  }
  touched.interfaces[message.source] = true;
  for (const NodeId node : message.destinations) {
    touched.interfaces[node] = true;
  }
}

/// The messages that trace.around names, by round or by number, and what they touch.
TracedMessages find_messages(const Schedule& schedule, const Topology& topology,
                             const TraceConfig& trace, const RawConfig& raw, TraceScope& touched) {
  TracedMessages found;
  Round round(topology);
  for (; found.round < schedule.rounds; ++found.round, found.first += round.size()) {
    round.clear();
    schedule.fill(found.round, round);
    if (trace.round == found.round) {
      if (round.empty()) {
        throw raw.error("trace.around", fmt::format("round {} has no messages", found.round));
      }
      found.whole_round = true;
      found.count = round.size();
      for (std::size_t i = 0; i < round.size(); ++i) {
        add_path(round[i], touched);
      }
      return found;
    }
    if (trace.message && *trace.message < found.first + round.size()) {
      add_path(round[static_cast<std::size_t>(*trace.message - found.first)], touched);
      return {found.round, *trace.message, 1, false};
    }
  }
  if (trace.round) {
    throw raw.error("trace.around", fmt::format("there is no round {}; give round:0 to round:{}",
                                                *trace.round, schedule.rounds - 1));
  }
  throw raw.error("trace.around",
                  found.first == 0
                      ? "there are no messages"
                      : fmt::format("there is no message {}; give message:0 to message:{}",
                                    *trace.message, found.first - 1));
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
  request.rounds_overlap = config.sync == Sync::kDataflow;
  if (config.trace.round || config.trace.message) {
    TraceScope touched{std::vector<bool>(topology.nodes()), std::vector<bool>(topology.nodes())};
    request.around = find_messages(schedule, topology, config.trace, raw, touched);
    narrow(touched, raw, request.scope);
  }
  return request;
}

}  // namespace flitcast
