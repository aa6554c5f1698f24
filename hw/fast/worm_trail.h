#pragma once

#include <cstdint>
#include <vector>

#include "hw/types.h"

namespace flitcast {

class Link;
class WormRouter;
class WormSource;
struct InputVc;

/// A worm's way through one router in which it has an output. Flits are counted from the header
/// that leads it now.
struct WormHop {
  WormRouter* router = nullptr;
  InputVc* input = nullptr;    ///< that it comes by
  Link* in = nullptr;          ///< the link to that
  Link* out = nullptr;         ///< the link that it leaves by
  Link* copy = nullptr;        ///< the local link that takes a copy (IRC), or null
  std::uint32_t copied = 0;    ///< flits at the front of the input that have been copied
  std::uint32_t first = 0;     ///< the flit that leaves next
  std::uint32_t held_end = 0;  ///< flits first … held_end − 1 stand in the input's buffer
};

/// The last flits of a worm that its source has not handed to the network yet; the first router may
/// have one of them a cycle from `ready` on.
struct UnsentFlits {
  WormSource* source = nullptr;
  std::uint32_t flits = 0;
  Cycle ready = 0;
};

/// A router that worms pass.
class WormRouter {
 public:
  virtual ~WormRouter() = default;
  /// The rest of the worm passes: its tail leaves at `tail`, and its copy, if one is being taken,
  /// at `copied`. The links and buffers of `hop` know already. Flits stood ready for `waited`
  /// cycles without room for them.
  virtual void worm_passed(const WormHop& hop, Cycle tail, Cycle copied, Cycle waited) = 0;
  /// The body of the worm that `input` gave its output to follows, as far as its dates are known;
  /// some of them may be over.
  virtual void follow_up(InputVc& input) = 0;
  /// Asks for the memory that worm_passed() will need for the worm from `input`. Before that the
  /// first lines of the router have been asked for.
  virtual void fetch_hop(const InputVc& /*input*/) const {}
};

/// The port by which messages leave a network interface, one at a time.
class WormSource {
 public:
  virtual ~WormSource() = default;
  /// Hands over what there is room for in its channel, with the dates that it would have if it had
  /// been handed over in time.
  virtual void follow_up() = 0;
  /// What has not been handed over of the message that it sends.
  virtual UnsentFlits unsent() = 0;
  virtual void read_words(std::uint32_t first, std::uint32_t count, Word* out) = 0;
  /// The network takes the rest of the message; its tail has left the injection channel, and the
  /// slot is free, at `left`.
  virtual void rest_taken(Cycle left) = 0;
};

/// The port by which messages come into a network interface, one at a time.
class WormSink {
 public:
  virtual ~WormSink() = default;
  /// Takes what stands in its ejection channel out of it, whatever its date.
  virtual void catch_up() = 0;
  virtual void write_words(PacketHandle packet, std::uint32_t first, std::uint32_t count,
                           const Word* in) = 0;
  /// The rest of `packet` comes past the channel: the tail could be read from `tail` on, the
  /// header from `head` on, or it has been (kHeadRead).
  virtual void rest_comes(PacketHandle packet, Cycle head, Cycle tail) = 0;

  static constexpr Cycle kHeadRead = -1;
};

/// A worm from the router whose output its header has just been given back to where its tail is.
class WormTrail {
 public:
  void clear() {
    hops_.clear();
    unsent_ = {};
  }
  WormHop& add_hop() { return hops_.emplace_back(); }
  void set_unsent(const UnsentFlits& unsent) { unsent_ = unsent; }

  /// The foremost first.
  const std::vector<WormHop>& hops() const { return hops_; }
  const UnsentFlits& unsent() const { return unsent_; }

 private:
  std::vector<WormHop> hops_;
  UnsentFlits unsent_;
};

}  // namespace flitcast
