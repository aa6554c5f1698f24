#include "tb/library/network_model.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include "tb/sim/measurements.h"
#include "tb/sim/model.h"

namespace flitcast {
namespace {

// What payload consists of: packets of other simulators have no words.
constexpr Word kWord = 0x0F17CA57'0F17CA57;

}  // namespace

NetworkModel::NetworkModel(const Config& config, const Network::Options& options)
    : config_(config),
      source_queue_(options.source_queue),
      rules_(config_),
      sequencer_(wakes_, config.network.duplex == Duplex::kHalf),
      fabric_(*config_.topology, *config_.routing, config_.network, packets_, *this, wakes_,
              sequencer_, chosen_cores(config_, *config_.routing)),
      names_(nodes()),
      lengths_(*config_.routing),
      sources_(nodes()),
      ends_(nodes()) {
  if (source_queue_ == 0) {
    throw std::invalid_argument("a source queue has room for one packet at least");
  }
  std::iota(names_.begin(), names_.end(), 0);
  if (options.activity) {
    activity_ = std::make_unique<DatedActivity>(*config_.topology, config_.network, wakes_);
    fabric_.attach_probe(*activity_);
  }
}

// ---- packets ----

bool NetworkModel::post(const Packet& packet) {
  rules_.check(packet);
  const bool is_reply = rules_.is_reply(packet);
  if (!is_reply && full(packet.source)) {
    return false;
  }
  const PacketHandle handle = make(packet);
  records_[handle].is_reply = is_reply;
  if (is_reply) {
    rules_.answer(packet);
    fabric_.ni(packet.source).post(handle, now_);
  } else {
    queue(handle);
    hand_over(sources_[packet.source], now_);
  }
  meter_.post(packet);
  ++in_flight_;
  last_post_ = now_;
  sequencer_.look_again();
  look_ahead();
  return true;
}

PacketHandle NetworkModel::make(const Packet& packet) {
  flitcast::Packet own{packet.source, &names_[packet.destination], 1, packet.flits, nullptr,
                       numbers_};
  own.message_class = packet.message_class;
  Record record;
  static_cast<Packet&>(record.packet) = packet;
  record.packet.number = numbers_++;
  record.packet.posted = now_;
  record.packet.injected = -1;
  const Routing& routing = *config_.routing;
  if (routing.draw() != nullptr) {
    record.way = &ways_.take();
    routing.draw_route(own, *record.way);
  } else if (routing.follows_base_routes()) {
    own.hops = lengths_.of(packet.source, packet.destination);
  }
  const PacketHandle handle = packets_.add(own);
  if (records_.size() <= handle) {
    records_.resize(handle + std::size_t{1});
  }
  records_[handle] = record;
  return handle;
}

void NetworkModel::queue(PacketHandle handle) {
  Source& source = sources_[records_[handle].packet.source];
  (source.first == kNoPacket ? source.first : records_[source.last].next) = handle;
  source.last = handle;
  ++source.packets;
}

// An interface has the packets that its ports send, and for each of them another that begins in the
// cycle in which it is free: so packets are sent as if the interface had them all.
void NetworkModel::hand_over(Source& source, Cycle now) {
  while (source.first != kNoPacket &&
         source.at_interface < 2 * static_cast<std::uint32_t>(config_.network.ports)) {
    const PacketHandle handle = source.first;
    Record& record = records_[handle];
    source.first = std::exchange(record.next, kNoPacket);
    ++source.at_interface;
    fabric_.ni(record.packet.source).post(handle, now);
  }
}

void NetworkModel::read(PacketHandle /*packet*/, std::uint32_t /*first*/, std::uint32_t count,
                        Word* out) {
  std::fill_n(out, count, kWord);
}

void NetworkModel::write(PacketHandle packet, NodeId /*at*/, std::uint32_t /*first*/,
                         std::uint32_t count, const Word* in) {
  Word turned = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    turned |= in[i] ^ kWord;
  }
  if (turned != 0) {
    records_[packet].packet.damaged = true;
  }
}

void NetworkModel::sent(PacketHandle packet, Cycle /*issued*/, Cycle injected) {
  Record& record = records_[packet];
  record.packet.injected = injected;
  meter_.leave(record.packet);
  if (!record.is_reply) {
    Source& source = sources_[record.packet.source];
    --source.packets;
    --source.at_interface;
    hand_over(source, wakes_.now());
  }
  if (sent_ != nullptr) {
    events_.add({wakes_.now() + 1, NetworkEvents::Event::kSent, record.packet.source,
                 record.packet.number, packet});
  }
}

