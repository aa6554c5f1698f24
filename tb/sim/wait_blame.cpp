#include "tb/sim/wait_blame.h"

#include <algorithm>

namespace flitcast {
namespace {

/// Flits that follow each other directly may stand still one by one.
constexpr Cycle kBetweenFlits = 1;

}  // namespace

WaitBlame::WaitBlame(std::size_t jobs, const Config& config)
    : topology_(*config.topology),
      jobs_(jobs),
      send_ports_(config.network.ports),
      serial_(config.network.pipeline.injects_serially()),
      half_duplex_(config.network.duplex == Duplex::kHalf),
      vcs_(static_cast<std::size_t>(config.network.vcs)),
      ports_(static_cast<std::size_t>(topology_.network_ports()) +
             topology_.seats() * static_cast<std::size_t>(send_ports_)),
      channel_(config.network.pipeline.staged() ? config.network.pipeline.until_channel() : 0),
      outputs_(topology_.nodes() * ports_),
      lanes_(topology_.nodes() * ports_ * vcs_),
      inputs_(topology_.nodes() * ports_ * vcs_),
      leaving_(topology_.nodes() * ports_),
      sends_(topology_.processors() * static_cast<std::size_t>(send_ports_)),
      injection_(sends_.size()),
      sent_(topology_.nodes()),
      sent_to_(topology_.nodes(), kNoPort),
      blamed_(jobs) {}

void WaitBlame::begin(Model& model) {
  packets_ = &model.packets();
  for (const Fabric::NetworkLink& link : model.fabric().network_links()) {
    Output& out = output(link.from, link.source_port);
    out.far = {link.to, static_cast<int>(static_cast<std::size_t>(link.sink_port) * vcs_),
               link.link->delay()};
    out.interval = link.link->cycles_per_flit();
  }
  for (const Fabric::LocalLinks& local : model.fabric().local_links()) {
    injection_[send(local.node, local.interface_port)] = local.injection->delay();
  }
  model.fabric().attach_probe(*this);
}

void WaitBlame::end(const std::optional<StuckReport>& /*stuck*/) {
  const std::size_t inputs = ports_ * vcs_;
  for (std::size_t place = 0; place < inputs_.size(); ++place) {
    const auto node = static_cast<NodeId>(place / inputs);
    const int index = static_cast<int>(place % inputs);
    const Waited header = inputs_[place].header;
    if (header.from < header.to) {
      count_header(node, index, job_of(header.packet), header.port, output(node, header.port).vc);
    }
  }
}

// ---- who holds what ----

void WaitBlame::passes(WaitHistory& place, const Holder& holder, Cycle at, Cycle cycles) {
  place.is(at, holder);
  place.is(at + cycles, {});
}

void WaitBlame::flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) {
  Output& out = output(node, port);
  const Holder holder{job_of(flit.packet), -1};
  out.holder.is(at, holder);
  passes(out.passing, holder, at, out.interval);
  lanes_[lane(node, output_vc(port, flit.vc))].is(at, holder);
  out.vc = flit.vc;
  sent_[node] = flit;
  sent_to_[node] = port;
  if (out.far.node == kNoNode) {
    return;
  }
  if (half_duplex_) {
    output(out.far.node, topology_.entry_port(node, port)).holder.is(at, holder);
  }
  if ((flit.kind & flit_kind::kHead) != 0) {
    input(out.far.node, out.far.first_input + flit.vc)
        .heads.emplace_back(flit.packet, at + out.far.credit);
  }
}

void WaitBlame::flit_injected(NodeId node, int port, const Flit& flit, Cycle at) {
  if ((flit.kind & flit_kind::kHead) == 0) {
    return;
  }
  const int local = topology_.network_ports() + topology_.local_port({node, port}, send_ports_);
  input(topology_.router_of(node), local * static_cast<int>(vcs_) + flit.vc)
      .heads.emplace_back(flit.packet, at + injection_[send(node, port)]);
}

// A flit that leaves has been sent just before.
void WaitBlame::flit_left(NodeId node, int index, Cycle at) {
  const Flit& flit = sent_[node];
  const PortId port = sent_to_[node];
  const Holder holder{job_of(flit.packet), static_cast<std::int16_t>(index)};
  Input& in = input(node, index);
  if (in.header.from < in.header.to) {
    count_header(node, index, holder.job, port, flit.vc);
  }
  output(node, port).holder.is(at, holder);
  lanes_[lane(node, output_vc(port, flit.vc))].is(at, holder);
  passes(leaving_[node * ports_ + static_cast<std::size_t>(index) / vcs_], holder, at, 1);
  in.packet = flit.packet;
  in.vc = flit.vc;
}

