#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hw/network_config.h"
#include "tb/config/quantity.h"
#include "traffic/program/communication_program.h"

namespace flitcast {

// What operations take, for formats that have messages, computations and dependencies alone.

/// What an operation takes itself that is no message: of a wait nothing, see date_of().
std::uint64_t own_cycles(const ProgramOp& op, const NetworkConfig& network);
/// What a receive takes after its message: the sum.
std::uint64_t cycles_after(const ProgramOp& op, const NetworkConfig& network);
/// The cycle before which a wait does not end; 0 of all others.
std::uint64_t date_of(const ProgramOp& op);

/// A unit of time of which a format has whole numbers.
struct WholeUnit {
  const char* format;
  const char* word;
  std::uint64_t ps;
  std::uint64_t most;  ///< that are read
};
inline constexpr WholeUnit kGoalTime{"GOAL text", "ns", 1000, 1'000'000'000'000'000};
inline constexpr WholeUnit kChakraTime{"Chakra", "us", 1'000'000, 1'000'000'000'000};

/// So many units become the cycles again when they are read, if any number does; else more cycles,
/// as few as can be. Throws UnsaidProgram for more than are read.
std::uint64_t units_of(std::uint64_t cycles, const Scale& scale, const WholeUnit& unit);
// What formats cannot say, in words, added to `unsaid` where there is something.

/// Of the times of a program what is no whole number of units. Throws as units_of() does.
void tell_times(const Program& program, const Scale& scale, const NetworkConfig& network,
                const WholeUnit& unit, std::vector<std::string>& unsaid);
/// Of a format of sizes: data and FIFOs.
void tell_contents(const Program& program, std::string_view format,
                   std::vector<std::string>& unsaid);
/// Of a format without streams: those that may change what the program takes.
void tell_streams(const Program& program, const NetworkConfig& network, std::string_view format,
                  std::vector<std::string>& unsaid);

/// A receive waits until its own message is sent.
bool says_message(const Program& program, std::uint32_t op, const Program::Edge& edge);

}  // namespace flitcast
