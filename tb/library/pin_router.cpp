#include <stdexcept>
#include <string>

#include <flitcast/pin_router.h>

#include "hw/rtl_router/clocked_router.h"
#include "hw/rtl_router/rtl_pins.h"
#include "tb/library/network_hardware.h"
#include "tb/library/settings_keys.h"

namespace flitcast {
namespace {

std::uint16_t kind_of(const PinRouter::Flit& flit) {
  std::uint16_t kind = flit_kind::kNone;
  const auto add = [&](bool set, std::uint16_t bit) {
    kind = static_cast<std::uint16_t>(kind | (set ? bit : 0));
  };
  add(flit.head, flit_kind::kHead);
  add(flit.tail, flit_kind::kTail);
  add(flit.address, flit_kind::kAddress);
  add(flit.more, flit_kind::kMore);
  return kind;
}

}  // namespace

class PinRouter::Clocked {
 public:
  Clocked(const Settings& settings, NodeId node_number)
      : config(network_hardware(raw_of(settings))), node(node_number) {
    reset();
    in.emplace(router->parameters(), FlitPins::Side::kInputs);
    out.emplace(router->parameters(), FlitPins::Side::kOutputs);
    shown.flits.resize(static_cast<std::size_t>(ports()));
    shown.credits.resize(static_cast<std::size_t>(router->parameters().inputs()));
  }

  void reset() {
    router = std::make_unique<ClockedRouter>(config.network, *config.routing, node,
                                             config.routing_policy->word);
  }
  int ports() const { return router->parameters().ports(); }
  void require_port(int port) const {
    if (port < 0 || port >= ports()) {
      throw std::out_of_range("there is no port " + std::to_string(port) +
                              "; there are ports 0 to " + std::to_string(ports() - 1));
    }
  }
  const Topology& topology() const { return config.routing->topology(); }
  void put(const Pins& pins);
  void get();

  Config config;
  NodeId node;
  std::unique_ptr<ClockedRouter> router;
  std::optional<FlitPins> in;
  std::optional<FlitPins> out;
  Pins shown;
};

void PinRouter::Clocked::put(const Pins& pins) {
  if (pins.flits.size() != shown.flits.size() || pins.credits.size() != shown.credits.size()) {
    throw std::invalid_argument("pins of inputs are " + std::to_string(shown.flits.size()) +
                                " flits and " + std::to_string(shown.credits.size()) + " credits");
  }
  in->clear();
  for (int port = 0; port < ports(); ++port) {
    const Flit& flit = pins.flits[static_cast<std::size_t>(port)];
    if (flit.valid) {
      (*in)[Pin::kValid].set(port);
      in->put_kind(port, kind_of(flit));
      (*in)[Pin::kVc].put(port, flit.vc);
      (*in)[Pin::kWord].put(port, flit.word);
      (*in)[Pin::kRoute].put(port, flit.route);
    }
  }
  const RtlParameters& parameters = router->parameters();
  for (int index = 0; index < parameters.network_ports * parameters.vcs; ++index) {
    if (pins.credits[static_cast<std::size_t>(index)]) {
      (*in)[Pin::kCredit].set(index);
    }
  }
}

void PinRouter::Clocked::get() {
  const FlitPins& pins = *out;
  for (int port = 0; port < ports(); ++port) {
    Flit& flit = shown.flits[static_cast<std::size_t>(port)];
    flit = Flit();
    if (pins[Pin::kValid].bit(port)) {
      const std::uint16_t kind = pins.kind(port);
      flit = {true,
              (kind & flit_kind::kHead) != 0,
              (kind & flit_kind::kTail) != 0,
              (kind & flit_kind::kAddress) != 0,
              (kind & flit_kind::kMore) != 0,
              static_cast<std::uint32_t>(pins[Pin::kVc].get(port)),
              pins[Pin::kWord].get(port),
              pins[Pin::kRoute].get(port)};
    }
  }
  for (std::size_t index = 0; index < shown.credits.size(); ++index) {
    shown.credits[index] = pins[Pin::kCredit].bit(static_cast<int>(index));
  }
}

PinRouter::PinRouter(const Settings& settings, std::uint32_t node)
    : clocked_(std::make_unique<Clocked>(settings, node)) {}

PinRouter::~PinRouter() = default;
PinRouter::PinRouter(PinRouter&& other) noexcept = default;
PinRouter& PinRouter::operator=(PinRouter&& other) noexcept = default;

int PinRouter::network_ports() const {
  return clocked_->router->parameters().network_ports;
}

int PinRouter::ports() const {
  return clocked_->ports();
}

int PinRouter::virtual_channels() const {
  return clocked_->router->parameters().vcs;
}

std::optional<PinRouter::End> PinRouter::neighbour(int port) const {
  clocked_->require_port(port);
  const Topology& topology = clocked_->topology();
  const auto leaving = static_cast<PortId>(port);
  const NodeId node = topology.neighbour(clocked_->node, leaving);
  if (node == kNoNode) {
    return std::nullopt;
  }
  return End{node, topology.entry_port(clocked_->node, leaving)};
}

bool PinRouter::connected(int port) const {
  clocked_->require_port(port);
  return port < network_ports() ? neighbour(port).has_value()
                                : clocked_->node < clocked_->topology().processors();
}

std::uint64_t PinRouter::header(std::uint32_t destination, std::uint32_t flits) const {
  if (destination >= clocked_->topology().nodes()) {
    throw std::invalid_argument("there is no node " + std::to_string(destination));
  }
  if (flits == 0) {
    throw std::invalid_argument("a worm has one flit at least, its header");
  }
  return rtl_address(clocked_->router->parameters(), clocked_->topology(), destination) |
         std::uint64_t{flits} << 32U;
}

void PinRouter::reset() {
  clocked_->reset();
}

PinRouter::Pins PinRouter::idle() const {
  Pins pins;
  pins.flits.resize(clocked_->shown.flits.size());
  pins.credits.resize(clocked_->shown.credits.size());
  return pins;
}

const PinRouter::Pins& PinRouter::clock(const Pins& inputs) {
  clocked_->put(inputs);
  clocked_->router->clock(*clocked_->in, *clocked_->out);
  clocked_->get();
  return clocked_->shown;
}

}  // namespace flitcast
