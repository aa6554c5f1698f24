#include "tb/deviation/first_deviation.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace flitcast {
namespace {

using What = LogEntry::What;

/// The entries of a kind.
std::pair<LogEntries::const_iterator, LogEntries::const_iterator> of_kind(const LogEntries& entries,
                                                                          What what) {
  return std::equal_range(entries.begin(), entries.end(), LogEntry{what},
                          [](const LogEntry& a, const LogEntry& b) { return a.what < b.what; });
}

/// The first pin that is not the same in both runs in cycle `at`.
std::optional<Deviation> difference(Cycle at, What what, const LogEntries& model,
                                    const LogEntries& router) {
  auto [a, a_end] = of_kind(model, what);
  auto [b, b_end] = of_kind(router, what);
  const auto place = [](const LogEntry& entry) { return std::tie(entry.node, entry.pin); };
  for (; a != a_end || b != b_end; ++a, ++b) {
    const bool in_model = a != a_end && (b == b_end || place(*a) <= place(*b));
    const bool in_router = b != b_end && (a == a_end || place(*b) <= place(*a));
    if (in_model && in_router && same_event(a->flit, b->flit)) {
      continue;
    }
    const LogEntry& here = in_model ? *a : *b;
    Deviation deviation{at, here.node, what == What::kCredit, here.pin, {}, {}};
    if (in_model) {
      deviation.expected = a->flit;
    }
    if (in_router) {
      deviation.got = b->flit;
    }
    return deviation;
  }
  return std::nullopt;
}

/// The flit that leaves by an output in a cycle.
std::optional<FlitEvent> sent_by(const LogEntries& entries, const Deviation& output) {
  const auto [begin, end] = of_kind(entries, What::kSend);
  const auto place = std::find_if(begin, end, [&](const LogEntry& entry) {
    return entry.node == output.node && entry.pin == output.pin;
  });
  return place == end ? std::nullopt : std::optional(place->flit);
}

}  // namespace

FirstDeviation::FirstDeviation(const LoggedRouters& routers) {
  for (NodeId node = 0; node < routers.nodes.size(); ++node) {
    if (routers.nodes[node]) {
      model_.try_emplace(node, routers.ports() * routers.vcs(), routers.ports());
    }
  }
}

void FirstDeviation::compare(Cycle at, const LogEntries& model, const LogEntries& router) {
  if (flit_) {
    follow(model, router);
    return;
  }
  for (auto [entry, end] = of_kind(model, What::kArrival); entry != end; ++entry) {
    model_.at(entry->node).arrive(entry->pin, entry->flit);
  }
  compare_sends(at, model, router);
  if (flit_) {
    model_.clear();
    return;
  }
  compare_credits(at, model, router);
  for (const LogEntry& entry : model) {
    if (entry.what == What::kSend) {
      model_.at(entry.node).send(entry.pin, entry.flit);
    } else if (entry.what == What::kCredit) {
      model_.at(entry.node).leave(entry.pin, at);
    }
  }
}

void FirstDeviation::compare_sends(Cycle at, const LogEntries& model, const LogEntries& router) {
  if (const auto found = difference(at, What::kSend, model, router)) {
    flit_ = FlitDeviation{*found, model_.at(found->node), found->expected, {}};
  }
}

void FirstDeviation::compare_credits(Cycle at, const LogEntries& model, const LogEntries& router) {
  if (!credit_) {
    credit_ = difference(at, What::kCredit, model, router);
  }
}

// What comes after it.
void FirstDeviation::follow(const LogEntries& model, const LogEntries& router) {
  const Deviation& deviation = flit_->deviation;
  if (!flit_->next_of_model) {
    flit_->next_of_model = sent_by(model, deviation);
  }
  if (!flit_->sent_at && deviation.expected) {
    const auto sent = sent_by(router, deviation);
    if (sent && sent->message == deviation.expected->message && sent->is(flit_kind::kHead)) {
      flit_->sent_at = sent->at;
    }
  }
}

std::size_t FirstDeviation::kept() const {
  std::size_t flits = 0;
  for (const auto& [node, history] : model_) {
    flits += history.size();
  }
  return flits;
}

}  // namespace flitcast
