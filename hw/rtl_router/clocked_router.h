#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hw/link/link.h"
#include "hw/network_config.h"
#include "hw/packet.h"
#include "hw/router/parts/port_layout.h"
#include "hw/router/router_core.h"
#include "hw/rtl_router/protocol_violation.h"
#include "hw/rtl_router/rtl_parameters.h"
#include "hw/rtl_router/rtl_pins.h"
#include "hw/time/wake_queue.h"

namespace flitcast {

/// A router of the model with the pins of the one in SystemVerilog (hw/rtl/PINS.md), clocked as
/// that is: it shows in every cycle what a router of the same network sends there. Links of one
/// cycle lie between such routers that are wired to one another; registers make them longer.
class ClockedRouter {
 public:
  /// Throws std::invalid_argument where the network is none that routers in SystemVerilog are for,
  /// or has no router there. `policy` is the word of router.routing. `routing` must outlive it.
  ClockedRouter(const NetworkConfig& config, const Routing& routing, NodeId node,
                std::string_view policy);
  ClockedRouter(const ClockedRouter&) = delete;
  ClockedRouter& operator=(const ClockedRouter&) = delete;

  const RtlParameters& parameters() const { return parameters_; }
  /// An edge, and the cycle that begins with it. ProtocolViolation where what comes breaks the
  /// rules of neighbours.
  void clock(const FlitPins& in, FlitPins& out);

 private:
  static constexpr PacketHandle kNone = 0xFFFFFFFFU;

  struct Worm {
    NodeId destination;
    std::array<PortId, 2> ports;
    std::uint64_t route;       // as its header brings it
    std::deque<Word> headers;  // words of the head and address flits that have not left
  };
  struct Input {
    Link* link = nullptr;
    VirtualChannel* channel = nullptr;
    PacketHandle entering = kNone;
    std::uint32_t sequence = 0;      // of its next flit
    std::deque<PacketHandle> tails;  // per flit in the buffer: the worm that it ends, or kNone
  };
  struct Output {
    Link* link = nullptr;
    VirtualChannel* channel = nullptr;
    std::size_t uncredited = 0;  // flits that were shown
  };

  void attach(PortId port, const LinkParameters& parameters);
  void take_flit(const FlitPins& in, int port);
  Flit begin_worm(const FlitPins& in, int port, Input& input);
  Word header(std::uint64_t word, int port) const;
  void take_credits(const FlitPins& in);
  void show_flit(Output& output, int index, FlitPins& out);
  void show_credit(Input& input, int index, FlitPins& out);
  [[noreturn]] void fail(int port, const std::string& what) const;

  NetworkConfig config_;
  NodeId node_;
  RtlParameters parameters_;
  std::map<std::uint64_t, NodeId> nodes_;  // by address
  PacketPool packets_;
  std::map<PacketHandle, std::unique_ptr<Worm>> worms_;
  WakeQueue wakes_;
  LookaheadLimit lookahead_{wakes_};
  Alarm neighbours_;  // whom links wake for what leaves; they look in every cycle
  std::deque<Link> links_;
  std::unique_ptr<RouterCore> core_;
  std::vector<Input> inputs_;    // port-major
  std::vector<Output> outputs_;  // port-major
  Cycle now_ = 0;
  std::uint64_t worms_begun_ = 0;
};

}  // namespace flitcast
