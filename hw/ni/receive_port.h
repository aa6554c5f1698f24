#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "hw/fast/worm_trail.h"
#include "hw/link/link.h"
#include "hw/ni/flit_pace.h"
#include "hw/ni/port_context.h"

namespace flitcast {

/// A receive port of a network interface: takes messages out of its ejection channel, or as a whole
/// past it, gives the client their words, and tells it of each whose tail has come. With a pace,
/// which the ports of the interface share, flits are taken in the order in which they come, and
/// their slots are free from then on.
class ReceivePort final : public WormSink {
 public:
  /// `pace` is null where a flit a cycle is taken at every port; both must outlive it.
  ReceivePort(const PortContext& context, FlitPace* pace) : context_(context), pace_(pace) {}

  /// Before its first message. serve() is to be called whenever cause `cause` of `alarm` is due.
  /// The port stays where it is from now on.
  void attach(Link& link, Alarm& alarm, int cause);
  /// Messages go as a whole unless a probe watches: to be called when that changes.
  void allow_worms();

  /// The message that it is taking out of its channel, kNoPacket between messages.
  PacketHandle receiving() const { return active_ ? packet_ : kNoPacket; }
  /// Takes what has come.
  void serve(Cycle now);

  void catch_up() override;
  void write_words(PacketHandle packet, std::uint32_t first, std::uint32_t count,
                   const Word* in) override;
  void rest_comes(PacketHandle packet, Cycle head, Cycle tail) override;

 private:
  static constexpr Cycle kNone = -1;

  void end_rest(Cycle now);
  bool drain(std::size_t keep, Cycle there, Cycle now);
  void serve_in_pace(Cycle now);
  void take_in_pace(Cycle now);
  void end_taken(Cycle now);

  /// A message all of which has come, and will have been taken.
  struct Ending {
    PacketHandle packet;
    Cycle head_arrived;
    Cycle taken;  // its tail
  };

  const PortContext& context_;
  FlitPace* pace_;
  Link* link_ = nullptr;
  WakeCause wake_;
  bool active_ = false;    // between head and tail
  bool progress_ = false;  // something came since look_at_ was set
  PacketHandle packet_ = 0;
  std::uint32_t next_ = 0;  // payload word expected
  Cycle head_arrived_ = 0;
  Cycle look_at_ = 0;      // it looks at the channel again
  Cycle rest_at_ = kNone;  // when the tail is there of a message that comes past the channel
  std::deque<Ending> endings_;
};

}  // namespace flitcast
