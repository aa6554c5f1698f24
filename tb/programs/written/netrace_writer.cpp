#include <algorithm>
#include <array>
#include <bzlib.h>
#include <cstring>
#include <limits>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tb/programs/program_file.h"
#include "tb/programs/written/op_times.h"
#include "tb/programs/written/program_packets.h"
#include "tb/programs/written/program_writers.h"

namespace flitcast {
namespace {

constexpr std::uint32_t kVersion = 0x3F800000;  // 1.0
constexpr std::size_t kNameBytes = 30;
constexpr std::size_t kMostNotes = 8190;  // before the zero at their end
constexpr std::size_t kMostDependents = std::numeric_limits<std::uint8_t>::max();
constexpr std::uint32_t kMostNodes = std::numeric_limits<std::uint8_t>::max();

/// A type of packets of either size.
struct Type {
  std::uint8_t number;
  std::uint64_t bytes;
};
constexpr std::array<Type, 2> kTypes{{{1, 8}, {2, 72}}};

std::uint64_t flits_of(const Type& type, const Scale& scale) {
  const auto flit = static_cast<std::uint64_t>(scale.flit_bytes);
  return (type.bytes + flit - 1) / flit;
}

/// Packs bytes as bzip2 does, and hands them on in pieces.
class PackedBytes {
 public:
  explicit PackedBytes(const ProgramSink& sink) : sink_(sink), buffer_(kPiece, '\0') {
    if (BZ2_bzCompressInit(&stream_, 9, 0, 0) != BZ_OK) {
      throw std::bad_alloc();
    }
  }
  ~PackedBytes() { BZ2_bzCompressEnd(&stream_); }
  PackedBytes(const PackedBytes&) = delete;
  PackedBytes& operator=(const PackedBytes&) = delete;

  void add(std::string bytes) {
    stream_.next_in = bytes.data();
    stream_.avail_in = static_cast<unsigned>(bytes.size());
    while (stream_.avail_in > 0) {
      pack(BZ_RUN);
    }
  }
  void end() {
    while (pack(BZ_FINISH) != BZ_STREAM_END) {
    }
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 16;

  int pack(int action) {
    stream_.next_out = buffer_.data();
    stream_.avail_out = static_cast<unsigned>(buffer_.size());
    const int result = BZ2_bzCompress(&stream_, action);
    sink_(buffer_.substr(0, buffer_.size() - stream_.avail_out));
    return result;
  }

  const ProgramSink& sink_;
  std::string buffer_;
  bz_stream stream_{};
};

/// The packets with their cycles, and who waits for whom.
class Trace {
 public:
  Trace(const Program& program, const Scale& scale, const NetworkConfig& network)
      : program_(program),
        scale_(scale),
        all_(program, network),
        awaited_(all_.awaited()),
        waiting_(awaited_.size()),
        cycles_(awaited_.size()) {
    if (program.ranks() > kMostNodes) {
      throw UnsaidProgram(
          fmt::format("it has {} ranks, and netrace {} nodes", program.ranks(), kMostNodes));
    }
    for (std::uint32_t then = 0; then < awaited_.size(); ++then) {
      type_of(all_.packets()[then]);
      for (const std::uint32_t first : awaited_[then]) {
        waiting_[first].push_back(then);
      }
    }
    for (std::size_t packet = 0; packet < waiting_.size(); ++packet) {
      if (waiting_[packet].size() > kMostDependents) {
        throw UnsaidProgram(fmt::format("{}: {} others wait for it, more than {}",
                                        all_.describe(all_.packets()[packet]),
                                        waiting_[packet].size(), kMostDependents));
      }
    }
    find_timing();
    find_cycles();
  }

  const ProgramPackets& all() const { return all_; }
  bool by_gaps() const { return by_gaps_; }

  void write(const std::vector<std::string>& remarks, const ProgramSink& sink) const {
    PackedBytes bytes(sink);
    bytes.add(header(remarks));
    std::vector<std::uint32_t> order(cycles_.size());
    for (std::uint32_t packet = 0; packet < order.size(); ++packet) {
      order[packet] = packet;
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return cycles_[a] < cycles_[b]; });
    for (const std::uint32_t packet : order) {
      bytes.add(packet_bytes(packet));
    }
    bytes.end();
  }

 private:
  const Type& type_of(const ProgramPackets::Packet& packet) const {
    const auto* const type = std::find_if(kTypes.begin(), kTypes.end(), [&](const Type& each) {
      return flits_of(each, scale_) == packet.flits;
    });
    if (type == kTypes.end()) {
      throw UnsaidProgram(
          fmt::format("{}: packets of netrace have {} or {} bytes, which are {} or {} flits of {}",
                      all_.describe(packet), kTypes[0].bytes, kTypes[1].bytes,
                      flits_of(kTypes[0], scale_), flits_of(kTypes[1], scale_), scale_.flit_bytes));
    }
    return *type;
  }

