#pragma once

#include <bzlib.h>
#include <cstdint>
#include <string>
#include <vector>

namespace flitcast {

// Bytes of netrace, put down by its description.

/// So many bytes of a number, the least one first.
inline std::string little_endian(std::uint64_t number, std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i, number >>= 8U) {
    text += static_cast<char>(number & 0xFFU);
  }
  return text;
}

struct NetraceHeader {
  std::uint64_t magic = 0x484A5455;
  std::uint64_t version = 0x3F800000;
  std::uint64_t nodes = 5;
  std::uint64_t packets = 1;
  std::uint64_t notes = 4;
  std::vector<std::uint64_t> regions = {};  ///< packets of each
};

inline std::string bytes_of(const NetraceHeader& header) {
  std::string text = little_endian(header.magic, 4) + little_endian(header.version, 4) +
                     std::string(30, 'n') + little_endian(header.nodes, 1) + std::string(1, '?') +
                     little_endian(1000, 8) + little_endian(header.packets, 8) +
                     little_endian(header.notes, 4) + little_endian(header.regions.size(), 4) +
                     std::string(8, '?') + std::string(header.notes, 'x');
  for (const std::uint64_t packets : header.regions) {
    text += little_endian(0, 8) + little_endian(1000, 8) + little_endian(packets, 8);
  }
  return text;
}

struct NetracePacket {
  std::uint64_t cycle;
  std::uint64_t id;
  std::uint64_t type;
  std::uint64_t source;
  std::uint64_t destination;
  std::vector<std::uint64_t> waiting = {};  ///< ids of those that wait for it
};

inline std::string bytes_of(const NetracePacket& packet) {
  std::string text = little_endian(packet.cycle, 8) + little_endian(packet.id, 4) +
                     little_endian(0xADD8E55, 4) + little_endian(packet.type, 1) +
                     little_endian(packet.source, 1) + little_endian(packet.destination, 1) +
                     little_endian(0x23, 1) + little_endian(packet.waiting.size(), 1);
  for (const std::uint64_t id : packet.waiting) {
    text += little_endian(id, 4);
  }
  return text;
}

/// A trace whose header is right.
inline std::string netrace_of(const std::vector<NetracePacket>& packets) {
  NetraceHeader header;
  header.packets = packets.size();
  header.regions = {packets.size()};
  std::string text = bytes_of(header);
  for (const NetracePacket& packet : packets) {
    text += bytes_of(packet);
  }
  return text;
}

inline std::string packed(std::string text) {
  std::string result(text.size() + text.size() / 50 + 1000, '\0');
  auto size = static_cast<unsigned>(result.size());
  BZ2_bzBuffToBuffCompress(result.data(), &size, text.data(), static_cast<unsigned>(text.size()), 9,
                           0, 0);
  result.resize(size);
  return result;
}

}  // namespace flitcast
