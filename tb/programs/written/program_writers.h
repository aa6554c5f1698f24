#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/network_config.h"
#include "tb/config/quantity.h"
#include "traffic/program/communication_program.h"

namespace flitcast {

/// Takes text piece by piece.
using ProgramSink = std::function<void(const std::string&)>;

/// A program that a format cannot say; what() says why.
class UnsaidProgram : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws UnsaidProgram where something waits for what another rank does without a message.
void check_ranks(const Program& program);

/// What GOAL text leaves out of the program, in words.
std::vector<std::string> unsaid_in_goal(const Program& program, const Scale& scale,
                                        const NetworkConfig& network);
/// GOAL text: bytes and ns for flits and cycles. Copies and sums are computations of what they take
/// on `network`. What is read from it takes the same cycles. `remarks` are comments. Throws
/// UnsaidProgram, before anything is written.
void write_goal(const Program& program, const Scale& scale, const NetworkConfig& network,
                const std::vector<std::string>& remarks, const ProgramSink& sink);

/// What MSCCL XML leaves out of the program, in words.
std::vector<std::string> unsaid_in_msccl(const Program& program);
/// MSCCL XML: a thread block for every message, but for receives that follow one another; chunks of
/// a message that are not one after the other are copied. What is to hold at the end is told by the
/// collective where MSCCL knows it, else by attributes of our own, which others pass over. Throws
/// UnsaidProgram, before anything is written.
void write_msccl(const Program& program, const std::vector<std::string>& remarks,
                 const ProgramSink& sink);

/// What Chakra leaves out of the program, in words. Throws UnsaidProgram for what would be wrong.
std::vector<std::string> unsaid_in_chakra(const Program& program, const Scale& scale,
                                          const NetworkConfig& network);
/// A Chakra trace of a program that unsaid_in_chakra() takes, which must outlive it: bytes, and
/// microseconds, for flits and cycles. Copies and sums are computations. Where tags are those of
/// collectives all get other numbers. `remarks` are attributes of the trace.
class ChakraWriter {
 public:
  ChakraWriter(const Program& program, const Scale& scale, const NetworkConfig& network,
               std::vector<std::string> remarks);
  /// The file of a rank.
  void write(std::uint32_t rank, const ProgramSink& sink) const;

 private:
  class Rank;

  const Program& program_;
  Scale scale_;
  NetworkConfig network_;
  std::vector<std::string> remarks_;
  std::vector<std::uint32_t> tags_;  // by their new number; empty: they stay
};

/// What a trace as CSV leaves out of the program, in words. Throws UnsaidProgram for what would be
/// wrong: of messages a trace has dates alone.
std::vector<std::string> unsaid_in_trace_csv(const Program& program, const NetworkConfig& network);
/// A trace that load.pattern_file and read_trace_csv() take. Throws as unsaid_in_trace_csv() does.
void write_trace_csv(const Program& program, const NetworkConfig& network,
                     const std::vector<std::string>& remarks, const ProgramSink& sink);

/// What netrace leaves out of the program, in words. Throws UnsaidProgram for what would be wrong:
/// of messages netrace has two sizes, and dates or gaps after the messages that they wait for.
std::vector<std::string> unsaid_in_netrace(const Program& program, const Scale& scale,
                                           const NetworkConfig& network);
/// netrace, packed. Throws as unsaid_in_netrace() does.
void write_netrace(const Program& program, const Scale& scale, const NetworkConfig& network,
                   const std::vector<std::string>& remarks, const ProgramSink& sink);

}  // namespace flitcast