  /// A trace is read by cycles, where no gap counts, or by gaps, where nothing that waits has a
  /// date.
  void find_timing() {
    const ProgramPackets::Packet* dated = nullptr;
    const ProgramPackets::Packet* gap = nullptr;
    for (const ProgramPackets::Packet& packet : all_.packets()) {
      if (!packet.receives.empty()) {
        dated = packet.has_date() ? &packet : dated;
        gap = packet.gap > 0 ? &packet : gap;
      }
    }
    if (dated != nullptr && gap != nullptr) {
      throw UnsaidProgram(all_.describe(*gap) + ": it goes a while after what it waits for, and " +
                          all_.describe(*dated) +
                          ", not before its date; netrace is read by the one or the other");
    }
    by_gaps_ = gap != nullptr;
  }

  /// None is earlier than what it waits for.
  void find_cycles() {
    std::vector<std::size_t> left(awaited_.size());
    std::vector<std::uint32_t> due;
    for (std::uint32_t packet = 0; packet < awaited_.size(); ++packet) {
      left[packet] = awaited_[packet].size();
      if (left[packet] == 0) {
        due.push_back(packet);
      }
    }
    for (std::size_t done = 0; done < due.size(); ++done) {
      const ProgramPackets::Packet& packet = all_.packets()[due[done]];
      std::uint64_t& cycle = cycles_[due[done]];
      cycle = packet.receives.empty() ? packet.date : std::max(cycle + packet.gap, packet.date);
      all_.check_cycle(packet, cycle);
      for (const std::uint32_t then : waiting_[due[done]]) {
        cycles_[then] = std::max(cycles_[then], cycle);
        if (--left[then] == 0) {
          due.push_back(then);
        }
      }
    }
    if (due.size() < awaited_.size()) {
      throw UnsaidProgram("some of its messages wait for each other");
    }
  }

  /// Little endian.
  template <typename T>
  static void add(std::string& bytes, T number) {
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      bytes += static_cast<char>(number >> 8U * i & 0xFFU);
    }
  }

  std::string header(const std::vector<std::string>& remarks) const {
    std::string notes;
    for (const std::string& remark : remarks) {
      notes += remark + "\n";
    }
    notes.resize(std::min(notes.size(), kMostNotes));
    notes += '\0';
    std::string name = program_.title;
    name.resize(kNameBytes - 1);
    const std::uint64_t cycles =
        cycles_.empty() ? 0 : *std::max_element(cycles_.begin(), cycles_.end()) + 1;
    std::string bytes(kNetraceMagic);
    add(bytes, kVersion);
    bytes += name + '\0';
    add(bytes, static_cast<std::uint8_t>(program_.ranks()));
    add(bytes, std::uint8_t{0});
    add(bytes, cycles);
    add(bytes, std::uint64_t{cycles_.size()});
    add(bytes, static_cast<std::uint32_t>(notes.size()));
    add(bytes, std::uint32_t{1});  // region
    add(bytes, std::uint64_t{0});
    bytes += notes;
    add(bytes, std::uint64_t{0});  // where it begins
    add(bytes, cycles);
    add(bytes, std::uint64_t{cycles_.size()});
    return bytes;
  }

  std::string packet_bytes(std::uint32_t number) const {
    const ProgramPackets::Packet& packet = all_.packets()[number];
    std::string bytes;
    add(bytes, cycles_[number]);
    add(bytes, number);
    add(bytes, std::uint32_t{0});  // address
    add(bytes, type_of(packet).number);
    add(bytes, static_cast<std::uint8_t>(packet.source));
    add(bytes, static_cast<std::uint8_t>(packet.destination));
    add(bytes, std::uint8_t{0});  // types of nodes
    add(bytes, static_cast<std::uint8_t>(waiting_[number].size()));
    for (const std::uint32_t then : waiting_[number]) {
      add(bytes, then);
    }
    return bytes;
  }

  const Program& program_;
  const Scale& scale_;
  ProgramPackets all_;
  std::vector<std::vector<std::uint32_t>> awaited_;  // by packet
  std::vector<std::vector<std::uint32_t>> waiting_;
  std::vector<std::uint64_t> cycles_;
  bool by_gaps_ = false;
};

}  // namespace

std::vector<std::string> unsaid_in_netrace(const Program& program, const Scale& scale,
                                           const NetworkConfig& network) {
  const Trace trace(program, scale, network);
  std::vector<std::string> unsaid;
  tell_contents(program, "netrace", unsaid);
  if (trace.by_gaps()) {
    unsaid.emplace_back("netrace has cycles: give traffic.timing = gaps to read what it waits");
  }
  if (trace.all().leaves_times()) {
    unsaid.emplace_back("netrace has messages alone: times that no message waits for are left out");
  }
  tell_streams(program, network, "netrace", unsaid);
  return unsaid;
}

void write_netrace(const Program& program, const Scale& scale, const NetworkConfig& network,
                   const std::vector<std::string>& remarks, const ProgramSink& sink) {
  Trace(program, scale, network).write(remarks, sink);
}

}  // namespace flitcast
