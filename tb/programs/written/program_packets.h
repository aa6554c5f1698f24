#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/network_config.h"
#include "traffic/program/communication_program.h"

namespace flitcast {

/// The messages of a program as packets of a trace, each with what it waits for: messages, a gap
/// after the last of them, and a date. Nothing else of a program is known to a trace.
class ProgramPackets {
 public:
  struct Packet {
    std::uint32_t op = 0;  ///< that sends it
    std::uint32_t source = 0;
    std::uint32_t destination = 0;
    std::uint64_t flits = 0;
    std::uint64_t date = 0;
    std::uint64_t gap = 0;                  ///< after the last of `receives`
    std::vector<std::uint32_t> receives{};  ///< operations that it waits for
    /// It is not due before the messages and the gap in any case.
    bool has_date() const { return receives.empty() || date > gap; }
  };

  /// The program must outlive it. Throws UnsaidProgram where a message waits for more than that.
  ProgramPackets(const Program& program, const NetworkConfig& network);

  /// In the order of the program.
  const std::vector<Packet>& packets() const { return packets_; }
  /// By packet: those whose arrival it waits for. Throws UnsaidProgram where it depends on the run
  /// which these are.
  std::vector<std::vector<std::uint32_t>> awaited() const;
  /// Of a packet: "rank 3: operation 5, which sends 4 flits to 2 with tag 7".
  std::string describe(const Packet& packet) const { return program_.describe(packet.op); }
  /// Throws UnsaidProgram for a cycle that is later than those of traces.
  void check_cycle(const Packet& packet, std::uint64_t cycle) const;
  /// Something takes time and no message waits for it.
  bool leaves_times() const { return leaves_times_; }

 private:
  static constexpr std::uint32_t kNone = ProgramOp::kNone;

  /// When something happens: `gap` after the last of the messages, not before the date.
  struct Moment {
    std::vector<std::uint32_t> messages{};  // in the order of their receives
    std::uint64_t gap = 0;
    std::uint64_t date = 0;
    const char* unsayable = nullptr;  // why no trace can say it

    void join(const Moment& other);
    void add(std::uint64_t cycles);
    bool precedes(const Moment& other) const;
  };

  void visit(std::uint32_t rank, std::uint32_t op, const NetworkConfig& network);
  Moment end_of(std::uint32_t op, const NetworkConfig& network) const;
  std::vector<std::uint32_t> packets_of_receives() const;

  const Program& program_;
  std::vector<Moment> ready_;  // by operation
  std::vector<std::uint32_t> waits_for_;
  std::vector<std::uint32_t> due_;
  std::vector<Packet> packets_;
  bool leaves_times_ = false;
};

}  // namespace flitcast
