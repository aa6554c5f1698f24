#include "traffic/verify/escape_graph.h"

#include <algorithm>

namespace flitcast {

EscapeGraph::EscapeGraph(const Routing& routing, const Channels& channels, int classes,
                         const RelationWalk& walk, const DependencyGraph& routes)
    : routing_(routing),
      channels_(channels),
      classes_(classes),
      escapes_(routing.relation().escape_classes()),
      places_(walk.places()),
      routes_(routes),
      escape_marks_(channels.size() * static_cast<std::size_t>(escapes_), Mark::kNew) {
  for (const auto& [destination, seen] : walk.seen()) {
    destinations_.push_back(destination);
  }
  std::sort(destinations_.begin(), destinations_.end());
  for (const NodeId destination : destinations_) {
    seen_.push_back(&walk.seen().at(destination));
  }
  const auto others = static_cast<std::size_t>(classes - escapes_);
  marks_.assign(destinations_.size(), std::vector<Mark>(channels.size() * others, Mark::kNew));
}

EscapeGraph::Mark& EscapeGraph::mark(const Place& place) {
  const std::size_t at = RelationWalk::place(channels_, place.use);
  return place.destination == kNone ? escape_marks_[at]
                                    : marks_[place.destination][at - escape_marks_.size()];
}

void EscapeGraph::append_ways(ChannelUse last, std::uint32_t destination, std::vector<Place>& out) {
  const NodeId here = channels_.target(last.channel);
  const NodeId to = destinations_[destination];
  if (here == routing_.topology().router_of(to)) {
    return;
  }
  routing_.candidates(here, channels_.entry_port(last.channel), last.vc_class, to, candidates_);
  for (const RouteCandidate& way : candidates_) {
    const ChannelUse next{channels_.leaving(here, way.port), way.vc_class};
    out.push_back({next, next.vc_class < escapes_ ? kNone : destination});
  }
}

void EscapeGraph::append_next(const Place& place, std::vector<Place>& out) {
  if (place.destination != kNone) {
    append_ways(place.use, place.destination, out);
    return;
  }
  const std::size_t at = RelationWalk::place(channels_, place.use);
  for (std::uint32_t destination = 0; destination < destinations_.size(); ++destination) {
    if ((*seen_[destination])[at]) {
      append_ways(place.use, destination, out);
    }
  }
  routes_.for_each_behind(place.use, [&](ChannelUse next) { out.push_back({next, kNone}); });
}

// Depth-first search from every channel of the escape; of the places on the way, `pending` holds
// what has not been followed yet.
std::string EscapeGraph::cycle(const Watch& watch) {
  struct Visit {
    Place place;
    std::size_t first_pending;
  };
  std::vector<Visit> way;
  std::vector<Place> pending;
  std::uint64_t entered = 0;
  const auto enter = [&](const Place& place) {
    if (++entered % kStride == 0 && watch) {
      watch(std::min(1.0, static_cast<double>(entered) / static_cast<double>(places_)));
    }
    mark(place) = Mark::kOpen;
    way.push_back({place, pending.size()});
    append_next(place, pending);
  };
  for (std::size_t root = 0; root < escape_marks_.size(); ++root) {
    if (escape_marks_[root] != Mark::kNew) {
      continue;
    }
    enter({{static_cast<ChannelId>(root % channels_.size()),
            static_cast<int>(root / channels_.size())},
           kNone});
    while (!way.empty()) {
      if (pending.size() == way.back().first_pending) {
        mark(way.back().place) = Mark::kDone;
        way.pop_back();
        continue;
      }
      const Place next = pending.back();
      pending.pop_back();
      const Mark known = mark(next);
      if (known == Mark::kNew) {
        enter(next);
      } else if (known == Mark::kOpen) {
        std::vector<Place> found;
        const Mark* const first = &mark(next);
        for (auto at = way.end(); found.empty() || &mark(found.back()) != first;) {
          found.push_back((--at)->place);
        }
        std::reverse(found.begin(), found.end());
        return describe(found);
      }
    }
  }
  return {};
}

std::string EscapeGraph::describe(const std::vector<Place>& cycle) const {
  std::string text = std::to_string(channels_.source(cycle.front().use.channel));
  for (const Place& place : cycle) {
    text += "->" + std::to_string(channels_.target(place.use.channel));
    if (classes_ > 1) {
      text += " (class " + std::to_string(place.use.vc_class) + ")";
    }
  }
  return text;
}

}  // namespace flitcast
