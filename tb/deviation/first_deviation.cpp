#include "tb/deviation/first_deviation.h"

#include <algorithm>
#include <tuple>

namespace flitcast {
namespace {

auto order_of(const Deviation& deviation) {
  return std::make_tuple(deviation.at, deviation.is_credit, deviation.node, deviation.pin);
}

void keep_first(std::optional<Deviation>& first, const Deviation& other) {
  if (!first || order_of(other) < order_of(*first)) {
    first = other;
  }
}

// Of two streams of events with dates that ascend: index of the first that are not the same.
template <typename Event, typename Same>
std::size_t first_difference(const std::vector<Event>& a, const std::vector<Event>& b,
                             Same&& same) {
  std::size_t i = 0;
  while (i < a.size() && i < b.size() && same(a[i], b[i])) {
    ++i;
  }
  return i;
}

FlitEvent credit_at(Cycle at) {
  FlitEvent event;
  event.at = at;
  return event;
}

/// `model` and `router` are events of one pin at the same place of their streams, as far as there
/// are any, and differ.
Deviation deviation_of(NodeId node, int pin, bool is_credit, const FlitEvent* model,
                       const FlitEvent* router) {
  Deviation deviation;
  deviation.node = node;
  deviation.pin = pin;
  deviation.is_credit = is_credit;
  deviation.at = model == nullptr    ? router->at
                 : router == nullptr ? model->at
                                     : std::min(model->at, router->at);
  if (model != nullptr && model->at == deviation.at) {
    deviation.expected = *model;
  }
  if (router != nullptr && router->at == deviation.at) {
    deviation.got = *router;
  }
  return deviation;
}

void compare_sends(NodeId node, const RouterLog::Pins& model, const RouterLog::Pins& router,
                   std::optional<Deviation>& first) {
  for (std::size_t port = 0; port < model.sends.size(); ++port) {
    const auto& a = model.sends[port];
    const auto& b = router.sends[port];
    const std::size_t i = first_difference(a, b, same_event);
    if (i < a.size() || i < b.size()) {
      keep_first(first,
                 deviation_of(node, static_cast<int>(port), false, i < a.size() ? &a[i] : nullptr,
                              i < b.size() ? &b[i] : nullptr));
    }
  }
}

void compare_credits(NodeId node, const RouterLog::Pins& model, const RouterLog::Pins& router,
                     std::optional<Deviation>& first) {
  for (std::size_t input = 0; input < model.credits.size(); ++input) {
    const auto& a = model.credits[input];
    const auto& b = router.credits[input];
    const std::size_t i = first_difference(a, b, [](Cycle x, Cycle y) { return x == y; });
    const FlitEvent expected = credit_at(i < a.size() ? a[i] : 0);
    const FlitEvent got = credit_at(i < b.size() ? b[i] : 0);
    if (i < a.size() || i < b.size()) {
      keep_first(first,
                 deviation_of(node, static_cast<int>(input), true,
                              i < a.size() ? &expected : nullptr, i < b.size() ? &got : nullptr));
    }
  }
}

}  // namespace

std::optional<Deviation> first_deviation(const RouterLog& model, const RouterLog& router,
                                         bool flits_alone) {
  std::optional<Deviation> first;
  for (NodeId node = 0; node < model.nodes().size(); ++node) {
    if (model.nodes()[node]) {
      compare_sends(node, model.pins(node), router.pins(node), first);
      if (!flits_alone) {
        compare_credits(node, model.pins(node), router.pins(node), first);
      }
    }
  }
  return first;
}

}  // namespace flitcast
