#include "tb/sim/perfetto_trace.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/system/file_error.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kProcessNames[] = {"", "rounds", "nodes", "links", "waits", "messages"};

}  // namespace

PerfettoTrace::PerfettoTrace(const Topology& topology, const NetworkConfig& config, double period,
                             AtomicFile& file)
    : topology_(topology), config_(config), period_(period), file_(file) {}

void PerfettoTrace::begin(Model& model) {
  model_ = &model;
  model.fabric().attach_probe(*this);
  model.add_phase_observer(*this);
  file_.write("{\"displayTimeUnit\": \"ns\", \"traceEvents\": [");
  for (int process = kRounds; process <= kMessages; ++process) {
    for (const auto& [what, value] :
         {std::pair<const char*, Json>{"name", kProcessNames[process]}, {"sort_index", process}}) {
      write(Json{{"ph", "M"},
                 {"name", fmt::format("process_{}", what)},
                 {"pid", process},
                 {"args", {{what, value}}}}
                .dump());
    }
  }
}

void PerfettoTrace::end(const std::optional<StuckReport>& stuck) {
  const Cycle end = stuck ? stuck->verdict : model_->last_event();
  for (const auto& [number, slice] : open_) {
    write_slice(slice, std::max(end, slice.begin + 1));
  }
  if (phase_.begin >= 0) {
    write_slice(phase_, std::max(end, phase_.begin + 1));
  }
}

// Header and tail tell when a worm comes and goes.
void PerfettoTrace::flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) {
  const Track track = track_of_output(node, port, flit);
  if ((flit.kind & flit_kind::kHead) != 0) {
    open_[track.number] = {track, fmt::format("message {}", packet(flit.packet).id), flit.packet,
                           at};
  }
  const auto slice = open_.find(track.number);
  if ((flit.kind & flit_kind::kTail) != 0 && slice != open_.end()) {
    const bool arrives = port >= topology_.network_ports();
    const Cycle end = at + (arrives ? 1 : config_.cycles_per_flit);
    write_slice(slice->second, end);
    if (arrives) {
      arrive(slice->second, end + 1);  // the interface takes it in the cycle after
    }
    open_.erase(slice);
  }
}

/// An arrow from where the message was sent, and the message itself.
void PerfettoTrace::arrive(const Slice& receiving, Cycle end) {
  const auto sent = sent_.find(receiving.packet);
  if (sent == sent_.end()) {
    return;
  }
  const Packet& message = packet(receiving.packet);
  const auto event = [&](const char* phase, const Slice& slice, Process process, Cycle at) {
    return Json{{"ph", phase},
                {"cat", process == kMessages ? "message" : "way"},
                {"name", receiving.name},
                {"id", numbers_},
                {"pid", process},
                {"tid", process == kMessages ? 0 : slice.track.number},
                {"ts", micros(static_cast<double>(at))}};
  };
  ++numbers_;
  write(event("s", sent->second, kNodes, sent->second.begin).dump());
  Json head = event("f", receiving, kNodes, receiving.begin);
  head["bp"] = "e";
  write(head.dump());
  Json begin = event("b", receiving, kMessages, sent->second.begin);
  begin["args"] = {{"source", message.source}, {"payload_flits", message.payload_flits}};
  write(begin.dump());
  write(event("e", receiving, kMessages, end).dump());
}

void PerfettoTrace::waited(NodeId node, PortId port, WaitCause cause, Cycle cycles, Cycle at) {
  if (cycles > 0) {
    const Cycle from = at - cycles;
    write_slice({track_of_wait(node, port, from, at),
                 std::string(kWaitCauseNames[static_cast<std::size_t>(cause)]), kNoPacket, from},
                at);
  }
}

