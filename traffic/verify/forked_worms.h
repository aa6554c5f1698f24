#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "traffic/schedule/schedule.h"
#include "traffic/verify/channels.h"
#include "traffic/verify/link_use.h"
#include "traffic/verify/verify_report.h"

namespace flitcast {

/// "message 3->7 (block 3->7)"; of several blocks the first.
std::string name_of(const MessageView& m);

/// Message `i` of a round, which joins the worm of the one before it, may do so: both are alike but
/// for their ends, go along base routes to one node each, and worms fork here. Returns its way.
/// Throws ScheduleError.
std::vector<ChannelId> check_joining(std::uint64_t number, const Round& round, std::size_t i,
                                     const Routing& routing, const VerifyOptions& options,
                                     const Channels& channels);

/// The messages of every worm that forks make a tree, of whose links all that are not on the way of
/// the first message are added to `links`. Returns how many such worms there are. Throws
/// ScheduleError. Precondition: all may join that do.
std::uint64_t count_trees(std::uint64_t number, const Round& round, const Routing& routing,
                          const Channels& channels, LinkUse& links);

}  // namespace flitcast
