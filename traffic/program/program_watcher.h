#pragma once

#include <cstdint>

#include "hw/packet.h"
#include "hw/types.h"

namespace flitcast {

/// Why something of a program goes on in a cycle and not before: what happened there.
struct ProgramCause {
  enum class What : std::uint8_t {
    kArrived,     ///< the message of a send is with its receiver
    kSent,        ///< the last word of a send left the node; it has finished
    kFinished,    ///< another operation has
    kStreamFree,  ///< an operation no longer takes its stream
    kStarted,     ///< an operation has
    kBeginning,   ///< of the program
  };

  What what = What::kBeginning;
  std::uint32_t op = 0;  ///< whose event that is
};

/// Is told what happens in a program that is played, in the order in which it does. Cycles are
/// those in which the machine acts, so they never decrease, but those of sent() and arrived(),
/// which lie one ahead of that at most.
class ProgramWatcher {
 public:
  using Cause = ProgramCause;

  virtual ~ProgramWatcher() = default;

  /// The program starts.
  virtual void begins(Cycle at) = 0;
  /// The operation waits for nothing but its turn in its stream. Of a send that was held up, a
  /// second time, when there is room in its channel.
  virtual void ready(std::uint32_t op, const Cause& cause, Cycle at) = 0;
  /// A send whose turn came waits until its channel has room.
  virtual void held_up(std::uint32_t op, Cycle at) = 0;
  /// The operation starts. A send has its place in the channel.
  virtual void started(std::uint32_t op, const Cause& cause, Cycle at) = 0;
  /// The message of a send goes to what carries it, which has had no room before.
  virtual void posted(std::uint32_t op, Cycle at) = 0;
  /// The message of a send is in the memory of its receiver.
  virtual void arrived(std::uint32_t op, Cycle at) = 0;
  /// A receive gets the message of a send.
  virtual void matched(std::uint32_t receive, std::uint32_t send, const Cause& cause, Cycle at) = 0;
  virtual void finished(std::uint32_t op, Cycle at) = 0;

  // What the network tells of the message of a send, ahead of time or in it.
  /// The last word left the source in cycle `at`, as ProgramMachine::sent.
  virtual void left_source(std::uint32_t op, const Packet& packet, Cycle issued, Cycle injected,
                           Cycle at) = 0;
  virtual void came(std::uint32_t op, const Packet& packet, Cycle head, Cycle tail) = 0;
};

}  // namespace flitcast
