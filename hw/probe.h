#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hw/flit.h"
#include "hw/types.h"
#include "hw/waits.h"

namespace flitcast {

/// No packet.
inline constexpr PacketHandle kNoPacket = 0xFFFFFFFFU;

/// What the worm in front of a router's input virtual channel is doing.
enum class VcState : std::uint8_t {
  kIdle,         ///< there is none
  kRouting,      ///< its header is in the router's pipeline (store-and-forward: or awaits its tail)
  kBlockedOnVc,  ///< waits for a network output that other worms hold
  kBlockedOnPort,    ///< waits for a local output, a receive port of the node
  kBlockedOnCredit,  ///< holds an output, whose buffer is full
  kActive,           ///< holds an output and goes on
  kAbsorbing,        ///< likewise, and the node takes a copy
};
/// Their names in results and waveforms, by value.
inline constexpr std::array<std::string_view, 7> kVcStateNames{
    "idle",   "routing",  "blocked_on_vc", "blocked_on_port", "blocked_on_credit",
    "active", "absorbing"};
static_assert(kVcStateNames.size() == static_cast<std::size_t>(VcState::kAbsorbing) + 1);
constexpr std::string_view to_string(VcState state) {
  return kVcStateNames[static_cast<std::size_t>(state)];
}

/// An input virtual channel as seen from outside.
struct InputVcView {
  VcState state = VcState::kIdle;
  PacketHandle packet = kNoPacket;  ///< the worm in front
  PortId wanted = kNoPort;          ///< output port it holds or asks for
};

/// What a send port of a network interface is doing.
enum class SendState : std::uint8_t { kIdle, kStartup, kSending };

/// Receives what happens in the hardware. Modules report ahead of time what they decide ahead of
/// time: every event carries its date, `at`, which lies at most one cycle before the cycle being
/// simulated. The events of one input VC, link or port come in the order of their dates. Packets
/// are valid when an event is reported, maybe no longer at its date.
///
/// An observer overrides what it wants to know; runs of body flits come flit by flit to one that
/// does not take them as runs.
class Probe {
 public:
  virtual ~Probe() = default;

  /// Output `port` of router `node` accepts `flit`, for virtual channel flit.vc.
  virtual void flit_sent(NodeId /*node*/, PortId /*port*/, const Flit& /*flit*/, Cycle /*at*/) {}
  /// The oldest flit leaves the buffer of input VC `input` (port·vcs + vc) of router `node`. Every
  /// flit that leaves is sent as well; what the node copies (VcState::kAbsorbing) is sent once
  /// more.
  virtual void flit_left(NodeId /*node*/, int /*input*/, Cycle /*at*/) {}
  /// Both for `count` > 0 body flits of a worm, alike but for their content: they leave input VC
  /// `input` by output `port`, one every `interval` cycles from `at` on.
  virtual void bodies_moved(NodeId node, int input, PortId port, const Flit& first,
                            std::uint32_t count, Cycle at, Cycle interval) {
    for (std::uint32_t i = 0; i < count; ++i) {
      flit_sent(node, port, first, at + i * interval);
      flit_left(node, input, at + i * interval);
    }
  }
  /// Input VC `input` of router `node` is as `view` from `at` on.
  virtual void vc_changed(NodeId /*node*/, int /*input*/, const InputVcView& /*view*/,
                          Cycle /*at*/) {}
  /// A flit that stood ready for output `port` of router `node` goes on at `at` (or the run ends
  /// there), after `cycles` without leave. Comes beside the states of its input VC, in any order.
  virtual void waited(NodeId /*node*/, PortId /*port*/, WaitCause /*cause*/, Cycle /*cycles*/,
                      Cycle /*at*/) {}
  /// The same, for one that looks at whose flit it is: of `packet`, in front of input VC `input`.
  virtual void worm_waited(NodeId node, int /*input*/, PacketHandle /*packet*/, PortId port,
                           WaitCause cause, Cycle cycles, Cycle at) {
    waited(node, port, cause, cycles, at);
  }
  /// The network interface of `node` has been given a message to send.
  virtual void posted(NodeId /*node*/, PacketHandle /*packet*/, Cycle /*at*/) {}
  /// The injection channel of `port` of the network interface of `node` accepts `flit`.
  virtual void flit_injected(NodeId /*node*/, int /*port*/, const Flit& /*flit*/, Cycle /*at*/) {}
  /// The same for `count` > 0 body flits of a worm, one a cycle from `at` on.
  virtual void bodies_injected(NodeId node, int port, const Flit& first, std::uint32_t count,
                               Cycle at) {
    for (std::uint32_t i = 0; i < count; ++i) {
      flit_injected(node, port, first, at + i);
    }
  }
  /// Send port `port` of the network interface of `node` is in `state` with `packet` from `at` on.
  virtual void send_changed(NodeId /*node*/, int /*port*/, SendState /*state*/,
                            PacketHandle /*packet*/, Cycle /*at*/) {}
};

}  // namespace flitcast
