#pragma once

#include <cstdint>
#include <vector>

#include "hw/types.h"
#include "tb/programs/noc_trace/chip_layout.h"
#include "tb/programs/noc_trace/program_draft.h"

namespace flitcast {

/// What tiles of a chip do to each other's memories, as operations: tile t is the rank t in the
/// first of the two networks, t and the number of tiles in the second.
class ChipMessages {
 public:
  /// Who does it: a tile, in one of the networks, as one of its processors.
  struct Actor {
    std::uint32_t tile;
    std::uint32_t noc;
    std::uint16_t processor;  ///< of the tile, from 0
  };
  /// The operations with whose end data have left the tile, and those with whose end all is done.
  struct Ends {
    std::vector<std::uint32_t> sent;
    std::vector<std::uint32_t> done;
  };

  /// All references must outlive it.
  ChipMessages(const ChipLayout& chip, std::uint64_t flit_bytes, ProgramDraft& draft);

  /// A request, and its reply with data. All begin after the operation `after`.
  void read(std::uint32_t after, const Actor& actor, std::uint32_t owner, std::uint64_t bytes,
            Ends& ends);
  /// Data, and an acknowledgement without any, if nothing else is said.
  void write(std::uint32_t after, const Actor& actor, std::uint32_t owner, std::uint64_t bytes,
             bool posted, Ends& ends);
  /// Data that one worm brings to several tiles; likewise. To one tile it is a write.
  void broadcast(std::uint32_t after, const Actor& actor, const std::vector<std::uint32_t>& owners,
                 std::uint64_t bytes, bool posted, Ends& ends);
  /// A request and a reply, both without data.
  void change(std::uint32_t after, const Actor& actor, std::uint32_t owner, Ends& ends);

  std::uint32_t rank_of(const Actor& actor) const { return actor.tile + actor.noc * tiles_; }

 private:
  /// Requests that bring data take no turn with those that ask for some.
  enum class Class : std::uint8_t { kRequest = 0, kData = 1, kBroadcast = 2, kReply = 3 };
  struct Message {
    std::uint32_t sent;
    std::uint32_t came;
  };

  /// Pieces of at most so many flits as a packet has.
  template <typename Visit>
  void for_each_packet(std::uint64_t bytes, Visit&& visit) const;
  Message send(std::uint32_t after, std::uint32_t from, std::uint32_t to, Class kind,
               std::uint64_t flits, std::uint16_t stream, bool joins = false);
  /// Data has come to the memory of `owner`, which acknowledges it if it is to.
  void store(std::uint32_t came, const Actor& actor, std::uint32_t owner, std::uint64_t flits,
             bool posted, Ends& ends);
  /// In the memory of `tile`, for a message that came to `rank`: the operation that ends with it.
  std::uint32_t access(std::uint32_t after, std::uint32_t rank, std::uint32_t tile,
                       std::uint64_t flits);

  const ChipLayout& chip_;
  ProgramDraft& draft_;
  std::uint32_t tiles_;
  std::uint64_t flit_bytes_;
  std::uint32_t messages_ = 0;
};

}  // namespace flitcast
