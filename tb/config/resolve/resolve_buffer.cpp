#include <algorithm>

#include <fmt/format.h>

#include "hw/topology/link_times.h"
#include "tb/config/resolve/resolve.h"
#include "tb/config/resolve/resolve_parts.h"

namespace flitcast {
namespace {

/// Says in a note that buffers are too small for the theory. `packet`: flits of the largest packet
/// that waits until all of it has room, 0 where none does.
void note_shallow_buffer(const LinkTimes& links, Cycle packet, Config& config) {
  const Cycle given = config.network.buffer_flits;
  const Cycle full_rate = full_rate_buffer(links, config.network);
  const bool streams_slowly = given < full_rate && (packet == 0 || given < packet);
  if (streams_slowly) {
    const std::string reason = config.network.flow_control == FlowControl::kOnOff
                                   ? fmt::format("with stop and go it takes {}", full_rate)
                                   : fmt::format("the credit round trip of {} cycles needs {}",
                                                 links.round_trip(), full_rate);
    config.notes.push_back(
        fmt::format("router.buffer_flits = {} is below full rate: {}; worms stream slower than "
                    "t_m, which shows as excess",
                    given, reason));
  } else if (packet > 0 && given < packet + full_rate) {
    config.notes.push_back(fmt::format(
        "router.buffer_flits = {} is less than the largest packet and full rate together, {} + {}: "
        "a packet may wait until the credits of the one before it are back, which shows as excess",
        given, packet, full_rate));
  }
}

}  // namespace

void resolve_buffer(const PacketExtent& packets, Config& config) {
  NetworkConfig& network = config.network;
  const bool bubbles = network.flow_control == FlowControl::kBubble;
  const bool stores = network.switching == Switching::kStoreAndForward;
  const bool cuts_through = network.switching == Switching::kCutThrough;
  // What cannot go on without a buffer of a packet, and what waits for the room of one.
  const bool holds_packets = cuts_through || (stores && packets.most_hops > 1);
  const bool awaits_packets =
      holds_packets || bubbles || (stores && network.duplex == Duplex::kHalf);
  const LinkTimes links(*config.topology, network);
  resolve_room(packets, links, config);
  const Cycle full_rate = full_rate_buffer(links, network);
  // With the room that it leaves.
  const auto packet = static_cast<Cycle>(packets.largest_flits) + network.bubble_flits;
  // A packet that follows another directly finds room while the credits of that are on their way.
  const Cycle enough = awaits_packets ? packet + full_rate : full_rate;
  if (network.buffer_flits == Config::kAutoBuffer) {
    network.buffer_flits = std::min(enough, kMaxBufferFlits);
  }
  refuse(config,
         {{network.flow_control == FlowControl::kOnOff && network.buffer_flits < network.on_flits,
           "router.buffer_flits",
           fmt::format("a buffer says go with {0} free slots; give at least {0}, or auto",
                       network.on_flits)},
          {network.own_flits() > network.buffer_flits, "router.reserved_flits",
           fmt::format("{0} slots for every virtual channel are more than there are, "
                       "router.buffer_flits = {1}; give 1 to {1}",
                       network.own_flits(), network.buffer_flits)},
          {network.most_flits() > kMaxBufferFlits, "router.buffer_flits",
           fmt::format("{} virtual channels would share more than {} slots; give {} at most",
                       network.vcs, kMaxBufferFlits, kMaxBufferFlits / network.vcs)},
          {bubbles && network.buffer_flits < packet, "router.buffer_flits",
           fmt::format("a packet enters a ring where all of it and a bubble of {} flits have room, "
                       "and the largest has {} flits; give at least {}, or auto",
                       network.bubble_flits, packets.largest_flits, packet)},
          {holds_packets && network.buffer_flits < packet, "router.buffer_flits",
           fmt::format("{0} takes whole packets into its buffers, and the largest has {1} flits; "
                       "give at least {1}, or auto",
                       cuts_through ? "cut_through" : "store_and_forward", packet)}});
  note_shallow_buffer(links, awaits_packets ? packet : 0, config);
}

}  // namespace flitcast