void WaitBlame::bodies_moved(NodeId node, int index, PortId port, const Flit& first,
                             std::uint32_t count, Cycle at, Cycle interval) {
  flit_sent(node, port, first, at);
  flit_left(node, index, at);
  const Holder holder{job_of(first.packet), static_cast<std::int16_t>(index)};
  passes(output(node, port).passing, holder, at, count * interval);
  passes(leaving_[node * ports_ + static_cast<std::size_t>(index) / vcs_], holder, at,
         count * interval);
}

template <typename Visit>
void WaitBlame::visit_fronts(NodeId node, int index, Cycle from, Cycle to, Visit&& visit) {
  const Input& in = input(node, index);
  in.stalls.visit(from, to, [&](Cycle begin, Cycle end, const Holder& other) {
    if (other.job != WaitHistory::kNobody) {
      visit(begin, end, other.job);
      return;
    }
    in.fronts.visit(begin, end,
                    [&](Cycle x, Cycle y, const Holder& front) { visit(x, y, front.job); });
  });
}

// A header that comes to the front has waited since it came.
void WaitBlame::vc_changed(NodeId node, int index, const InputVcView& view, Cycle at) {
  Input& in = input(node, index);
  if (view.packet == kNoPacket) {
    in.fronts.is(at, {});
    return;
  }
  const std::uint16_t own = job_of(view.packet);
  if (!in.heads.empty() && in.heads.front().first == view.packet) {
    const Cycle since = in.heads.front().second;
    in.heads.erase(in.heads.begin());
    visit_fronts(node, index, since, at, [&](Cycle from, Cycle to, std::uint16_t job) {
      if (job != WaitHistory::kNobody) {
        count(buffer(own, node, index), job, to - from);
      }
    });
  }
  in.fronts.is(at, {own, -1});
}

template <typename Visit>
void WaitBlame::visit_holders(NodeId node, const WaitHistory& place, std::uint16_t own, Cycle from,
                              Cycle to, Visit&& visit) {
  place.visit(from, to, [&](Cycle begin, Cycle end, const Holder& holder) {
    if (holder.job == WaitHistory::kNobody || holder.input < 0) {
      visit(begin, end, holder.job == WaitHistory::kNobody ? own : holder.job);
      return;
    }
    input(node, holder.input).stalls.visit(begin, end, [&](Cycle x, Cycle y, const Holder& other) {
      visit(x, y, other.job == WaitHistory::kNobody ? holder.job : other.job);
    });
  });
}

template <typename Visit>
void WaitBlame::visit_turns(NodeId node, int index, PortId port, std::uint16_t own, Cycle from,
                            Cycle to, Visit&& visit) {
  const Output& out = output(node, port);
  const WaitHistory& leaving = leaving_[node * ports_ + static_cast<std::size_t>(index) / vcs_];
  out.passing.visit(
      from + channel_, to + channel_, [&](Cycle begin, Cycle end, const Holder& passing) {
        if (passing.job != WaitHistory::kNobody) {
          visit(begin - channel_, end - channel_, passing.job);
          return;
        }
        leaving.visit(begin - channel_, end - channel_, [&](Cycle x, Cycle y, const Holder& other) {
          if (other.job != WaitHistory::kNobody) {
            visit(x, y, other.job);
          } else {
            visit_holders(node, out.holder, own, x, y, visit);
          }
        });
      });
}

// What stood still so long ago that the credit comes now.
template <typename Visit>
void WaitBlame::visit_room(NodeId node, int index, PacketHandle packet, PortId port, Cycle from,
                           Cycle to, Visit&& visit) {
  Output& out = output(node, port);
  const Input& in = input(node, index);
  const std::uint16_t own = job_of(packet);
  const auto last = [&](Cycle begin, Cycle end) {
    out.holder.visit(begin, end, [&](Cycle x, Cycle y, const Holder& holder) {
      visit(x, y, holder.job == WaitHistory::kNobody ? own : holder.job);
    });
  };
  if (out.far.node == kNoNode) {
    last(from, to);
    return;
  }
  const int vc = in.packet == packet ? in.vc : out.vc;
  const Cycle credit = out.far.credit;
  visit_fronts(out.far.node, out.far.first_input + vc, from - credit, to - credit,
               [&](Cycle x, Cycle y, std::uint16_t job) {
                 if (job == WaitHistory::kNobody) {
                   last(x + credit, y + credit);
                 } else {
                   visit(x + credit, y + credit, job);
                 }
               });
}

// ---- who waits ----

