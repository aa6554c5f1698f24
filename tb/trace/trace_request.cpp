#include "tb/trace/trace_request.h"

#include <fnmatch.h>

#include <fmt/format.h>

#include "tb/config/config_value.h"

namespace flitcast::trace {
namespace {

bool matches(const std::string& glob, const std::string& module) {
  return ::fnmatch(glob.c_str(), ("tb.fabric." + module).c_str(), 0) == 0;
}

void add_matching(const std::string& glob, const Config& config, TraceScope& scope) {
  const Topology& topology = *config.topology;
  bool any = false;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    const bool router = topology.has_router(node) && matches(glob, trace_name::router(node));
    const bool interface =
        node < topology.processors() && matches(glob, trace_name::interface(node));
    scope.routers[node] = scope.routers[node] || router;
    scope.interfaces[node] = scope.interfaces[node] || interface;
    any = any || router || interface;
  }
  if (!any) {
    throw config.places.error(
        "trace.scope",
        "{} names no module; there are tb.fabric.router_{} to tb.fabric.router_{} and "
        "tb.fabric.ni_0 to tb.fabric.ni_{}; give for example tb.fabric.router_1*",
        in_quotes(glob), topology.router_of(0), topology.nodes() - 1, topology.processors() - 1);
  }
}

TraceScope empty_scope(const Topology& topology) {
  return {std::vector<bool>(topology.nodes()), std::vector<bool>(topology.nodes())};
}

TraceScope resolve_scope(const Config& config) {
  TraceScope scope = empty_scope(*config.topology);
  if (config.trace.scope.empty()) {
    add_matching("*", config, scope);
  }
  for (const std::string& glob : config.trace.scope) {
    add_matching(glob, config, scope);
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
TracedMessages find_messages(const Schedule& schedule, const Config& config, TraceScope& touched) {
  const TraceTarget target = *config.trace.around;
  const auto error = [&](const std::string& message) {
    return config.places.error("trace.around", message);
  };
  TracedMessages found;
  Round round(*config.topology);
  for (; found.round < schedule.rounds; ++found.round, found.first += round.size()) {
    round.clear();
    schedule.fill(found.round, round);
    if (!target.is_message && target.number == found.round) {
      if (round.empty()) {
        throw error(fmt::format("round {} has no messages", found.round));
      }
      found.whole_round = true;
      found.count = round.size();
      for (std::size_t i = 0; i < round.size(); ++i) {
        add_path(round[i], touched);
      }
      return found;
    }
    if (target.is_message && target.number < found.first + round.size()) {
      add_path(round[static_cast<std::size_t>(target.number - found.first)], touched);
      return {found.round, target.number, 1, false};
    }
  }
  if (!target.is_message) {
    throw error(fmt::format("there is no round {}; give round:0 to round:{}", target.number,
                            schedule.rounds - 1));
  }
  throw error(found.first == 0 ? "there are no messages"
                               : fmt::format("there is no message {}; give message:0 to message:{}",
                                             target.number, found.first - 1));
}

void narrow(const TraceScope& touched, const SourceLocations& places, TraceScope& scope) {
  bool any = false;
  for (std::size_t node = 0; node < scope.routers.size(); ++node) {
    scope.routers[node] = scope.routers[node] && touched.routers[node];
    scope.interfaces[node] = scope.interfaces[node] && touched.interfaces[node];
    any = any || scope.routers[node] || scope.interfaces[node];
  }
  if (!any) {
    throw places.error("trace.scope", "names no module that trace.around touches");
  }
}

}  // namespace

TraceRequest resolve_trace(const Config& config, const Schedule* schedule) {
  TraceRequest request;
  request.scope = resolve_scope(config);
  request.from = config.trace.window.from;
  request.to = config.trace.window.to;
  request.rounds_overlap = config.sync == Sync::kDataflow;
  if (schedule != nullptr && config.trace.around) {
    TraceScope touched = empty_scope(*config.topology);
    request.around = find_messages(*schedule, config, touched);
    narrow(touched, config.places, request.scope);
  }
  return request;
}

}  // namespace flitcast::trace
