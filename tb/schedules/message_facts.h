#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/topology/topology.h"
#include "tb/schedules/schedule_shape.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

/// What a file says of its messages, one after the other. Everything throws JsonFault.
class MessageFacts {
 public:
  explicit MessageFacts(const Topology& topology) : topology_(topology) {}

  void begin();
  /// Notes the number if it is of a message; false if it is not.
  bool number(ScheduleValue what, std::uint64_t value);
  /// "move", "copy", …
  void set_transfer(const std::string& word);
  /// The message is complete: adds it to round `round_number`.
  void add_to(Round& round, std::size_t round_number);

  /// Some message has several destinations.
  bool several_destinations() const { return several_destinations_; }
  /// All parts of blocks are below `parts`, and the flits of all messages are those of blocks of
  /// `message_flits` in as many parts.
  void check_blocks(std::uint32_t message_flits, std::uint32_t parts) const;

 private:
  /// A message before its members are complete; they come in any order.
  struct Message {
    std::optional<std::uint64_t> id;
    NodeId source = 0;
    std::vector<NodeId> destinations;
    std::vector<NodeId> path;
    std::vector<Block> blocks;
    std::optional<std::uint64_t> flits;
    Transfer transfer = Transfer::kNatural;
  };

  void check_path() const;
  void note_flits();
  void note_parts(std::size_t round, std::size_t place);

  const Topology& topology_;
  Message message_;
  std::uint64_t messages_ = 0;
  bool several_destinations_ = false;
  std::uint32_t largest_part_ = 0;
  std::string place_of_part_;
  std::optional<std::uint64_t> block_flits_;  // as the flits of the messages tell
};

}  // namespace flitcast
