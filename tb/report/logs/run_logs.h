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

/// One line of output.operations. What is not there is kNone, and -1 of a cycle.
struct LoggedOperation {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
  std::uint32_t rank = 0;
  std::string kind;
  std::uint32_t peer = kNone;
  std::uint64_t amount = 0;
  Cycle started = -1;
  Cycle finished = -1;
  std::uint32_t message = kNone;  ///< the operation that sent what it received
  std::string path;
  Cycle path_from = -1;
  Cycle path_to = -1;
  std::uint32_t worm = kNone;  ///< of a send: the first one of its worm, if that forked
};

/// One line of output.waits.
struct LoggedWait {
  std::uint32_t rank = 0;
  std::string processor;
  std::uint64_t event = 0;
  Cycle start = 0;
  Cycle end = 0;
  Cycle simulated_start = 0;
  Cycle simulated_end = 0;
  std::string blame;
};

// All throw ConfigError naming file and line for what is no such log, FileError for what cannot be
// read.

/// Line by line: a log may be larger than memory.
void read_message_log(const std::string& file,
                      const std::function<void(const LoggedDelivery&)>& take);
std::vector<LoggedChannel> read_link_log(const std::string& file);
/// In the order of their numbers, from 0 on.
void read_operation_log(const std::string& file,
                        const std::function<void(LoggedOperation&&)>& take);
std::vector<LoggedWait> read_wait_log(const std::string& file);

}  // namespace flitcast::report
