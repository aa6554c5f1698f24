#pragma once

#include <cstdint>

#include "hw/fast/worm_trail.h"
#include "hw/link/link.h"
#include "hw/ni/port_context.h"

namespace flitcast {

/// A send port of a network interface: hands one message at a time to its injection channel, each
/// flit ahead of its time, dated to one a cycle. It is free again when the tail has left the
/// channel, of which it tells the client.
class SendPort final : public WormSource {
 public:
  /// Port `number`; `context` must outlive it.
  SendPort(const PortContext& context, int number) : context_(context), number_(number) {}

  /// Before its first message. serve() is to be called whenever cause `cause` of `alarm` is due.
  /// The port stays where it is from now on.
  void attach(Link& link, Alarm& alarm, int cause);
  /// Messages go as a whole unless a probe watches: to be called when that changes.
  void allow_worms();

  bool busy() const { return busy_; }
  /// Takes a message that was posted at `posted`, before `now`. Precondition: it is not busy.
  /// Returns when the router can read the header.
  Cycle start(PacketHandle packet, Cycle posted, Cycle now);
  /// Goes on with the message, or ends it.
  void serve(Cycle now);
  /// Tells a probe that comes late what it is doing, and the flits handed over with dates at or
  /// after `from`.
  void report(Probe& probe, Cycle from) const;

  void follow_up() override;
  UnsentFlits unsent() override { return {this, total_ - next_, next_ready_}; }
  void read_words(std::uint32_t first, std::uint32_t count, Word* out) override;
  void rest_taken(Cycle left) override;

 private:
  void fill(Cycle now);
  Cycle awaited() const;
  std::uint32_t inject_words(std::uint32_t first, const Word* words, std::uint32_t count,
                             Cycle now);
  void inject(Word word, int kind, std::uint32_t sequence);

  const PortContext& context_;
  Link* link_ = nullptr;
  WakeCause wake_;
  int number_;
  bool busy_ = false;
  PacketHandle packet_ = 0;
  std::uint32_t next_ = 0;  // flit to be produced: addresses, then payload
  std::uint32_t total_ = 0;
  Cycle issued_ = 0;
  Cycle injected_ = 0;
  Cycle next_ready_ = 0;  // when the router may have the next flit
  Cycle free_since_ = 0;
};

}  // namespace flitcast
