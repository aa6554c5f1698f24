#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <flitcast/export.h>
#include <flitcast/settings.h>

namespace flitcast {

/// One router of a network, with pins: those of the router in SystemVerilog, with the same times.
/// hw/rtl/PINS.md says what each pin is. What a neighbour shows in a cycle is on the inputs of the
/// next one, over a link of one cycle; registers in between make links longer.
class FLITCAST_EXPORT PinRouter {
 public:
  /// What is on the pins of a port: a flit, or nothing.
  struct Flit {
    bool valid = false;
    bool head = false;
    bool tail = false;
    bool address = false;
    bool more = false;
    std::uint32_t vc = 0;
    std::uint64_t word = 0;
    std::uint64_t route = 0;
  };
  /// What is on all pins of one side in a cycle.
  struct Pins {
    std::vector<Flit> flits;  ///< by port
    /// Per virtual channel, v of port p being number p·virtual_channels() + v: a slot of an input
    /// buffer has become free; on the inputs, one behind a network port.
    std::vector<bool> credits;
  };
  /// Where the link of an output leads.
  struct End {
    std::uint32_t node = 0;
    int port = 0;
  };

  /// The router of a node in the network that the settings describe (see Network::Network). Throws
  /// InputError for settings that are wrong, and std::invalid_argument where there is no such
  /// router, or the network is not one of routers in SystemVerilog.
  PinRouter(const Settings& settings, std::uint32_t node);
  ~PinRouter();
  /// One that was moved from may only be destroyed or assigned to.
  PinRouter(PinRouter&& other) noexcept;
  PinRouter& operator=(PinRouter&& other) noexcept;

  /// Network ports come first; then as many local ones as a node has.
  int network_ports() const;
  int ports() const;
  int virtual_channels() const;
  // Numbers of ports that there are not throw std::out_of_range.

  /// The input at the other end of a network port's link; nothing where there is no link.
  std::optional<End> neighbour(int port) const;
  /// Whether a port leads anywhere, local ones included.
  bool connected(int port) const;

  /// The word of a header: its destination, and the flits of its worm, header included. Throws
  /// std::invalid_argument where there is no such node, or are no flits.
  std::uint64_t header(std::uint32_t destination, std::uint32_t flits) const;

  /// As after its construction.
  void reset();
  /// Pins of inputs, all low.
  Pins idle() const;
  /// An edge with these inputs; what the outputs show in the cycle that it begins. Throws
  /// std::runtime_error where the inputs break the rules of the protocol, std::invalid_argument
  /// where they are not as many as idle() has.
  const Pins& clock(const Pins& inputs);

 private:
  class Clocked;
  std::unique_ptr<Clocked> clocked_;
};

}  // namespace flitcast
