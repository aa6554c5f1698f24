#include "tb/config/link_notes.h"

#include <fmt/format.h>

namespace flitcast {

void note_links(const Topology& topology, Config& config) {
  const LinkTimes links(topology, config.network);
  const LinkTime& small = links.smallest();
  const LinkTime& large = links.largest();
  if (links.differ()) {
    config.notes.push_back(fmt::format(
        "links differ, with delays from {} to {} and {} to {} cycles per flit: what is predicted "
        "is "
        "the sum over the rounds, link by link, lower bounds are those of a network of the fastest "
        "links, and t_d and t_m are those of links of which {} says nothing",
        small.delay, large.delay, small.cycles_per_flit, large.cycles_per_flit,
        topology.describe()));
  }
  const TimingModel model = timing_model(config.network);
  const LinkTime& last = links.busiest();
  const Cycle t_d = links.router_delay() + last.delay;
  if (model.t_s + t_d < last.cycles_per_flit) {
    config.notes.push_back(
        fmt::format("t_s + t_d = {} is less than t_m = {}{}: a round may find channels of the "
                    "round before busy, "
                    "and the prediction is exact for single rounds only",
                    model.t_s + t_d, last.cycles_per_flit, links.differ() ? " on some link" : ""));
  }
}

void note_shallow_buffer(const LinkTimes& links, Cycle packet, Config& config) {
  const Cycle given = config.network.buffer_flits;
  const Cycle full_rate = links.full_rate_buffer();
  const bool streams_slowly = given < full_rate && (packet == 0 || given < packet);
  if (streams_slowly) {
    config.notes.push_back(fmt::format(
        "router.buffer_flits = {} is below full rate: the credit round trip of {} cycles needs {}; "
        "worms stream slower than t_m, which shows as excess",
        given, links.router_delay() + 2 * links.largest().delay, full_rate));
  } else if (packet > 0 && given < packet + full_rate) {
    config.notes.push_back(fmt::format(
        "router.buffer_flits = {} is less than the largest packet and full rate together, {} + {}: "
        "a packet may wait until the credits of the one before it are back, which shows as excess",
        given, packet, full_rate));
  }
}

}  // namespace flitcast
