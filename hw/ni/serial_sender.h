#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/link/link.h"
#include "hw/ni/flit_pace.h"
#include "hw/ni/port_context.h"

namespace flitcast {

/// Sends the messages of a network interface one after the other, a flit a cycle, each on one of
/// the virtual channels of the router's injection port: the next in turn that has a credit when the
/// message starts. Each of these channels is a link, whose slots are the buffer in the router; a
/// flit enters it when its credit is there, and none of another message goes by meanwhile. The next
/// message follows at once. At a rate below a flit a cycle flits wait for their FlitPace.
class SerialSender {
 public:
  /// serve() is to be called whenever `wake` is due. `context` must outlive it.
  SerialSender(const PortContext& context, const FlitRate& rate, const WakeCause& wake)
      : context_(context), wake_(wake), pace_(rate), is_paced_(!rate.is_whole()) {}

  /// The next virtual channel, in the order of local ports.
  void attach(Link& link);

  bool busy() const { return busy_; }
  /// Takes a message that was posted at `posted`, before `now`. Precondition: it is not busy.
  void start(PacketHandle packet, Cycle posted, Cycle now);
  /// Goes on with the message, or ends it.
  void serve(Cycle now);
  /// When the router can read the header that was sent last; -1 when there was none.
  Cycle last_header() const { return last_header_; }
  /// As SendPort::report.
  void report(Probe& probe, Cycle from) const;

 private:
  VirtualChannel& channel() const { return links_[lane_]->virtual_channel(0); }
  bool choose(Cycle now);
  void send(Cycle now);
  void await_credit(VirtualChannel& lane, Cycle now) const;
  void inject(Word word, int kind, std::uint32_t sequence, Cycle now);
  void finish(Cycle left);
  void tell(SendState state, PacketHandle packet, Cycle at) const;

  const PortContext& context_;
  WakeCause wake_;
  FlitPace pace_;
  bool is_paced_;
  std::vector<Link*> links_;
  std::size_t lane_ = 0;  // of the message under way, or of the last one
  bool busy_ = false;
  bool chosen_ = false;
  PacketHandle packet_ = 0;
  std::uint32_t next_ = 0;  // flit to be sent
  std::uint32_t total_ = 0;
  Cycle issued_ = 0;
  Cycle injected_ = 0;
  Cycle entered_ = 0;  // when the channel took the last flit
  Cycle enters_ = 0;   // the first cycle in which it takes the next one
  Cycle free_since_ = 0;
  Cycle last_header_ = -1;
};

}  // namespace flitcast
