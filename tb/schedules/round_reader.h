#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hw/topology/topology.h"
#include "tb/schedules/json_shape.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

/// A node that takes part.
JsonShape processor_shape(const Topology& topology, std::function<void(std::uint64_t)> take);

/// What a file says of its messages. Everything throws JsonFault.
class RoundReader {
 public:
  RoundReader(const Topology& topology, std::vector<Round>& out)
      : topology_(topology), rounds_(out), round_(topology) {}

  /// A list of rounds, which are added to `out`.
  JsonShape shape();

  /// Some message has several destinations.
  bool several_destinations() const { return several_destinations_; }
  /// Some message joins the worm of another.
  bool forks() const { return forks_; }
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
    bool joins = false;
    Transfer transfer = Transfer::kNatural;
  };

  JsonShape block();
  JsonShape message();
  void begin();
  void set_transfer(const std::string& word);
  void end();
  void check_path() const;
  void check_joining() const;
  void note_flits();
  void note_parts();

  const Topology& topology_;
  std::vector<Round>& rounds_;
  Round round_;      // at hand
  Message message_;  // likewise
  std::uint64_t messages_ = 0;
  bool several_destinations_ = false;
  bool forks_ = false;
  std::uint32_t largest_part_ = 0;
  std::string place_of_part_;
  std::optional<std::uint64_t> block_flits_;  // as the flits of the messages tell
};

}  // namespace flitcast
