#include "tb/sim/perfetto_trace.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/system/file_error.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kProcessNames[] = {"",      "rounds",   "nodes", "links",
                                         "waits", "messages", "ranks", "critical path"};

}  // namespace

PerfettoTrace::PerfettoTrace(const Topology& topology, const NetworkConfig& config, double period,
                             AtomicFile& file)
    : topology_(topology), config_(config), period_(period), file_(file) {}

void PerfettoTrace::begin(Model& model) {
  model_ = &model;
  model.fabric().attach_probe(*this);
  model.add_phase_observer(*this);
  file_.write("{\"displayTimeUnit\": \"ns\", \"traceEvents\": [");
  for (const Process process : {kRounds, kNodes, kLinks, kWaits, kMessages}) {
    name_process(process);
  }
}

void PerfettoTrace::name_process(Process process) {
  for (const auto& [what, value] :
       {std::pair<const char*, Json>{"name", kProcessNames[process]}, {"sort_index", process}}) {
    write(Json{{"ph", "M"},
               {"name", fmt::format("process_{}", what)},
               {"pid", process},
               {"args", {{what, value}}}}
              .dump());
  }
}

void PerfettoTrace::end(const std::optional<StuckReport>& stuck) {
  end_ = stuck ? stuck->verdict : model_->last_event();
}

void PerfettoTrace::finish() {
  play(std::numeric_limits<Cycle>::max());
  for (const auto& [number, slice] : open_) {
    write_slice(slice, std::max(end_, slice.begin + 1));
  }
  if (phase_.begin >= 0) {
    write_slice(phase_, std::max(end_, phase_.begin + 1));
  }
  file_.write("\n]}\n");
}

// ---- what is reported ----

void PerfettoTrace::flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) {
  if ((flit.kind & (flit_kind::kHead | flit_kind::kTail)) != 0) {
    const Packet& packet = model_->packets()[flit.packet];
    note({at, Happening::kPasses, node, port, flit.kind, flit.vc, packet.id, flit.packet, 0,
          packet.source, packet.payload_flits});
  }
}

void PerfettoTrace::waited(NodeId node, PortId port, WaitCause cause, Cycle cycles, Cycle at) {
  if (cycles > 0) {
    note({at, Happening::kWaits, node, port, static_cast<int>(cause), 0, 0, kNoPacket, cycles});
  }
}

void PerfettoTrace::send_changed(NodeId node, int port, SendState state, PacketHandle handle,
                                 Cycle at) {
  const std::uint64_t number = state == SendState::kIdle ? 0 : model_->packets()[handle].id;
  note({at, Happening::kSends, node, port, static_cast<int>(state), 0, number, handle});
}

void PerfettoTrace::phase_is(std::uint64_t phase, Cycle at) {
  if (phase_names_.count(phase) == 0) {
    phase_names_[phase] = model_->workload().phase_name(phase);
  }
  note({at, Happening::kPhase, 0, 0, 0, 0, phase});
}

// ---- in the order of dates ----

// What is reported in a cycle may have happened in the one before it.
void PerfettoTrace::note(const Happening& happening) {
  constexpr Cycle kStretch = 64;
  if (model_->now() >= play_at_) {
    play(model_->now() - 2);
    play_at_ = model_->now() + kStretch;
  }
  pending_.push_back(happening);
}

void PerfettoTrace::play(Cycle last) {
  const auto later = std::stable_partition(pending_.begin(), pending_.end(),
                                           [&](const Happening& it) { return it.at <= last; });
  const auto place = [](const Happening& it) {
    const bool waits = it.kind == Happening::kWaits;
    return std::tuple(it.at, it.kind, it.node, it.port, it.vc, waits ? it.what : 0, it.cycles);
  };
  std::stable_sort(pending_.begin(), later,
                   [&](const Happening& a, const Happening& b) { return place(a) < place(b); });
  for (auto it = pending_.begin(); it != later; ++it) {
    switch (it->kind) {
      case Happening::kSends:
        send(*it);
        break;
      case Happening::kPasses:
        pass(*it);
        break;
      case Happening::kWaits:
        wait(*it);
        break;
      case Happening::kPhase:
        begin_phase(*it);
        break;
    }
  }
  pending_.erase(pending_.begin(), later);
}

