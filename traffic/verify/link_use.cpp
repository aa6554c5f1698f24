#include "traffic/verify/link_use.h"

#include <algorithm>

namespace flitcast {

LinkUse::LinkUse(const Channels& channels, Duplex duplex)
    : channels_(channels),
      pairs_(duplex == Duplex::kHalf ? channels.pairs() : std::vector<ChannelId>{}),
      uses_(channels.size(), Use{kNever, 0}) {}

void LinkUse::begin_round(std::uint64_t number) {
  round_ = number;
  most_ = 0;
  busiest_ = kNoChannel;
}

std::string LinkUse::name(ChannelId counted) const {
  return pairs_.empty() ? channels_.name(counted) : channels_.pair_name(counted);
}

void LinkUse::end_round(VerifyReport& report) const {
  report.link_contention = std::max(report.link_contention, most_);
  if (most_ <= 1) {
    return;
  }
  if (report.contended_rounds == 0) {
    report.first_contention = "round " + std::to_string(round_) + ": link " + name(busiest_) +
                              " carries " + std::to_string(most_) + " messages";
  }
  ++report.contended_rounds;
}

}  // namespace flitcast
