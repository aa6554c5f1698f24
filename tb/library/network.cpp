#include <utility>

#include <flitcast/network.h>

#include "tb/library/caller.h"
#include "tb/library/network_hardware.h"
#include "tb/library/network_model.h"
#include "tb/library/settings_keys.h"

namespace flitcast {

Network::Network(const Settings& settings) : Network(settings, Options()) {}

Network::Network(const Settings& settings, const Options& options)
    : model_(with_caller(options.watch, [&](Caller& caller) {
        VerificationForCaller proof(caller, true);
        return std::make_unique<NetworkModel>(network_hardware(raw_of(settings), &proof), options);
      })) {}

Network::Stuck::Stuck(const std::string& report) : std::runtime_error(report) {}
Network::Stuck::~Stuck() = default;

Network::~Network() = default;
Network::Network(Network&& other) noexcept = default;
Network& Network::operator=(Network&& other) noexcept = default;

std::uint32_t Network::nodes() const {
  return model_->nodes();
}

double Network::cycle_nanoseconds() const {
  return model_->config().clock_period_ns;
}

// ---- packets ----

bool Network::full(std::uint32_t source) const {
  return model_->full(source);
}

bool Network::fits(std::uint32_t flits) const {
  return model_->fits(flits);
}

bool Network::post(const Packet& packet) {
  return model_->post(packet);
}

std::size_t Network::waiting(std::uint32_t destination) const {
  return model_->ends().waiting(destination);
}

std::size_t Network::waiting(std::uint32_t destination, std::uint8_t message_class) const {
  return model_->ends().waiting(destination, message_class);
}

const Network::Arrival& Network::front(std::uint32_t destination) const {
  return model_->ends().front(destination);
}

const Network::Arrival& Network::front(std::uint32_t destination,
                                       std::uint8_t message_class) const {
  return model_->ends().front(destination, message_class);
}

void Network::pop(std::uint32_t destination) {
  model_->ends().pop(destination);
}

void Network::pop(std::uint32_t destination, std::uint8_t message_class) {
  model_->ends().pop(destination, message_class);
}

void Network::on_received(std::function<void(const Arrival&)> received) {
  model_->set_received(std::move(received));
}

void Network::on_sent(std::function<void(const Packet&)> sent) {
  model_->set_sent(std::move(sent));
}

// ---- time ----

Network::Cycle Network::now() const {
  return model_->now();
}

void Network::step() {
  model_->step();
}

void Network::run_until(Cycle cycle) {
  model_->run_until(cycle);
}

bool Network::run_to_next_event() {
  return model_->run_to_next_event();
}

Network::Cycle Network::next_event() const {
  return model_->next_event();
}

std::uint64_t Network::in_flight() const {
  return model_->in_flight();
}

std::string Network::stuck() const {
  return model_->stuck();
}

// ---- what has happened ----

Network::Statistics Network::statistics() const {
  return model_->statistics();
}

Network::Activity Network::activity() const {
  return model_->activity();
}

}  // namespace flitcast
