#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace flitcast {

/// What an event does.
enum class NocDeed : std::uint8_t {
  kRead,
  kReadState,  ///< says what reads by state read
  kReadByState,
  kWrite,
  kWriteState,  ///< likewise
  kWriteByState,
  kWriteWord,  ///< of a word, whatever it says of bytes
  kMulticast,
  kMulticastWord,
  kAtomic,
  kReadBarrier,  ///< begins: all reads
  kReadsDone,
  kWriteBarrier,  ///< begins: all acknowledgements
  kWritesDone,
  kAllDone,      ///< begins, and nothing tells its end
  kAtomicsDone,  ///< likewise
  kWritesSent,   ///< likewise
  kTransaction,  ///< waits for some, and nothing tells which
  kSoftware,     ///< has nothing to do with the networks
};

/// An event of a trace. Numbers that it does not give are -1.
struct NocEvent {
  std::string processor;
  std::string type;  ///< empty: of a zone
  NocDeed deed = NocDeed::kSoftware;
  std::int64_t noc = -1;
  std::int64_t sx = -1;
  std::int64_t sy = -1;
  std::int64_t dx = -1;  ///< of a rectangle its first corner
  std::int64_t dy = -1;
  std::int64_t end_x = -1;  ///< of a rectangle, its last corner
  std::int64_t end_y = -1;
  std::int64_t bytes = -1;
  std::int64_t timestamp = -1;
  std::int64_t device = -1;  ///< chip of the processor
  std::int64_t to_device = -1;
  bool posted = false;  ///< a write that nobody acknowledges
};

/// What is wrong with an event of a trace, by its number from 1.
class NocFault : public std::invalid_argument {
 public:
  template <typename... Parts>
  explicit NocFault(std::uint64_t event, fmt::format_string<Parts...> format, Parts&&... parts)
      : std::invalid_argument(fmt::format(format, std::forward<Parts>(parts)...)), event_(event) {}
  std::uint64_t event() const { return event_; }

 private:
  std::uint64_t event_;
};

}  // namespace flitcast
