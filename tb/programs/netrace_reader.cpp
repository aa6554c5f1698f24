#include <array>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "tb/programs/id_table.h"
#include "tb/programs/program_file.h"
#include "tb/programs/trace_packets.h"
#include "tb/system/file_error.h"
#include "tb/system/files/unpacked_file.h"
#include "tb/text/text_columns.h"

namespace flitcast {
namespace {

constexpr std::size_t kHeaderBytes = 72;
constexpr std::size_t kRegionBytes = 24;
constexpr std::size_t kPacketBytes = 21;
constexpr std::uint32_t kVersion = 0x3F800000;  // 1.0
constexpr std::uint64_t kMostNotes = 8191;
constexpr std::uint64_t kMostRegions = 10000;

/// Bytes of a packet by its type; 0: there is no such type.
constexpr std::array<std::uint8_t, 31> kBytesOf = {0, 8, 72, 72, 72, 8,  72, 0, 0, 0, 0,
                                                   0, 0, 8,  8,  8,  72, 0,  0, 0, 0, 0,
                                                   0, 0, 0,  8,  0,  8,  8,  8, 72};

class NetraceReader {
 public:
  NetraceReader(const std::string& file, const ProgramUnits& units)
      : name_(file), units_(units), file_(file) {}

  Program read() {
    read_header();
    read_regions();
    try {
      for (packet_ = 1; packet_ <= expected_; ++packet_) {
        read_packet();
      }
      resolve();
    } catch (const std::length_error& error) {
      throw FileError("{}: {}", name_, error.what());
    }
    Program program = packets_.program(nodes_, units_.timing);
    program.title =
        fmt::format("{}: {} of {}", name_, count_of(expected_, "packet"), count_of(nodes_, "node"));
    return program;
  }

 private:
  template <typename... Parts>
  [[noreturn]] void fail(fmt::format_string<Parts...> format, Parts&&... parts) const {
    const std::string place =
        packet_ == 0 ? "header" : fmt::format("packet {} from byte {} on", packet_, from_);
    throw FileError("{}: {}: {}", name_, place, fmt::format(format, std::forward<Parts>(parts)...));
  }

  void take(char* bytes, std::size_t size) {
    const std::size_t found = file_.read(bytes, size);
    at_ += found;
    if (found < size) {
      fail("the file ends there, after {} bytes as they are when unpacked", at_);
    }
  }
  /// Little endian.
  template <typename T>
  static T number(const char* bytes) {
    T value = 0;
    for (std::size_t i = sizeof(T); i-- > 0;) {
      value = static_cast<T>(value << 7U << 1U | static_cast<unsigned char>(bytes[i]));
    }
    return value;
  }

  void read_header() {
    std::array<char, kHeaderBytes> header;
    take(header.data(), header.size());
    if (std::string_view(header.data(), kNetraceMagic.size()) != kNetraceMagic) {
      fail("no netrace: it begins with the bytes 55 54 4a 48");
    }
    if (number<std::uint32_t>(&header[4]) != kVersion) {
      fail("is not of version 1.0");
    }
    nodes_ = number<std::uint8_t>(&header[38]);
    if (nodes_ == 0) {
      fail("0 nodes have nothing to do");
    }
    expected_ = number<std::uint64_t>(&header[48]);
    if (expected_ > TracePackets::kMost) {
      fail("{} packets are more than {}", expected_, TracePackets::kMost);
    }
    const auto notes = number<std::uint32_t>(&header[56]);
    if (notes > kMostNotes) {
      fail("notes of {} bytes are longer than {}", notes, kMostNotes);
    }
    regions_ = number<std::uint32_t>(&header[60]);
    if (regions_ > kMostRegions) {
      fail("{} regions are more than {}", regions_, kMostRegions);
    }
    std::array<char, kMostNotes> ignored;
    take(ignored.data(), notes);
  }

  void read_regions() {
    std::uint64_t in_regions = 0;
    for (std::uint32_t i = 0; i < regions_; ++i) {
      std::array<char, kRegionBytes> region;
      take(region.data(), region.size());
      const auto packets = number<std::uint64_t>(&region[16]);
      if (packets > expected_ - in_regions) {
        fail("its {} regions have more packets than the {} that the trace has", regions_,
             expected_);
      }
      in_regions += packets;
    }
    if (regions_ > 0 && in_regions != expected_) {
      fail("its {} regions have {} packets, and the trace has {}", regions_, in_regions, expected_);
    }
  }

  void read_packet() {
    from_ = at_;
    std::array<char, kPacketBytes> packet;
    take(packet.data(), packet.size());
    const auto cycle = number<std::uint64_t>(packet.data());
    if (cycle > TracePackets::kLastCycle) {
      fail("cycle {} is later than {}", cycle, TracePackets::kLastCycle);
    }
    const auto type = number<std::uint8_t>(&packet[16]);
    if (type >= kBytesOf.size() || kBytesOf[type] == 0) {
      fail("there is no type {}", type);
    }
    const std::uint32_t source = node(packet[17], "source");
    const std::uint32_t destination = node(packet[18], "destination");
    const auto flit_bytes = static_cast<std::uint64_t>(units_.scale.flit_bytes);
    const auto flits = static_cast<std::uint32_t>((kBytesOf[type] + flit_bytes - 1) / flit_bytes);
    const std::uint32_t place = packets_.add(cycle, source, destination, flits);
    ids_.add(number<std::uint32_t>(&packet[8]), place);
    const auto dependents = number<std::uint8_t>(&packet[20]);
    std::array<char, std::size_t{4} * 255> waiting;
    take(waiting.data(), std::size_t{4} * dependents);
    for (std::size_t i = 0; i < dependents; ++i) {
      named_.push_back({number<std::uint32_t>(&waiting[4 * i]), place});
    }
  }

  std::uint32_t node(char byte, const char* what) const {
    const auto node = static_cast<std::uint8_t>(byte);
    if (node >= nodes_) {
      fail("{} {} is no node of {}", what, node, nodes_);
    }
    return node;
  }

  /// When all are known: the packets that wait may come later than those that name them, or
  /// earlier.
  void resolve() {
    char more = 0;
    if (file_.read(&more, 1) > 0) {
      throw FileError("{}: goes on after its {} packets, from byte {} on", name_, expected_, at_);
    }
    if (const auto twice = ids_.close()) {
      throw FileError("{}: there are two packets with the id {}", name_, *twice);
    }
    for (const Named& named : named_) {
      const auto then = ids_.find(named.id);
      if (!then) {
        throw FileError("{}: packet {}: there is no packet with the id {}, which waits for it",
                        name_, named.by + 1, named.id);
      }
      packets_.require(*then, named.by);
    }
  }

  /// That waits, by its id, and what for.
  struct Named {
    std::uint32_t id;
    std::uint32_t by;
  };

  std::string name_;
  ProgramUnits units_;
  UnpackedFile file_;
  std::uint64_t at_ = 0;
  std::uint64_t from_ = 0;
  std::uint64_t packet_ = 0;  // that is read, from 1
  std::uint32_t nodes_ = 0;
  std::uint32_t regions_ = 0;
  std::uint64_t expected_ = 0;
  TracePackets packets_;
  IdTable ids_;
  MappedArray<Named> named_;
};

}  // namespace

Program read_netrace(const std::string& file, const ProgramUnits& units) {
  return NetraceReader(file, units).read();
}

}  // namespace flitcast