// Header and tail tell when a worm comes and goes.
void PerfettoTrace::pass(const Happening& it) {
  const auto port = static_cast<PortId>(it.port);
  const Track track = track_of_output(it.node, port, it.vc);
  if ((it.what & flit_kind::kHead) != 0) {
    open_[track.number] = {track, fmt::format("message {}", it.number), it.packet, it.at};
  }
  const auto slice = open_.find(track.number);
  if ((it.what & flit_kind::kTail) != 0 && slice != open_.end()) {
    const bool arrives = port >= topology_.network_ports();
    const Cycle end = it.at + (arrives ? 1 : config_.cycles_per_flit);
    write_slice(slice->second, end);
    if (arrives) {
      arrive(slice->second, it, end + 1);  // the interface takes it in the cycle after
    }
    open_.erase(slice);
  }
}

/// An arrow from where the message was sent, and the message itself.
void PerfettoTrace::arrive(const Slice& receiving, const Happening& it, Cycle end) {
  const auto sent = sent_.find(receiving.packet);
  if (sent == sent_.end()) {
    return;
  }
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
  begin["args"] = {{"source", it.source}, {"payload_flits", it.payload_flits}};
  write(begin.dump());
  write(event("e", receiving, kMessages, end).dump());
}

void PerfettoTrace::wait(const Happening& it) {
  const Cycle from = it.at - it.cycles;
  write_slice({track_of_wait(it.node, static_cast<PortId>(it.port), from, it.at),
               std::string(kWaitCauseNames[static_cast<std::size_t>(it.what)]), kNoPacket, from},
              it.at);
}

void PerfettoTrace::send(const Happening& it) {
  const Track sends =
      track(kNodes, 2 * (std::uint64_t{it.node} * kMaxPorts + static_cast<unsigned>(it.port)),
            config_.ports == 1 ? fmt::format("node {} sends", it.node)
                               : fmt::format("node {} sends, port {}", it.node, it.port));
  const auto before = open_.find(sends.number);
  if (before != open_.end()) {
    write_slice(before->second, it.at);
    open_.erase(before);
  }
  if (it.what == static_cast<int>(SendState::kIdle)) {
    return;
  }
  const bool starts = it.what == static_cast<int>(SendState::kStartup);
  const Slice slice{sends, fmt::format("{}message {}", starts ? "start-up of " : "", it.number),
                    it.packet, it.at, starts};
  open_[sends.number] = slice;
  const auto sent = sent_.find(it.packet);
  if (starts || sent == sent_.end() || !sent->second.startup) {
    sent_[it.packet] = slice;
  }
}

void PerfettoTrace::begin_phase(const Happening& it) {
  const std::string& name = phase_names_.at(it.number);
  if (name == phase_.name) {
    return;
  }
  if (phase_.begin >= 0 && it.at > phase_.begin) {
    write_slice(phase_, it.at);
  }
  phase_ = {track(kRounds, 0, "rounds"), name, kNoPacket, it.at};
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

PerfettoTrace::Track PerfettoTrace::track_of_output(NodeId node, PortId port, std::uint64_t vc) {
  const std::uint64_t output = std::uint64_t{node} * kMaxPorts + port;
  if (port >= topology_.network_ports()) {
    return track(kNodes, 2 * output + 1, end_of(node, port));
  }
  const std::string channel = config_.vcs == 1 ? "" : fmt::format(", channel {}", vc);
  return track(kLinks, output * kMaxInputVcs + vc, end_of(node, port) + channel);
}

std::uint64_t PerfettoTrace::lane_of(std::vector<Cycle>& ends, Cycle from, Cycle to) {
  const auto lane = std::find_if(ends.begin(), ends.end(), [&](Cycle end) { return end <= from; });
  const auto number = static_cast<std::uint64_t>(lane - ends.begin());
  if (lane == ends.end()) {
    ends.push_back(to);
  } else {
    *lane = to;
  }
  return number;
}

// Several may wait at a time: what waits longer has another track than what came first.
PerfettoTrace::Track PerfettoTrace::track_of_wait(NodeId node, PortId port, Cycle from, Cycle to) {
  const std::uint64_t output = std::uint64_t{node} * kMaxPorts + port;
  const std::uint64_t number = lane_of(lanes_[output], from, to);
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
