#include <cmath>
#include <stdexcept>
#include <string>

#include <flitcast/systemc/network_module.h>

namespace flitcast::systemc {

using sc_core::sc_time;
using sc_core::sc_time_stamp;

namespace {

/// More cycles than a setting can have.
constexpr Network::Cycle kSettled = Network::Cycle{1} << 32U;

sc_time exact_period(double nanoseconds) {
  const double ticks = nanoseconds * 1e-9 / sc_core::sc_get_time_resolution().to_seconds();
  const sc_time period(nanoseconds, sc_core::SC_NS);
  if (period == sc_core::SC_ZERO_TIME || std::abs(ticks - std::round(ticks)) > 1e-6 * ticks) {
    throw std::invalid_argument("clock.period: " + std::to_string(nanoseconds) +
                                " ns is no multiple of SystemC's time resolution, " +
                                sc_core::sc_get_time_resolution().to_string());
  }
  return period;
}

}  // namespace

NetworkModule::NetworkModule(sc_core::sc_module_name name, const Settings& settings,
                             const Network::Options& options)
    : sc_core::sc_module(name),
      settings_(settings),
      network_(settings, options),
      period_(exact_period(network_.cycle_nanoseconds())),
      nodes_(network_.nodes()) {
  network_.on_received([this](const Network::Arrival& arrival) {
    nodes_[arrival.destination].client->received(arrival);
  });
  network_.on_sent([](const Network::Packet& /*packet*/) {});  // room is an event
  SC_METHOD(step);
  dont_initialize();
  sensitive << wake_;
}

NetworkModule::~NetworkModule() = default;

void NetworkModule::attach(std::uint32_t node, NetworkClient& client) {
  if (node >= nodes_.size()) {
    throw std::invalid_argument(std::string(name()) + " has no node " + std::to_string(node) +
                                ": it has " + std::to_string(nodes_.size()));
  }
  NetworkClient*& place = nodes_[node].client;
  if (place != nullptr && place != &client) {
    throw std::invalid_argument(std::string(name()) + ": node " + std::to_string(node) +
                                " has two clients");
  }
  place = &client;
}

void NetworkModule::send(const Network::Packet& packet) {
  for (const std::uint32_t node : {packet.source, packet.destination}) {
    if (node >= nodes_.size() || nodes_[node].client == nullptr) {
      throw std::invalid_argument(std::string(name()) + ": a packet goes from node " +
                                  std::to_string(packet.source) + " to node " +
                                  std::to_string(packet.destination) + ", and node " +
                                  std::to_string(node) + " has no client");
    }
  }
  if (!network_.fits(packet.flits)) {
    throw std::invalid_argument(std::string(name()) + ": a packet of " +
                                std::to_string(packet.flits) +
                                " flits is larger than the network takes");
  }
  std::deque<Network::Packet>& queue = nodes_[packet.source].queue;
  if (queue.empty()) {
    waiting_.push_back(packet.source);
  }
  queue.push_back(packet);
  wake_.notify(until_edge());
}

/// Time to the next edge; 0 at an edge.
sc_time NetworkModule::until_edge() const {
  const sc_dt::uint64 past = sc_time_stamp().value() % period_.value();
  return past == 0 ? sc_core::SC_ZERO_TIME : sc_time::from_value(period_.value() - past);
}

void NetworkModule::step() {
  network_.run_until(static_cast<Network::Cycle>(sc_time_stamp().value() / period_.value()));
  post_queued();
  sleep();
}

void NetworkModule::post_queued() {
  std::vector<std::uint32_t> waiting;
  waiting.swap(waiting_);
  for (const std::uint32_t source : waiting) {
    Node& node = nodes_[source];
    while (!node.queue.empty() && network_.post(node.queue.front())) {
      const Network::Packet packet = node.queue.front();
      node.queue.pop_front();
      node.client->posted(packet);
    }
    if (!node.queue.empty()) {
      waiting_.push_back(source);
    }
  }
}

void NetworkModule::sleep() {
  const Network::Cycle next = network_.next_event();
  if (next != Network::kNever) {
    wake_.notify(sc_time::from_value(static_cast<sc_dt::uint64>(next) * period_.value()) -
                 sc_time_stamp());
  }
}

sc_time NetworkModule::alone(std::uint32_t source, std::uint32_t destination, std::uint32_t flits) {
  const auto known = alone_.find({source, destination, flits});
  if (known != alone_.end()) {
    return known->second;
  }
  if (empty_network_ == nullptr) {
    empty_network_ = std::make_unique<Network>(settings_);
  }
  // The last packet keeps nothing busy any more.
  empty_network_->run_until(empty_network_->now() + kSettled);
  Network::Packet packet;
  packet.source = source;
  packet.destination = destination;
  packet.flits = flits;
  empty_network_->post(packet);
  empty_network_->run_to_next_event();
  const Network::Arrival& arrival = empty_network_->front(destination);
  const sc_time time = sc_time::from_value(
      static_cast<sc_dt::uint64>(arrival.arrived - arrival.posted) * period_.value());
  empty_network_->pop(destination);
  alone_.emplace(std::make_tuple(source, destination, flits), time);
  return time;
}

}  // namespace flitcast::systemc