void PerfettoTrace::send_changed(NodeId node, int port, SendState state, PacketHandle handle,
                                 Cycle at) {
  const Track sends =
      track(kNodes, 2 * (std::uint64_t{node} * kMaxPorts + static_cast<unsigned>(port)),
            config_.ports == 1 ? fmt::format("node {} sends", node)
                               : fmt::format("node {} sends, port {}", node, port));
  const auto before = open_.find(sends.number);
  if (before != open_.end()) {
    write_slice(before->second, at);
    open_.erase(before);
  }
  if (state == SendState::kIdle) {
    return;
  }
  const bool starts = state == SendState::kStartup;
  const Slice slice{sends,
                    fmt::format("{}message {}", starts ? "start-up of " : "", packet(handle).id),
                    handle, at, starts};
  open_[sends.number] = slice;
  const auto sent = sent_.find(handle);
  if (starts || sent == sent_.end() || !sent->second.startup) {
    sent_[handle] = slice;
  }
}

void PerfettoTrace::phase_is(std::uint64_t phase, Cycle at) {
  const std::string name = fmt::format("round {}", phase);
  if (name == phase_.name) {
    return;
  }
  if (phase_.begin >= 0 && at > phase_.begin) {
    write_slice(phase_, at);
  }
  phase_ = {track(kRounds, 0, "rounds"), name, kNoPacket, at};
}

std::string PerfettoTrace::end_of(NodeId node, PortId port) const {
  if (port < topology_.network_ports()) {
    return fmt::format("{} -> {}", node, topology_.neighbour(node, port));
  }
  const auto [processor, own] =
      topology_.seat_port(node, port - topology_.network_ports(), config_.ports);
  return config_.ports == 1 ? fmt::format("node {} receives", processor)
                            : fmt::format("node {} receives, port {}", processor, own);
}

PerfettoTrace::Track PerfettoTrace::track_of_output(NodeId node, PortId port, const Flit& flit) {
  const std::uint64_t output = std::uint64_t{node} * kMaxPorts + port;
  if (port >= topology_.network_ports()) {
    return track(kNodes, 2 * output + 1, end_of(node, port));
  }
  const std::string channel = config_.vcs == 1 ? "" : fmt::format(", channel {}", flit.vc);
  return track(kLinks, output * kMaxInputVcs + flit.vc, end_of(node, port) + channel);
}

// Several may wait at a time: what waits longer has another track than what came first.
PerfettoTrace::Track PerfettoTrace::track_of_wait(NodeId node, PortId port, Cycle from, Cycle to) {
  const std::uint64_t output = std::uint64_t{node} * kMaxPorts + port;
  std::vector<Cycle>& ends = lanes_[output];
  const auto lane = std::find_if(ends.begin(), ends.end(), [&](Cycle end) { return end <= from; });
  const auto number = static_cast<std::uint64_t>(lane - ends.begin());
  if (lane == ends.end()) {
    ends.push_back(to);
  } else {
    *lane = to;
  }
  return track(kWaits, output * kMaxInputVcs + number, end_of(node, port));
}

PerfettoTrace::Track PerfettoTrace::track(Process process, std::uint64_t key,
                                          const std::string& name) {
  const auto [found, is_new] =
      tracks_.try_emplace({process, key}, static_cast<int>(tracks_.size()) + 1);
  if (is_new) {
    for (const auto& [what, value] :
         {std::pair<const char*, Json>{"name", name}, {"sort_index", key}}) {
      write(Json{{"ph", "M"},
                 {"name", fmt::format("thread_{}", what)},
                 {"pid", process},
                 {"tid", found->second},
                 {"args", {{what, value}}}}
                .dump());
    }
  }
  return {process, found->second};
}

void PerfettoTrace::write_slice(const Slice& slice, Cycle end) {
  write(Json{{"ph", "X"},
             {"name", slice.name},
             {"pid", slice.track.process},
             {"tid", slice.track.number},
             {"ts", micros(static_cast<double>(slice.begin))},
             {"dur", micros(static_cast<double>(end - slice.begin))}}
            .dump());
}

// To a thousandth of a picosecond: no digits of binary fractions.
double PerfettoTrace::micros(double cycles) const {
  constexpr double kPerMicro = 1e9;
  return std::round(cycles * period_ / 1000 * kPerMicro) / kPerMicro;
}

void PerfettoTrace::write(const std::string& event) {
  try {
    file_.write(empty_ ? "\n" : ",\n");
    file_.write(event);
  } catch (const FileError& error) {
    failure_ = error.what();
    throw;
  }
  empty_ = false;
}

}  // namespace flitcast
