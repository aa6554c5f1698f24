#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traffic/schedule/schedule.h"
#include "traffic/verify/channels.h"
#include "traffic/verify/verify_report.h"

namespace flitcast {

/// Counts the messages on every directed link, round by round; with half duplex on every link,
/// both directions together.
class LinkUse {
 public:
  LinkUse(const Channels& channels, Duplex duplex);

  void begin_round(std::uint64_t number);
  /// One message of the round takes the channel.
  void add(ChannelId channel) {
    if (!pairs_.empty()) {
      channel = pairs_[channel];
    }
    Use& use = uses_[channel];
    if (use.round != round_) {
      use = {round_, 0};
    }
    if (++use.messages > most_) {
      most_ = use.messages;
      busiest_ = channel;
    }
  }
  /// The channel that several messages of the round take (with half duplex it stands for its link),
  /// or kNoChannel.
  ChannelId shared() const { return most_ > 1 ? busiest_ : kNoChannel; }
  /// Whether a message that takes `channel` counts for `counted`.
  bool counts_for(ChannelId channel, ChannelId counted) const {
    return (pairs_.empty() ? channel : pairs_[channel]) == counted;
  }
  /// "3->7", with half duplex "3-7".
  std::string name(ChannelId counted) const;
  /// Enters what the round brought into the report.
  void end_round(VerifyReport& report) const;

 private:
  struct Use {
    std::uint64_t round;
    std::uint64_t messages;
  };
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  const Channels& channels_;
  std::vector<ChannelId> pairs_;  // half duplex: per channel, the one that counts for its link
  std::vector<Use> uses_;         // per channel, of the round it was last used in
  std::uint64_t round_ = kNever;
  std::uint64_t most_ = 0;  // messages on one channel in this round
  ChannelId busiest_ = kNoChannel;
};

}  // namespace flitcast
