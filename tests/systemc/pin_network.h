#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <flitcast/systemc/router_pins.h>
#include <systemc>

namespace flitcast {

/// Signals of one direction between two ports.
struct PinSignals {
  explicit PinSignals(std::size_t vcs) : credit(sc_core::sc_gen_unique_name("credit"), vcs) {}
  sc_core::sc_signal<bool> valid, head, tail, address, more;
  sc_core::sc_signal<std::uint32_t> vc;
  sc_core::sc_signal<std::uint64_t> word, route;
  sc_core::sc_vector<sc_core::sc_signal<bool>> credit;  // the other way

  /// The output of a router, or the input of one.
  void bind_output(systemc::RouterPins& router, std::size_t port) {
    router.out_valid[port](valid);
    router.out_head[port](head);
    router.out_tail[port](tail);
    router.out_address[port](address);
    router.out_more[port](more);
    router.out_vc[port](vc);
    router.out_word[port](word);
    router.out_route[port](route);
  }
  void bind_input(systemc::RouterPins& router, std::size_t port) {
    router.in_valid[port](valid);
    router.in_head[port](head);
    router.in_tail[port](tail);
    router.in_address[port](address);
    router.in_more[port](more);
    router.in_vc[port](vc);
    router.in_word[port](word);
    router.in_route[port](route);
  }
};

/// Routers with pins at all nodes of a network, wired to one another by signals; the signals of the
/// nodes' ends are free. One local port a node.
class PinNetwork {
 public:
  PinNetwork(const Settings& settings, std::uint32_t nodes) {
    for (std::uint32_t node = 0; node < nodes; ++node) {
      routers.push_back(std::make_unique<systemc::RouterPins>(
          ("router_" + std::to_string(node)).c_str(), settings, node));
      routers[node]->clk(clock);
      routers[node]->rst(reset);
    }
    const auto vcs = static_cast<std::size_t>(routers[0]->router().virtual_channels());
    for (std::uint32_t node = 0; node < nodes; ++node) {
      systemc::RouterPins& router = *routers[node];
      for (int port = 0; port < router.router().network_ports(); ++port) {
        if (const auto end = router.router().neighbour(port)) {
          wire(router, static_cast<std::size_t>(port), *routers[end->node],
               static_cast<std::size_t>(end->port), vcs);
        }
      }
      const auto local = static_cast<std::size_t>(router.router().network_ports());
      to_router.push_back(std::make_unique<PinSignals>(1));
      from_router.push_back(std::make_unique<PinSignals>(1));
      to_router[node]->bind_input(router, local);
      router.in_credit[local * vcs](to_router[node]->credit[0]);
      from_router[node]->bind_output(router, local);
    }
  }

  sc_core::sc_clock clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
  sc_core::sc_signal<bool> reset{"reset"};
  std::vector<std::unique_ptr<systemc::RouterPins>> routers;
  std::vector<std::unique_ptr<PinSignals>> to_router;    // from the node
  std::vector<std::unique_ptr<PinSignals>> from_router;  // to the node

 private:
  void wire(systemc::RouterPins& from, std::size_t port, systemc::RouterPins& to, std::size_t entry,
            std::size_t vcs) {
    links_.push_back(std::make_unique<PinSignals>(vcs));
    PinSignals& link = *links_.back();
    link.bind_output(from, port);
    link.bind_input(to, entry);
    for (std::size_t vc = 0; vc < vcs; ++vc) {
      to.in_credit[entry * vcs + vc](link.credit[vc]);
      from.out_credit[port * vcs + vc](link.credit[vc]);
    }
  }

  std::vector<std::unique_ptr<PinSignals>> links_;
};

}  // namespace flitcast
