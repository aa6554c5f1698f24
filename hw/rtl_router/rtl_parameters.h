#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hw/network_config.h"
#include "hw/routing/routing.h"

namespace flitcast {

/// Bits of the numbers 0 … count − 1; 0 of one number.
int bits_of(std::uint64_t count);

/// How a router in SystemVerilog finds the way of headers that bring none.
enum class RtlRouting { kTable, kEcube, kMesh, kTorus };

/// The parameters of observed_router.sv: what its structure depends on. All else that a node is
/// told about itself are straps.
struct RtlParameters {
  /// Bits of a flit's word in simulations: those of the model.
  static constexpr int kWordBits = 64;
  static constexpr int kIntervalBits = 8;
  /// Upper bits of the word of a header that routers pass on and do not look at.
  static constexpr int kTagBits = 8;
  /// Slots of the buffer of a local port.
  static constexpr int kLocalDepth = 2;

  int network_ports = 4;
  int local_ports = 1;
  int vcs = 1;
  int depth = 4;      ///< slots of an input buffer
  int max_delay = 0;  ///< the largest router.delay
  Switching switching = Switching::kWormhole;
  bool copies = false;  ///< intermediate reception
  RtlRouting routing = RtlRouting::kTable;
  int nodes = 64;           ///< of the table
  int coordinate_bits = 3;  ///< of meshes and tori
  int route_hops = 0;       ///< ports of a route that headers may bring

  int ports() const { return network_ports + local_ports; }
  int inputs() const { return ports() * vcs; }
  int dimensions() const { return (network_ports + 1) / 2; }
  int port_bits() const;
  int vc_bits() const;
  int input_bits() const;
  int route_bits() const;
  /// By the names that they have in the SystemVerilog.
  std::vector<std::pair<std::string, int>> named() const;
};

/// The parameters of routers for a network, of which the larger ones serve for smaller numbers,
/// too: depths, delays and tables are rounded up, so that many networks have the same routers.
RtlParameters rtl_parameters(const NetworkConfig& config, const Routing& routing);

/// Why the routers of a network cannot be ones in SystemVerilog: "link.duplex = half: ...".
/// `policy`: its word.
std::optional<std::string> not_in_rtl(const NetworkConfig& config, const Routing& routing,
                                      std::string_view policy);

}  // namespace flitcast
