#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hw/types.h"

namespace flitcast::report {

/// One line of a message log (output.messages): one message at one of its destinations.
struct LoggedDelivery {
  std::uint64_t id;
  std::uint64_t round;
  NodeId source;
  NodeId destination;
  Cycle issued;
  Cycle tail_arrived;
};

/// One line of a link log (output.links).
struct LoggedChannel {
  NodeId from;
  NodeId to;
  bool receive_port;
  std::uint64_t flits;
  Cycle busy_cycles;
  Cycle waits;  ///< of all causes
};

// Both throw ConfigError naming file and line for what is no such log, FileError for what cannot be
// read.

/// Line by line: a log may be larger than memory.
void read_message_log(const std::string& file,
                      const std::function<void(const LoggedDelivery&)>& take);
std::vector<LoggedChannel> read_link_log(const std::string& file);

}  // namespace flitcast::report
