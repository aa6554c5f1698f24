#pragma once

#include <algorithm>
#include <deque>

#include "hw/network_config.h"
#include "hw/packet.h"

namespace flitcast {

/// The memory of a node: requests in the order in which they came, banks that serve one each, and
/// the replies until they have left. A request has a place from when its header comes until a bank
/// takes it; a bank takes one when there is a place for the reply, and is busy for
/// MemorySettings::latency cycles.
class Memory {
 public:
  explicit Memory(const MemorySettings& settings) : settings_(settings) {}

  /// The header of a request comes. False: there is no place for it.
  bool admit() {
    if (requests_ == settings_.queue) {
      return false;
    }
    ++requests_;
    return true;
  }
  /// The last word of a request that was admitted is there at `at`; `reply` is to answer it.
  void ask(PacketHandle reply, Cycle at) { waiting_.push_back({reply, at}); }
  /// It is `now`: calls served(reply) for the replies that are ready, and begun(reply, until) for
  /// those whose requests banks take, until they are ready.
  template <typename Served, typename Begun>
  void serve(Cycle now, Served&& served, Begun&& begun) {
    while (!in_banks_.empty() && in_banks_.front().at <= now) {
      served(in_banks_.front().reply);
      in_banks_.pop_front();
    }
    while (!waiting_.empty() && waiting_.front().at <= now && replies_ < settings_.reply_queue &&
           in_banks_.size() < static_cast<std::size_t>(settings_.banks)) {
      in_banks_.push_back({waiting_.front().reply, now + settings_.latency});
      waiting_.pop_front();
      --requests_;
      ++replies_;
      begun(in_banks_.back().reply, in_banks_.back().at);
    }
  }
  /// A reply has left with its tail.
  void leave() { --replies_; }

 private:
  struct Request {
    PacketHandle reply;
    Cycle at;  // is there; in a bank: is served
  };

  MemorySettings settings_;
  int requests_ = 0;  // that have come, or are coming, and no bank has taken
  int replies_ = 0;   // in a bank, or not yet gone
  std::deque<Request> waiting_;
  std::deque<Request> in_banks_;
};

}  // namespace flitcast
