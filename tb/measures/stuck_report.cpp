#include "tb/measures/stuck_report.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

namespace flitcast {
namespace {

constexpr std::size_t kShown = 20;        // worms
constexpr std::size_t kShownInLine = 12;  // items of a list within a line

template <typename Items, typename Name>
std::string listed(const Items& items, const char* separator, Name&& name) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i == kShownInLine && items.size() > kShownInLine + 1) {
      return text + fmt::format("{}and {} more", separator, items.size() - i);
    }
    text += (i > 0 ? separator : "") + name(items[i]);
  }
  return text;
}

const StuckWorm* find_worm(const StuckReport& report, std::uint64_t message) {
  const auto place = std::find_if(report.worms.begin(), report.worms.end(),
                                  [&](const StuckWorm& worm) { return worm.message == message; });
  return place == report.worms.end() ? nullptr : &*place;
}

std::string wanted_text(const StuckWorm& worm) {
  if (worm.reason == WaitReason::kMemory) {
    return fmt::format("into node {}", worm.destinations.back());
  }
  if (worm.reason == WaitReason::kSendPort) {
    return fmt::format("a send port of node {}", worm.source);
  }
  if (worm.wanted == kNoNode) {
    return "to go on";
  }
  return worm.wanted == worm.router ? fmt::format("a receive port of node {}", worm.router)
                                    : fmt::format("{}->{}", worm.router, worm.wanted);
}

std::string reason_text(const StuckReport& report, const StuckWorm& worm) {
  const std::string other = "message " + report.name_of(worm.waits_for.value_or(0));
  switch (worm.reason) {
    case WaitReason::kOutput:
    case WaitReason::kReceivePort:
      return "held by " + other;
    case WaitReason::kNextInTurn:
      return other + " is next, and waits itself";
    case WaitReason::kRoom:
      return "no room behind it, where " + other + " stands in front";
    case WaitReason::kQueue:
      return "stands behind " + other;
    case WaitReason::kMemory:
      return "no room in its memory before " + other + " leaves";
    case WaitReason::kSendPort:
      return "which " + other + " has";
    case WaitReason::kTurn:
      return "the pair of channels belongs to " + other;
    case WaitReason::kUnknown:
      return "nobody is in its way";
  }
  throw std::logic_error("unknown reason to wait");
}

std::string worm_line(const StuckReport& report, const StuckWorm& worm) {
  const std::string holds = listed(worm.holds, ", ", [&](const HeldChannel& channel) {
    return fmt::format("{}->{}", channel.from, channel.to) +
           (report.vcs > 1 ? fmt::format(" (VC {})", channel.vc) : "");
  });
  const std::string destinations =
      listed(worm.destinations, ", ", [](NodeId node) { return std::to_string(node); });
  return fmt::format("\n  message {}, {} to {}, {} flit{}: at router {}, holds {}, wants {}: {}",
                     report.name_of(worm.message), worm.source, destinations, worm.flits,
                     worm.flits == 1 ? "" : "s", worm.router, holds.empty() ? "no link" : holds,
                     wanted_text(worm), reason_text(report, worm));
}

std::string given_up_text(const StuckReport& report) {
  const auto line = [](const GivenUp& lost) {
    return fmt::format("message {} from {} to {} was given up after {} sendings", lost.message,
                       lost.source, lost.destination, RetransmissionSettings::kMostTransmissions);
  };
  return report.given_up.empty() ? "" : "\n  " + listed(report.given_up, "\n  ", line);
}

std::string cycle_text(const StuckReport& report) {
  if (report.cycle.empty()) {
    return "\n  no worms wait for each other in a circle";
  }
  const auto name = [&](std::uint64_t message) {
    const StuckWorm* worm = find_worm(report, message);
    return fmt::format("message {} at {}", report.name_of(message),
                       worm != nullptr ? worm->router : 0);
  };
  return "\n  wait in a circle: " + listed(report.cycle, " -> ", name) + " -> " + "message " +
         report.name_of(report.cycle.front());
}

}  // namespace

std::string StuckReport::name_of(std::uint64_t message) const {
  return jobs.empty() ? std::to_string(message)
                      : fmt::format("{} of {}", message % kJob,
                                    jobs[static_cast<std::size_t>(message / kJob)]);
}

const char* to_string(WaitReason reason) {
  constexpr const char* kWords[] = {"output_held",    "next_in_turn",      "no_room",
                                    "queued",         "receive_port_held", "memory_full",
                                    "send_port_held", "half_duplex_turn",  "unknown"};
  return kWords[static_cast<std::size_t>(reason)];
}

const char* to_string(StuckReport::Reason reason) {
  return reason == StuckReport::Reason::kNoProgress ? "no_progress" : "max_cycles";
}

std::vector<std::uint64_t> cycle_of_waits(const std::vector<StuckWorm>& worms) {
  std::map<std::uint64_t, std::optional<std::uint64_t>> waits;
  for (const StuckWorm& worm : worms) {
    waits[worm.message] = worm.waits_for;
  }
  std::set<std::uint64_t> seen;
  for (const StuckWorm& first : worms) {
    std::vector<std::uint64_t> way;
    std::optional<std::uint64_t> at = first.message;
    while (at && waits.count(*at) != 0 && seen.insert(*at).second) {
      way.push_back(*at);
      at = waits[*at];
    }
    const auto start = at ? std::find(way.begin(), way.end(), *at) : way.end();
    if (start != way.end()) {
      std::rotate(start, std::min_element(start, way.end()), way.end());
      return {start, way.end()};
    }
  }
  return {};
}

std::string stuck_text(const StuckReport& report) {
  if (report.reason == StuckReport::Reason::kMaxCycles) {
    return fmt::format("run.max_cycles reached at cycle {} {}", report.verdict, report.position) +
           given_up_text(report);
  }
  std::string text = fmt::format(
      "{}: nothing has moved since cycle {}, given up at cycle {} {} with {} worm{} in "
      "the network",
      report.cycle.empty() ? "no progress" : "deadlock", report.last_progress, report.verdict,
      report.position, report.worms.size(), report.worms.size() == 1 ? "" : "s");
  text += given_up_text(report) + cycle_text(report);
  const std::size_t shown = std::min(report.worms.size(), kShown);
  const auto in_cycle = [&](const StuckWorm& worm) {
    return std::count(report.cycle.begin(), report.cycle.end(), worm.message) > 0;
  };
  // As many of the others as leave room for those that wait in a circle.
  std::size_t of_cycle = std::min(shown, report.cycle.size());
  std::size_t others = shown - of_cycle;
  for (const StuckWorm& worm : report.worms) {
    if (std::size_t& left = in_cycle(worm) ? of_cycle : others; left > 0) {
      text += worm_line(report, worm);
      --left;
    }
  }
  if (report.worms.size() > shown) {
    text += fmt::format("\n  and {} more", report.worms.size() - shown);
  }
  return text;
}

}  // namespace flitcast
