#pragma once

#include <cstdint>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "tb/programs/xml_file.h"
#include "traffic/program/communication_program.h"

namespace flitcast {

/// What an algorithm of MSCCL promises, and the buffers of the rank that is read: input, output and
/// scratch, one after the other in its memory; in place the input is the output, or its part of it.
/// All functions throw FileError.
class MscclCollective {
 public:
  static constexpr std::uint64_t kMostChunks = 1'000'000;
  /// In the memories of all ranks.
  static constexpr std::uint64_t kMostInAll = 20 * kMostChunks;

  /// `file` must outlive it.
  MscclCollective(const XmlFile& file, const pugi::xml_node& algo);

  const std::string& name() const { return collective_; }
  std::uint32_t ranks() const { return ranks_; }
  /// Of a loop.
  std::uint32_t chunks() const { return chunks_; }

  void begin_rank(std::uint32_t rank, const pugi::xml_node& gpu);
  /// What the rank starts with, and what it is to hold at the end.
  void state_contents(const pugi::xml_node& gpu, Program& program) const;
  /// Chunks of its buffers.
  std::uint64_t buffers() const { return buffers_; }
  /// The first of so many chunks of a step, in the memory of the rank.
  std::uint32_t source_of(const pugi::xml_node& step, std::uint64_t chunks) const;
  std::uint32_t target_of(const pugi::xml_node& step, std::uint64_t chunks) const;

 private:
  struct Buffer {
    std::uint64_t first = 0;
    std::uint64_t size = 0;
  };

  std::uint32_t chunk_at(const pugi::xml_node& node, const Buffer& buffer, std::uint64_t offset,
                         std::uint64_t chunks) const;
  /// A list of place:origin:piece:summed.
  void read_contents(const pugi::xml_node& gpu, const char* name,
                     std::vector<ChunkContent>& contents) const;
  const Buffer& buffer_of(const pugi::xml_node& step, const char* name) const;

  const XmlFile& file_;
  std::uint32_t ranks_;
  std::uint32_t chunks_;
  std::uint32_t share_ = 0;  // of one rank
  std::string collective_;
  bool in_place_;
  // of the rank that is read
  std::uint32_t rank_ = 0;
  Buffer input_{};
  Buffer output_{};
  Buffer scratch_{};
  std::uint64_t buffers_ = 0;
};

}  // namespace flitcast