void NetworkModel::received(PacketHandle packet, NodeId at, Cycle /*head_arrived*/,
                            Cycle tail_arrived) {
  events_.add({std::max(tail_arrived, wakes_.now() + 1), NetworkEvents::Event::kArrived, at,
               records_[packet].packet.number, packet});
}

// ---- time ----

void NetworkModel::require_quiet(const char* what) const {
  if (telling_) {
    throw std::logic_error(std::string(what) + " while the network tells what has happened");
  }
}

void NetworkModel::run_until(Cycle cycle) {
  require_quiet("time does not go on");
  if (cycle > kMostCycles) {
    throw std::out_of_range(fmt::format("time goes on to cycle {} at most", kMostCycles));
  }
  while (now_ < cycle) {
    go_to(cycle);
    tell();
  }
}

bool NetworkModel::run_to_next_event() {
  require_quiet("time does not go on");
  while (next_event() != WakeQueue::kNever) {
    go_to(WakeQueue::kNever);
    if (tell()) {
      return true;
    }
  }
  return false;
}

// To the first cycle in which something is told, `cycle` at the latest.
void NetworkModel::go_to(Cycle cycle) {
  while (sequencer_.next() < std::min(cycle, events_.next())) {
    sequencer_.step();
  }
  look_ahead();
  Cycle to = std::min(cycle, events_.next());
  if (to >= verdict_) {
    now_ = std::max(now_, verdict_);
    throw Network::Stuck(stuck());
  }
  if (to == WakeQueue::kNever) {  // requests wait for replies to others
    to = wakes_.now() + 1;
  }
  now_ = std::max(now_, to);
}

// What is to come, and whether anything is.
void NetworkModel::look_ahead() {
  const Cycle work = sequencer_.next();
  verdict_ = WakeQueue::kNever;
  if (work != WakeQueue::kNever) {
    quiet_until_ = std::min(work + 1, events_.next());
    return;
  }
  quiet_until_ = events_.next();
  if (quiet_until_ == WakeQueue::kNever && in_flight_ > 0 && !rules_.owes_replies()) {
    verdict_ = std::max(fabric_.last_arrival(), last_post_ + 1) + config_.stall_cycles;
    quiet_until_ = std::max(verdict_, now_ + 1);
  }
}

// Calls what is told may change what is to come, and post. Returns whether packets have arrived.
bool NetworkModel::tell() {
  bool any = false;
  while (events_.next() <= now_) {
    const NetworkEvents::Event event = events_.take();
    if (event.kind == NetworkEvents::Event::kArrived) {
      any = true;
      tell_arrival(event.packet);
    } else if (sent_ != nullptr) {
      const Packet packet = records_[event.packet].packet;
      const Telling telling(telling_);
      sent_(packet);
    }
  }
  look_ahead();
  return any;
}

void NetworkModel::tell_arrival(PacketHandle handle) {
  Record& record = records_[handle];
  record.packet.arrived = now_;
  const Arrival arrival = record.packet;
  if (record.way != nullptr) {
    ways_.give_back(*record.way);
  }
  packets_.remove(handle);
  meter_.arrive(arrival);
  --in_flight_;
  rules_.arrive(arrival);
  if (received_ == nullptr) {
    ends_.push(arrival);
    return;
  }
  const Telling telling(telling_);
  received_(arrival);
}

// ---- reports ----

std::string NetworkModel::stuck() const {
  if (verdict_ == WakeQueue::kNever) {
    return "";
  }
  StuckReport report;
  report.position = fmt::format("with {} of {} packets under way", in_flight_, numbers_);
  report.last_progress = fabric_.last_arrival();
  report.given_up = fabric_.retransmissions().given_up;
  report.verdict = verdict_;
  describe_network(fabric_, *config_.topology, config_.network, packets_, report);
  return stuck_text(report);
}

Network::Activity NetworkModel::activity() const {
  if (activity_ == nullptr) {
    throw std::logic_error("the activity of the network is not counted; give Options::activity");
  }
  return activity_->counted(now_);
}

}  // namespace flitcast