void WaitBlame::worm_waited(NodeId node, int index, PacketHandle packet, PortId port,
                            WaitCause cause, Cycle cycles, Cycle at) {
  if (cycles <= 0) {
    return;
  }
  Input& in = input(node, index);
  const bool asks_for_lane = cause == WaitCause::kContention || cause == WaitCause::kPort;
  if (asks_for_lane && !half_duplex_ && in.packet != packet) {
    in.header = {at - cycles, at, packet, port};
    return;
  }
  const std::uint16_t own = job_of(packet);
  BlamedChannel& waits = channel(own, node, port);
  std::vector<std::pair<Cycle, std::uint16_t>> reasons;
  const auto blame = [&](Cycle from, Cycle to, std::uint16_t job) {
    count(waits, job, to - from);
    reasons.emplace_back(from, job);
  };
  if (cause == WaitCause::kCredit) {
    visit_room(node, index, packet, port, at - cycles, at, blame);
  } else if (cause == WaitCause::kSerialisation) {
    visit_turns(node, index, port, own, at - cycles, at, blame);
  } else {
    visit_holders(node, output(node, port).holder, own, at - cycles, at, blame);
  }
  stand_still(node, index, reasons, at);
}

void WaitBlame::count_header(NodeId node, int index, std::uint16_t job, PortId port, int vc) {
  const Waited waited = std::exchange(input(node, index).header, {});
  BlamedChannel& waits = channel(job, node, port);
  std::vector<std::pair<Cycle, std::uint16_t>> reasons;
  visit_holders(node, lanes_[lane(node, output_vc(port, vc))], job, waited.from, waited.to,
                [&](Cycle from, Cycle to, std::uint16_t other) {
                  count(waits, other, to - from);
                  reasons.emplace_back(from, other);
                });
  stand_still(node, index, reasons, waited.to);
}

void WaitBlame::stand_still(NodeId node, int index,
                            const std::vector<std::pair<Cycle, std::uint16_t>>& reasons, Cycle to) {
  WaitHistory& stalls = input(node, index).stalls;
  for (const auto& [from, job] : reasons) {
    stalls.is_again(from, {job, -1}, kBetweenFlits);
  }
  stalls.is(to, {});
}

void WaitBlame::posted(NodeId /*node*/, PacketHandle packet, Cycle at) {
  if (packet >= posted_.size()) {
    posted_.resize(packet + std::size_t{1});
  }
  posted_[packet] = at;
}

void WaitBlame::send_changed(NodeId node, int port, SendState state, PacketHandle packet,
                             Cycle at) {
  if (state != SendState::kStartup) {
    return;
  }
  const std::uint16_t own = job_of(packet);
  WaitHistory& holder = sends_[send(node, serial_ ? 0 : port)];
  const Cycle since = posted_[packet];
  holder.visit(since, std::max(since, at), [&](Cycle from, Cycle to, const Holder& other) {
    count(blamed(own, Kind::kSendPort, node, node),
          other.job == WaitHistory::kNobody ? own : other.job, to - from);
  });
  holder.is(at, {own, -1});
}

// ---- what comes of it ----

void WaitBlame::count(BlamedChannel& channel, std::uint16_t job, Cycle cycles) {
  channel.waits += cycles;
  channel.by_job[job] += cycles;
}

BlamedChannel& WaitBlame::blamed(std::size_t job, Kind kind, NodeId from, NodeId to) {
  const auto [found, fresh] = blamed_[job].try_emplace({kind, from, to});
  if (fresh) {
    found->second = {kind, from, to, 0, std::vector<Cycle>(jobs_)};
  }
  return found->second;
}

BlamedChannel& WaitBlame::channel(std::size_t job, NodeId node, PortId port) {
  if (port < topology_.network_ports()) {
    return blamed(job, Kind::kLink, node, topology_.neighbour(node, port));
  }
  const NodeId own = processor(node, port);
  return blamed(job, Kind::kReceivePort, own, own);
}

BlamedChannel& WaitBlame::buffer(std::size_t job, NodeId node, int input) {
  const auto port = static_cast<PortId>(static_cast<std::size_t>(input) / vcs_);
  const NodeId from =
      port < topology_.network_ports() ? topology_.upstream(node, port) : processor(node, port);
  return blamed(job, Kind::kBuffer, from, node);
}

std::vector<BlamedChannel> WaitBlame::channels(std::size_t job) const {
  std::vector<BlamedChannel> channels;
  for (const auto& [place, channel] : blamed_[job]) {
    channels.push_back(channel);
  }
  std::stable_sort(
      channels.begin(), channels.end(),
      [](const BlamedChannel& a, const BlamedChannel& b) { return a.waits > b.waits; });
  return channels;
}

}  // namespace flitcast
